package config

import _ "embed"

//go:embed template.toml
var template string

// Template is the commented octavo.toml that a new project begins with.
func Template() string { return template }
