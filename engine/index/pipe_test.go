//go:build unix

package index

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

func TestAPipeInThePlaceOfAFileIsRefusedAtOnce(t *testing.T) {
	pipe := func(place func(string) string) string {
		path := filepath.Join(t.TempDir(), "octavo.duckdb")
		must(t, syscall.Mkfifo(place(path), 0o600))
		return path
	}
	itself := func(path string) string { return path }
	read := func(path string) error {
		_, err := OpenReader(context.Background(), path, ReaderOptions{})
		return err
	}
	write := func(path string) error {
		_, err := OpenWriter(context.Background(), path, WriterOptions{})
		return err
	}
	holder := func(path string) error { _, err := ReadHolder(path); return err }
	for name, tc := range map[string]struct {
		place func(string) string
		open  func(string) error
	}{
		"database, read":    {itself, read},
		"database, written": {itself, write},
		"its log, read":     {walPath, read},
		"its log, written":  {walPath, write},
		"work copy":         {workPath, write},
		"lock":              {lockPath, write},
		"lock, asked about": {lockPath, holder},
	} {
		path := pipe(tc.place)
		ended := make(chan error, 1)
		go func() { ended <- tc.open(path) }()
		select {
		case err := <-ended:
			var foreign *ForeignError
			if !errors.As(err, &foreign) || foreign.Path != tc.place(path) || foreign.Cause != "it is no regular file" {
				t.Errorf("%s: %v", name, err)
			}
			if info, err := os.Stat(tc.place(path)); err != nil || info.Mode().Type() != os.ModeNamedPipe {
				t.Errorf("%s: the pipe was touched: %v", name, err)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("%s: opening hangs", name)
		}
	}
}

// A log that lies alone beside a work copy that is not there is removed, whatever it is.
func TestALogWithoutAWorkCopyIsRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "octavo.duckdb")
	must(t, syscall.Mkfifo(walPath(workPath(path)), 0o600))
	w, err := OpenWriter(context.Background(), path, WriterOptions{})
	must(t, err)
	must(t, w.Close())
}
