// Package schema carries the JSON Schemas of the answers, which stand beside this file.
package schema

import (
	"embed"
	"encoding/json"
	"fmt"
)

//go:embed *.schema.json
var files embed.FS

// Of is the schema of an answer, by the name in its "schema" field without "octavo." and version.
func Of(name string) map[string]any {
	text, err := files.ReadFile(name + ".schema.json")
	if err != nil {
		panic(err) // a name that is written in the program
	}
	var out map[string]any
	if err := json.Unmarshal(text, &out); err != nil {
		panic(fmt.Errorf("%s: %w", name, err))
	}
	return out
}
