package mcp

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"octavo/engine"
	"octavo/engine/corpus"
)

// longestString bounds a string argument, in characters.
const longestString = 8000

// schemaOf is the schema of a flat struct of strings, whole numbers and switches. Pointers are
// arguments that may be left out without a default.
func schemaOf[In any](shape func(*jsonschema.Schema)) *jsonschema.Schema {
	s, err := jsonschema.For[In](nil)
	if err != nil {
		panic(err) // a struct of this package
	}
	for _, property := range s.Properties {
		if i := slices.Index(property.Types, "null"); i >= 0 {
			property.Type, property.Types = property.Types[1-i], nil
		}
		if property.Type == "string" {
			property.MaxLength = jsonschema.Ptr(longestString)
		}
	}
	if shape != nil {
		shape(s)
	}
	return s
}

// check holds arguments to the tool's schema and returns them without those that are null, which
// some clients send for what was not given.
// Errors: *jsonrpc.Error where they are no object, else *engine.UsageError.
func (t tool) check(raw json.RawMessage) ([]byte, error) {
	given := map[string]any{}
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &given); err != nil {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "arguments must be one JSON object"}
		}
	}
	maps.DeleteFunc(given, func(_ string, value any) bool { return value == nil })
	for _, name := range slices.Sorted(maps.Keys(given)) {
		property, known := t.input.Properties[name]
		if !known {
			return nil, t.unknown(name)
		}
		if cause := mismatch(property, given[name]); cause != "" {
			return nil, &engine.UsageError{Message: fmt.Sprintf("%s: %s %s", t.name, name, cause), Hint: name + ": " + property.Description}
		}
	}
	for _, name := range t.input.Required {
		if _, has := given[name]; !has {
			return nil, &engine.UsageError{Message: fmt.Sprintf("%s needs %s", t.name, name), Hint: name + ": " + t.input.Properties[name].Description}
		}
	}
	return json.Marshal(given)
}

func (t tool) unknown(name string) error {
	known := slices.Sorted(maps.Keys(t.input.Properties))
	problem := &engine.UsageError{Message: fmt.Sprintf("%s has no argument %s", t.name, shortened(name))}
	switch nearest := corpus.Nearest(shortened(name), known); {
	case nearest != "":
		problem.Hint = "Did you mean " + nearest + "?"
	case len(known) == 0:
		problem.Hint = "It takes none"
	default:
		problem.Hint = "It takes " + strings.Join(known, ", ")
	}
	return problem
}

// mismatch says why a value is not what a property wants; empty where it is.
func mismatch(property *jsonschema.Schema, value any) string {
	switch property.Type {
	case "string":
		s, ok := value.(string)
		switch {
		case !ok:
			return "wants a string"
		case utf8.RuneCountInString(s) > *property.MaxLength:
			return fmt.Sprintf("is longer than %d characters", *property.MaxLength)
		case len(property.Enum) > 0 && !slices.Contains(property.Enum, value):
			return fmt.Sprintf("is none of %s", strings.Trim(fmt.Sprint(property.Enum), "[]"))
		}
	case "integer":
		if n, ok := value.(float64); !ok || n != math.Trunc(n) || math.Abs(n) > math.MaxInt32 {
			return "wants a whole number"
		}
	case "boolean":
		if _, ok := value.(bool); !ok {
			return "wants true or false"
		}
	}
	return ""
}

// shortened keeps a name that may be anything from filling an answer.
func shortened(name string) string {
	const most = 60
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return name
}
