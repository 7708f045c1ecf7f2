package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"octavo/engine/embed/bundled"
)

var update = flag.Bool("update", false, "rewrite the files that stories compare with")

// clients are the variables that name programs by others which a story may use.
var clients = []string{"OCTAVO_MCP_PYTHON", "OCTAVO_MCP_INSPECTOR"}

// isSet is the condition [set:NAME]: the variable was set when the tests began.
func isSet(condition string) (bool, error) {
	name, ok := strings.CutPrefix(condition, "set:")
	if !ok || !slices.Contains(clients, name) {
		return false, fmt.Errorf("unknown condition %q", condition)
	}
	return os.Getenv(name) != "", nil
}

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"octavo": main})
}

// TestStories runs the whole program as people do. Each file in testdata/script is a story: its
// first lines say what it promises. They use the small model, which answers in milliseconds.
func TestStories(t *testing.T) {
	if _, err := bundled.Open("potion-base-8M"); err != nil {
		t.Skipf("needs the models (just assets, and the tag octavo_assets): %v", err)
	}
	source, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("XDG_CACHE_HOME", env.WorkDir+"/.cache")
			env.Setenv("SOURCE", source)
			for _, name := range clients {
				env.Setenv(name, os.Getenv(name))
			}
			return nil
		},
		Condition:     isSet,
		UpdateScripts: *update,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"bytes": writeBytes, "exits": exits, "shuffle": shuffle, "steps": steps,
		},
	})
}

// writeBytes is the command `bytes FILE TEXT [TIMES]`: it writes what no story can hold. TEXT has
// Go's escapes.
func writeBytes(ts *testscript.TestScript, _ bool, args []string) {
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	times := 1
	if len(args) > 2 {
		times, err = strconv.Atoi(args[2])
		ts.Check(err)
	}
	ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(args[0])), 0o755))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes.Repeat([]byte(text), times), 0o644))
}
