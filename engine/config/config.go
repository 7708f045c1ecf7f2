// Package config makes one validated value of octavo.toml, the environment and the flags.
//
// Flags beat environment beats file. Nothing here opens the Octavo file or looks at sources, so a
// wrong setting is found before any work begins. It imports nothing of ours.
package config

import (
	"os"
	"path/filepath"
)

// Names of the files that are looked for where none is named.
const (
	FileName     = "octavo.toml"
	DatabaseName = "octavo.duckdb"
)

// DatabaseVariable is the environment variable that names the Octavo file.
const DatabaseVariable = "OCTAVO_DB"

// DefaultLimit is how many hits a search gives where nothing else is said.
const DefaultLimit = 20

// Config is everything that was set, with absolute paths. A zero string means "not set": the room
// that uses the value then decides.
type Config struct {
	File         string // the octavo.toml that was read; empty where there is none
	Database     string // the Octavo file
	DatabaseFrom string // who named it: "--db", "OCTAVO_DB", the path of octavo.toml, or "default"
	Collections  []Collection
	Embedder     Embedder
	Index        Index
	Search       Search
	FileSearch   FileSearch
}

// Collection says what a collection is built from. The same path may occur with several roots.
type Collection struct {
	Path    string // as written; the engine checks it
	Root    string // absolute
	Include []string
	Exclude []string
}

// Embedder names what turns text into vectors.
type Embedder struct {
	Kind  string // "bundled" or "none"
	Model string // empty: the model that the file was built with, else the default one
}

// Index says how vectors are searched.
type Index struct {
	Kind         string // "auto", "exact" or "hnsw"; empty: as the file has it, else auto
	VSSExtension string // absolute path of DuckDB's vss extension; empty: look in the usual places
	Network      bool   // DuckDB may fetch the extension itself
}

// Search holds the defaults of a search.
type Search struct {
	Mode  string // one of SearchModes
	Limit int
	// How a hybrid search makes one ranking; empty: what was measured best for the file's model.
	Fusion    string // one of Fusions
	Smoothing string // one of Smoothings
	Weights   *Weights
}

// Weights are those of the legs of a hybrid search: 0 or more, not both 0. Only their ratio counts.
type Weights struct{ Semantic, Lexical float64 }

// Flags are the settings that a command line can overrule. An empty string is not set.
type Flags struct {
	File         string
	Database     string
	Model        string
	VSSExtension string
	IndexKind    string
}

// Load finds octavo.toml, reads it and lays environment and flags over it.
//
// The file is the one that flags name, which must exist; else the one beside the Octavo file that
// flags or environment name; else the one in dir; else none. Relative paths of the file are
// relative to its folder, those of flags and environment to dir. Errors: *Error.
func Load(flags Flags, getenv func(string) string, dir string) (Config, error) {
	named, from := databaseOf(flags, getenv)
	c := defaults()
	file, err := locate(flags.File, named, dir)
	if err != nil {
		return Config{}, err
	}
	if file != "" {
		if err := c.read(file); err != nil {
			return Config{}, err
		}
	}
	switch {
	case named != "":
		c.Database, c.DatabaseFrom = absolute(dir, named), from
	case c.Database == "":
		c.Database, c.DatabaseFrom = filepath.Join(dir, DatabaseName), "default"
	}
	return c, c.overrule(flags, dir)
}

// Find names the octavo.toml that Load would read; empty where there is none. Errors: *Error.
func Find(flags Flags, getenv func(string) string, dir string) (string, error) {
	named, _ := databaseOf(flags, getenv)
	return locate(flags.File, named, dir)
}

// databaseOf is the Octavo file that flags or environment name, and which of them did.
func databaseOf(flags Flags, getenv func(string) string) (named, from string) {
	if flags.Database != "" {
		return flags.Database, "--db"
	}
	return getenv(DatabaseVariable), DatabaseVariable
}

func defaults() Config {
	return Config{
		Embedder: Embedder{Kind: "bundled"},
		Search:   Search{Mode: "auto", Limit: DefaultLimit}, FileSearch: defaultFileSearch(),
	}
}

func (c *Config) overrule(flags Flags, dir string) error {
	if flags.Model != "" {
		c.Embedder.Model = flags.Model
	}
	if flags.VSSExtension != "" {
		c.Index.VSSExtension = absolute(dir, flags.VSSExtension)
	}
	if flags.IndexKind != "" {
		var kind indexKind
		if err := kind.UnmarshalText([]byte(flags.IndexKind)); err != nil {
			return &Error{Key: "--index", Cause: err}
		}
		c.Index.Kind = kind.value
	}
	return nil
}

func locate(named, database, dir string) (string, error) {
	if named != "" {
		file := absolute(dir, named)
		if _, err := os.Stat(file); err != nil {
			return "", &Error{File: file, Cause: bare(err)}
		}
		return file, nil
	}
	candidates := []string{filepath.Join(dir, FileName)}
	if database != "" {
		candidates = append([]string{filepath.Join(filepath.Dir(absolute(dir, database)), FileName)}, candidates...)
	}
	for _, candidate := range candidates {
		if _, err := os.Stat(candidate); err == nil {
			return candidate, nil
		}
	}
	return "", nil
}

func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}
