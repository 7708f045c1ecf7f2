package archive

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"octavo/engine/corpus"
	"octavo/engine/index"
)

// FuzzJSONLIsReadOrRefused holds the reader to its promise for whatever bytes: documents that a
// writer can take, or an *index.ArchiveError; and what was read is written and read again the same.
func FuzzJSONLIsReadOrRefused(f *testing.F) {
	header := `{"schema":"octavo.archive/1","snapshot":"","documents":1,"chunks":1,"generation":{"id":1,"spec":{"model":"m","dimension":2,"window":1000,"overlap":150,"chunker":1},"index":"auto"},"collections":[{"path":"A","roots":[]}]}` + "\n"
	hash := strings.Repeat("0a", 32)
	f.Add(header + `{"collectionPath":"A","filePath":"b.md","title":"t","contentHash":"` + hash + `","mime":"text/plain","extractor":"text/1","language":"en","bytes":1,"lastModified":"2026-01-02T03:04:05.000006Z","chunks":[{"text":"one","vector":[0.6,0.8]},{"text":"one two","overlap":3,"page":2,"bbox":{"x":0.1,"y":0.2,"w":0.3,"h":0.4},"vector":[1,0]}]}` + "\n")
	f.Add(header + `{"collectionPath":"A","filePath":"b","contentHash":"` + hash + `","chunks":[{"text":"x","overlap":-9}]}` + "\n")
	f.Add(header)
	f.Add("{}\n{}\n")
	f.Add("\xff\n")
	f.Fuzz(func(t *testing.T, text string) {
		j, err := readJSONL("fuzz", strings.NewReader(text))
		if err != nil {
			if !errors.As(err, new(*index.ArchiveError)) {
				t.Fatalf("%v", err)
			}
			return
		}
		var read []index.ArchivedDocument
		for d, err := range j.Documents(context.Background()) {
			if err != nil {
				if !errors.As(err, new(*index.ArchiveError)) {
					t.Fatalf("%v", err)
				}
				return
			}
			if _, err := corpus.ParseFilePath(string(d.File)); err != nil || len(d.Vectors) != len(d.Cut) {
				t.Fatalf("%+v: %v", d, err)
			}
			read = append(read, d)
		}
		var written strings.Builder
		documents := func(yield func(index.ArchivedDocument, error) bool) {
			for _, d := range read {
				if !yield(d, nil) {
					return
				}
			}
		}
		if err := WriteJSONL(&written, j.Header, documents); err != nil {
			if strings.Contains(err.Error(), "year outside of range") {
				return // a time that JSON reads but does not write
			}
			t.Fatal(err)
		}
		again, err := readJSONL("fuzz", strings.NewReader(written.String()))
		if err != nil {
			t.Fatal(err)
		}
		var rewritten strings.Builder
		if err := WriteJSONL(&rewritten, again.Header, again.Documents(context.Background())); err != nil || rewritten.String() != written.String() {
			t.Errorf("%v: %q, then %q", err, written.String(), rewritten.String())
		}
	})
}

// TestALineMayBeLong reads a document that no fixed buffer holds.
func TestALineMayBeLong(t *testing.T) {
	j, err := readJSONL("long", strings.NewReader(`{"schema":"octavo.archive/1"}`+"\n"+`{"collectionPath":"A","filePath":"b","contentHash":"`+strings.Repeat("0a", 32)+`","chunks":[{"text":"`+strings.Repeat("x", 5<<20)+`"}]}`+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	for d, err := range j.Documents(context.Background()) {
		if err != nil || len(d.Cut) != 1 || d.Cut[0].End != 5<<20 {
			t.Errorf("%d chunks, %v", len(d.Cut), err)
		}
	}
	if _, err := OpenJSONL("absent"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}
