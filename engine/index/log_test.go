package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestACommitIsReplayedWholeOrNotAtAll cuts the log of a work copy anywhere within a great commit, as
// the death of its writer does.
func TestACommitIsReplayedWholeOrNotAtAll(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "whole", "octavo.duckdb")
	must(t, os.Mkdir(filepath.Dir(path), 0o755))
	w := openWriter(t, path)
	begin(t, w, "A")
	put(t, w, newDocument("A", "small.txt", "a few words before"))
	log := walPath(workPath(path))
	before, err := os.Stat(log)
	must(t, err)
	var text strings.Builder
	for i := range 12_000 {
		fmt.Fprintf(&text, "w%d ", i%1000)
	}
	put(t, w, newDocument("A", "great.txt", text.String()))
	database, err := os.ReadFile(workPath(path))
	must(t, err)
	logged, err := os.ReadFile(log)
	must(t, err)
	size, first := len(logged), int(before.Size())
	cuts := []int{size, size - 1, size - 20}
	for i := range 12 {
		cuts = append(cuts, first+(size-first)*i/12)
	}
	for _, cut := range cuts {
		path := filepath.Join(folder, fmt.Sprint(cut), "octavo.duckdb")
		must(t, os.Mkdir(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(workPath(path), database, 0o600))
		must(t, os.WriteFile(walPath(workPath(path)), logged[:cut], 0o600))
		resumed, err := OpenWriter(context.Background(), path, WriterOptions{})
		must(t, err)
		files, err := resumed.Files(context.Background(), "A")
		must(t, err)
		if want := map[bool]int{true: 2, false: 1}[cut == size]; len(files) != want {
			t.Errorf("a log of %d bytes of %d gives %d documents, want %d", cut, size, len(files), want)
		}
		put(t, resumed, newDocument("A", "great.txt", "now it is another one"))
		publish(t, resumed)
		if err := Check(context.Background(), path); err != nil {
			t.Errorf("after a log of %d bytes of %d: %v", cut, size, err)
		}
	}
}
