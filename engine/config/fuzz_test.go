package config_test

import (
	"errors"
	"path/filepath"
	"testing"

	"octavo/engine/config"
)

func FuzzAnyFileLoadsOrIsExplained(f *testing.F) {
	f.Add(config.Template())
	f.Add("[[collection]]\npath = \"A\"\nroot = \"../..\"\ninclude = [\"**\"]\n")
	f.Add("\"\" = 1\n[search]\nlimit = -1\n")
	f.Fuzz(func(t *testing.T, text string) {
		dir := t.TempDir()
		file := write(t, dir, text)
		c, err := config.Load(config.Flags{}, environment(""), dir)
		var typed *config.Error
		switch {
		case err != nil && !errors.As(err, &typed):
			t.Fatalf("%q: %v is no *config.Error", text, err)
		case err != nil && typed.File != file:
			t.Fatalf("%q: %v does not name its file", text, err)
		case err == nil && (!filepath.IsAbs(c.Database) || c.Search.Limit < 1 || c.Search.Limit > 200):
			t.Fatalf("%q: loaded as %+v", text, c)
		}
	})
}
