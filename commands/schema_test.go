package commands

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// validate holds an answer to the schema that it names.
func validate(t *testing.T, what, answer string) {
	t.Helper()
	var named struct{ Schema string }
	if err := json.Unmarshal([]byte(answer), &named); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	short := strings.TrimSuffix(strings.TrimPrefix(named.Schema, "octavo."), "/1")
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	schema, err := compiler.Compile(filepath.Join(source, "docs", "schema", short+".schema.json"))
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	instance, err := jsonschema.UnmarshalJSON(strings.NewReader(answer))
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if err := schema.Validate(instance); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// source is the checkout: tests change their working directory.
var source = func() string {
	path, err := filepath.Abs("..")
	if err != nil {
		panic(err)
	}
	return path
}()
