package mcp

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"octavo/engine"
	"octavo/engine/config"
)

func toolNamed(t testing.TB, name string) tool {
	t.Helper()
	for _, candidate := range fixedTools() {
		if candidate.name == name {
			return candidate
		}
	}
	t.Fatalf("there is no tool %s", name)
	return tool{}
}

func TestArgumentsAreHeldToTheSchema(t *testing.T) {
	for _, tc := range []struct {
		name, tool, arguments string
		want                  string // what the arguments become; empty: refused
		message, hint         string
	}{
		{"nothing where nothing is taken", "status", ``, `{}`, "", ""},
		{"an empty object", "status", `{}`, `{}`, "", ""},
		{"what is asked", "search", `{"query":"x","limit":3,"all":true}`, `{"all":true,"limit":3,"query":"x"}`, "", ""},
		{"a null is not given", "search", `{"query":"x","scope":null,"limit":null}`, `{"query":"x"}`, "", ""},
		{"a limit to be clamped later", "search", `{"query":"x","limit":-7}`, `{"limit":-7,"query":"x"}`, "", ""},
		{"a whole number with a point", "get_chunk", `{"chunkIndex":3.0}`, `{"chunkIndex":3}`, "", ""},
		{"a slip", "search", `{"query":"x","limt":3}`, "", "search has no argument limt", "Did you mean limit?"},
		{"an argument of nothing", "status", `{"x":1}`, "", "status has no argument x", "It takes none"},
		{"one that is far from all", "get_chunk", `{"wibble":1}`, "", "get_chunk has no argument wibble", "It takes chunkIndex, collectionPath, documentPath, filePath"},
		{"another case", "search", `{"Query":"x"}`, "", "search has no argument Query", "Did you mean query?"},
		{"a missing one", "search", `{}`, "", "search needs query", "query: What to look for"},
		{"a null for a needed one", "search", `{"query":null}`, "", "search needs query", "query: "},
		{"a number for words", "search", `{"query":7}`, "", "search: query wants a string", "query: "},
		{"words for a number", "search", `{"query":"x","limit":"7"}`, "", "search: limit wants a whole number", "limit: At most"},
		{"a fraction", "get_chunk", `{"chunkIndex":1.5}`, "", "get_chunk: chunkIndex wants a whole number", "chunkIndex: "},
		{"a huge number", "get_chunk", `{"chunkIndex":1e300}`, "", "get_chunk: chunkIndex wants a whole number", "chunkIndex: "},
		{"a word for a switch", "search", `{"query":"x","all":"yes"}`, "", "search: all wants true or false", "all: "},
		{"a list for a string", "search", `{"query":["x"]}`, "", "search: query wants a string", "query: "},
		{"no such mode", "search", `{"query":"x","mode":"fuzzy"}`, "", "search: mode is none of auto semantic lexical hybrid substring regex", "mode: "},
		{"too long", "search", `{"query":"` + strings.Repeat("ä", longestString+1) + `"}`, "", "search: query is longer than 8000 characters", "query: "},
		{"a long unknown name", "search", `{"` + strings.Repeat("n", 5000) + `":1}`, "", "search has no argument " + strings.Repeat("n", 60) + "…", "It takes "},
	} {
		got, err := toolNamed(t, tc.tool).check(json.RawMessage(tc.arguments))
		var usage *engine.UsageError
		switch {
		case tc.want != "":
			if err != nil || string(got) != tc.want {
				t.Errorf("%s: %s, %v, want %s", tc.name, got, err, tc.want)
			}
		case !errors.As(err, &usage) || usage.Message != tc.message || !strings.HasPrefix(usage.Hint, tc.hint):
			t.Errorf("%s: got %s, %+v, want %q and %q", tc.name, got, err, tc.message, tc.hint)
		}
	}
}

func TestArgumentsThatAreNoObjectBreakTheProtocol(t *testing.T) {
	for _, arguments := range []string{`[]`, `"x"`, `7`, `true`, `{`, `{"query":1e999}`} {
		_, err := toolNamed(t, "search").check(json.RawMessage(arguments))
		var misuse *jsonrpc.Error
		if !errors.As(err, &misuse) || misuse.Code != jsonrpc.CodeInvalidParams {
			t.Errorf("%s: %v, want a *jsonrpc.Error of invalid parameters", arguments, err)
		}
	}
}

func TestEveryToolIsDescribed(t *testing.T) {
	legal := regexp.MustCompile(`^[a-z][a-z_]*$`)
	if n := len(fixedTools()); n != len(config.FixedTools) {
		t.Errorf("there are %d fixed tools, and settings know %d", n, len(config.FixedTools))
	}
	for _, tool := range fixedTools() {
		if !slices.Contains(config.FixedTools, tool.name) {
			t.Errorf("settings would let another tool be called %s", tool.name)
		}
		if !legal.MatchString(tool.name) || tool.title == "" || !strings.HasSuffix(tool.description, ".") {
			t.Errorf("%+v", tool)
		}
		for name, property := range tool.input.Properties {
			if property.Description == "" || property.Type == "" {
				t.Errorf("%s: the argument %s is not described: %+v", tool.name, name, property)
			}
		}
		told := tool.describe()
		if a := told.Annotations; !a.ReadOnlyHint || !a.IdempotentHint || *a.OpenWorldHint || *a.DestructiveHint {
			t.Errorf("%s: %+v", tool.name, a)
		}
		for part, schema := range map[string]any{"input": told.InputSchema, "output": told.OutputSchema} {
			text, err := json.Marshal(schema)
			if err != nil {
				t.Fatal(err)
			}
			document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
			if err != nil {
				t.Fatal(err)
			}
			compiler := jsonschema.NewCompiler()
			if err := compiler.AddResource("tool.json", document); err != nil {
				t.Fatal(err)
			}
			if _, err := compiler.Compile("tool.json"); err != nil {
				t.Errorf("%s: its %s schema: %v", tool.name, part, err)
			}
		}
	}
}
