package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// The types below check themselves while the file is read, so that the reader can say in which
// line a wrong value stands. They are structs because the decoder fills plain strings
// without asking them.
type (
	embedderKind struct{ value string }
	indexKind    struct{ value string }
	searchMode   struct{ value string }
	fusion       struct{ value string }
	smoothing    struct{ value string }
	glob         struct{ value string }
)

// Choices of the settings that have a fixed set of values.
var (
	EmbedderKinds = []string{"bundled", "none"}
	IndexKinds    = []string{"auto", "exact", "hnsw"}
	SearchModes   = []string{"auto", "semantic", "lexical", "hybrid", "substring", "regex"}
	Fusions       = []string{"z", "rrf"}
	Smoothings    = []string{"off", "half", "full"}
)

// maxLimit is the largest number of hits that a search gives.
const maxLimit = 200

func (v *embedderKind) UnmarshalText(text []byte) error {
	return choose(&v.value, text, EmbedderKinds)
}

func (v *indexKind) UnmarshalText(text []byte) error { return choose(&v.value, text, IndexKinds) }

func (v *searchMode) UnmarshalText(text []byte) error { return choose(&v.value, text, SearchModes) }

func (v *fusion) UnmarshalText(text []byte) error { return choose(&v.value, text, Fusions) }

func (v *smoothing) UnmarshalText(text []byte) error { return choose(&v.value, text, Smoothings) }

func choose(target *string, text []byte, choices []string) error {
	if !slices.Contains(choices, string(text)) {
		return fmt.Errorf("%q is none of %s", text, strings.Join(choices, ", "))
	}
	*target = string(text)
	return nil
}

func (v *glob) UnmarshalText(text []byte) error {
	if len(text) == 0 || !doublestar.ValidatePattern(string(text)) {
		return fmt.Errorf("%q is not a glob", text)
	}
	v.value = string(text)
	return nil
}

func plain(globs []glob) []string {
	var out []string
	for _, g := range globs {
		out = append(out, g.value)
	}
	return out
}
