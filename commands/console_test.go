package commands

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// result is all that a command leaves behind.
type result struct {
	Out, Err string
	Code     int
}

// world is what a command runs in. The zero value: pipes all around, nothing on stdin, an empty
// environment.
type world struct {
	stdin    string
	terminal bool
	env      map[string]string
	ctx      context.Context
}

func (w world) run(words ...string) result {
	var out, err bytes.Buffer
	app := App{
		Version: "0.0.0-test",
		Getenv:  func(name string) string { return w.env[name] },
		Console: Console{
			In: strings.NewReader(w.stdin), Out: &out, Err: &err, Width: 80,
			InTerminal: w.terminal, OutTerminal: w.terminal, ErrTerminal: w.terminal,
		},
	}
	ctx := w.ctx
	if ctx == nil {
		ctx = context.Background()
	}
	code := app.Run(ctx, append([]string{programName}, words...))
	return result{out.String(), err.String(), code}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from what the program says; go test ./commands -update rewrites it.\ngot:\n%s", file, got)
	}
}
