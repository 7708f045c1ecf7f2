package sql

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func each(t *testing.T, visit func(name, text string)) {
	t.Helper()
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			visit(name, Text(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestEveryStatementSaysWhatGoesInAndWhatComesOut(t *testing.T) {
	each(t, func(name, text string) {
		if !strings.HasPrefix(text, "-- "+name+": ") {
			t.Errorf("%s does not begin with its name", name)
		}
		for _, part := range []string{"\n-- In:    ", "\n-- Out:   "} {
			if !strings.Contains(text, part) {
				t.Errorf("%s has no %q", name, strings.TrimSpace(part))
			}
		}
		if strings.Contains(text, "SELECT") && strings.Contains(text, "\nORDER BY") && !strings.Contains(text, "\n-- Order: ") {
			t.Errorf("%s has an order that its header does not tell", name)
		}
	})
}

func TestEveryStatementIsRunAndEveryTestThatAHeaderNamesExists(t *testing.T) {
	var code strings.Builder
	sources, err := filepath.Glob("../engine/index/*.go")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	for _, path := range sources {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		code.Write(text)
	}
	named := regexp.MustCompile(`Test[A-Z]\w+`)
	each(t, func(name, text string) {
		if !strings.Contains(code.String(), `"`+name+`"`) {
			t.Errorf("%s is never run", name)
		}
		for _, test := range named.FindAllString(text, -1) {
			if !strings.Contains(code.String(), "func "+test+"(") {
				t.Errorf("%s names %s, which does not exist", name, test)
			}
		}
	})
}

func TestAMissingStatementIsABugOfOurs(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Text("reader/none.sql")
}
