package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"octavo/engine/config"
	"octavo/engine/corpus"
	"octavo/engine/index"
	"octavo/engine/search"
)

// cutFile is a file of two empty collections with one version.
func cutFile(t *testing.T) *Engine {
	t.Helper()
	ctx, path := context.Background(), filepath.Join(t.TempDir(), "octavo.duckdb")
	w, err := index.OpenWriter(ctx, path, index.WriterOptions{Command: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	_, begun := w.BeginGeneration(ctx, index.GenerationSpec{Model: "test", Dimension: 4, Window: 1000, Overlap: 150, Chunker: 1})
	first := w.SetCollection(ctx, index.Collection{Path: "ACME/Reports"})
	second := w.SetCollection(ctx, index.Collection{Path: "ACME/Letters"})
	_, cut := w.Cut(ctx, "spring", "")
	_, published := w.Publish(ctx, index.PublishOptions{})
	if err := errors.Join(begun, first, second, cut, published); err != nil {
		t.Fatal(err)
	}
	e := New(Options{Config: config.Config{Database: path}})
	t.Cleanup(func() { e.Close() })
	return e
}

func TestAnExportTellsWhatItLeaves(t *testing.T) {
	e, ctx, file := cutFile(t), context.Background(), filepath.Join(t.TempDir(), "out.parquet")
	for name, tc := range map[string]struct {
		collections []corpus.CollectionPath
		want        int
	}{
		"everything": {nil, 2}, "one": {[]corpus.CollectionPath{"ACME/Letters"}, 1}, "all below": {[]corpus.CollectionPath{"ACME"}, 2},
	} {
		answer, err := e.Export(ctx, ExportRequest{File: file, Format: ArchiveParquet, Collections: tc.collections, Force: true})
		if err != nil || answer.Versions != 1 || len(answer.Header.Collections) != tc.want {
			t.Errorf("%s: %+v, %v", name, answer, err)
		}
	}
	if _, err := e.Export(ctx, ExportRequest{File: file, Format: ArchiveJSONL, Force: true, Collections: []corpus.CollectionPath{"ACM"}}); !errors.As(err, new(*search.UnknownCollectionError)) {
		t.Errorf("an unknown collection: %v", err)
	}
}

func TestAnArchiveAppearsWholeOrNotAtAll(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "out.jsonl")
	broken := errors.New("the disk is full")
	if err := writeWhole(file, false, func(part string) error {
		if err := os.WriteFile(part, []byte("half"), 0o644); err != nil {
			t.Fatal(err)
		}
		return broken
	}); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v is left behind, %v", left, err)
	}
	write := func(text string, force bool) error {
		return writeWhole(file, force, func(part string) error { return os.WriteFile(part, []byte(text), 0o644) })
	}
	first, second, third := write("one", false), write("two", false), write("three", true)
	if text, err := os.ReadFile(file); first != nil || !errors.As(second, new(*UsageError)) || third != nil || string(text) != "three" {
		t.Errorf("%v, %v, %v, then %q, %v", first, second, third, text, err)
	}
	if err := writeWhole(folder, true, func(string) error { return nil }); !errors.As(err, new(*UsageError)) {
		t.Errorf("a folder: %v", err)
	}
}
