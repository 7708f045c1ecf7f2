package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"octavo/engine/corpus"
	"octavo/engine/eval"
	"octavo/engine/index"
	"octavo/engine/search"
)

// DiffRequest names two Octavo files or two saved runs, or two versions of the one file.
type DiffRequest struct {
	Before, After string
	Versions      bool // they are labels, or "active" or "live"
	// Queries is a file of questions to put to both Octavo files; judgements in it are passed
	// over. Empty: only the documents are compared. Asking.Depth is that of the overlap.
	Queries string
	Mode    search.Mode
	Asking
}

// DiffAnswer tells what became of documents and of answers.
type DiffAnswer struct {
	Before, After DiffSide
	Documents     *eval.DocumentDiff // of two Octavo files; nil for saved runs
	Answers       *eval.RunDiff      // of saved runs, and of files where questions were asked; else nil
}

// DiffSide is one of the two that were compared. For a saved run it is what the run says of the
// file that it was made of.
type DiffSide struct {
	File       string
	Version    string // empty: live content
	SavedRun   bool
	Snapshot   string
	Generation int
	Model      string // empty for a saved run
	Documents  int    // 0 for a saved run
	Chunks     int
}

// Diff compares two Octavo files, two saved runs, or two versions, without judging either.
// Errors: *UsageError, those of reading what was named, those of Search.
func (e *Engine) Diff(ctx context.Context, r DiffRequest) (DiffAnswer, error) {
	if err := r.check(); err != nil {
		return DiffAnswer{}, err
	}
	if r.Versions {
		return diffContents(ctx, e.At(r.Before), e.At(r.After), r)
	}
	before, err := isSavedRun(r.Before)
	if err != nil {
		return DiffAnswer{}, err
	}
	after, err := isSavedRun(r.After)
	switch {
	case err != nil:
		return DiffAnswer{}, err
	case before != after:
		return DiffAnswer{}, &UsageError{Message: fmt.Sprintf("%s and %s are a saved run and an Octavo file, which cannot be compared", r.Before, r.After)}
	case before && r.Queries != "":
		return DiffAnswer{}, &UsageError{Message: "saved runs hold their answers already: no questions can be put to them"}
	case before:
		return diffRuns(r)
	}
	one, other := e.beside(r.Before), e.beside(r.After)
	defer one.Close()
	defer other.Close()
	return diffContents(ctx, one, other, r)
}

func diffRuns(r DiffRequest) (DiffAnswer, error) {
	before, err := readSaved(r.Before)
	if err != nil {
		return DiffAnswer{}, err
	}
	after, err := readSaved(r.After)
	if err != nil {
		return DiffAnswer{}, err
	}
	answers, err := eval.DiffRuns(before.Report.Run(), after.Report.Run(), r.Depth)
	side := func(file string, s eval.Saved) DiffSide {
		return DiffSide{File: file, SavedRun: true, Snapshot: s.Index.Snapshot, Generation: s.Index.Generation}
	}
	return DiffAnswer{Before: side(r.Before, before), After: side(r.After, after), Answers: &answers}, err
}

// diffContents compares what two engines read.
func diffContents(ctx context.Context, before, after *Engine, r DiffRequest) (DiffAnswer, error) {
	var queries []eval.Query
	if r.Queries != "" {
		var err error
		if queries, err = readQueries(r.Queries); err != nil {
			return DiffAnswer{}, err
		}
	}
	answer := DiffAnswer{}
	documents, err := diffDocuments(ctx, before, after)
	if err != nil {
		return answer, err
	}
	answer.Documents = &documents
	if answer.Before, err = before.side(ctx); err != nil {
		return answer, err
	}
	if answer.After, err = after.side(ctx); err != nil || len(queries) == 0 {
		return answer, err
	}
	asking := r.Asking
	asking.Depth = search.MaxLimit // rank-biased overlap looks below the depth of the plain one
	then, err := before.ask(ctx, queries, r.Mode, asking)
	if err != nil {
		return answer, fmt.Errorf("ask %s: %w", r.Before, err)
	}
	now, err := after.ask(ctx, queries, r.Mode, asking)
	if err != nil {
		return answer, fmt.Errorf("ask %s: %w", r.After, err)
	}
	answers, err := eval.DiffRuns(then.run, now.run, r.Depth)
	answer.Answers = &answers
	return answer, err
}

// beside is an engine for another file under the same settings. Each file is asked with its own
// model, whatever the configuration names.
func (e *Engine) beside(file string) *Engine {
	options := e.Options
	options.Config.Database, options.Config.Embedder.Model = file, ""
	return New(options)
}

func (e *Engine) side(ctx context.Context) (DiffSide, error) {
	status, err := e.Status(ctx)
	if err != nil {
		return DiffSide{}, err
	}
	side := DiffSide{File: e.Config.Database, Version: status.Info.Version, Snapshot: status.Info.Snapshot, Model: status.Model}
	if status.Info.Generation != nil {
		side.Generation = status.Info.Generation.ID
	}
	for _, c := range status.Info.Collections {
		side.Documents += c.Documents
		side.Chunks += c.Chunks
	}
	return side, nil
}

// diffDocuments reads the chunks of those documents alone that may differ: the same bytes read by
// the same extractor and cut in the same way give the same chunks.
func diffDocuments(ctx context.Context, before, after *Engine) (eval.DocumentDiff, error) {
	then, err := before.inventory(ctx)
	if err != nil {
		return eval.DocumentDiff{}, err
	}
	defer then.reader.Close()
	now, err := after.inventory(ctx)
	if err != nil {
		return eval.DocumentDiff{}, err
	}
	defer now.reader.Close()
	same := func(name eval.DocumentName) bool {
		a, both := then.files[name]
		b, too := now.files[name]
		return both && too && a == b && then.cut == now.cut
	}
	a, err := then.contents(ctx, same)
	if err != nil {
		return eval.DocumentDiff{}, err
	}
	b, err := now.contents(ctx, same)
	if err != nil {
		return eval.DocumentDiff{}, err
	}
	return eval.DiffDocuments(a, b), nil
}

// inventory is what a file holds, before any text is read. Its reader is to be closed.
type inventory struct {
	reader index.Reader
	files  map[eval.DocumentName]index.FileState
	cut    struct{ window, overlap, chunker int }
}

func (e *Engine) inventory(ctx context.Context) (inventory, error) {
	reader, err := e.open(ctx)
	if err != nil {
		return inventory{}, err
	}
	out := inventory{reader: reader, files: map[eval.DocumentName]index.FileState{}}
	if err := out.read(ctx); err != nil {
		return inventory{}, errors.Join(err, reader.Close())
	}
	return out, nil
}

func (v *inventory) read(ctx context.Context) error {
	info, err := v.reader.Info(ctx)
	if err != nil {
		return err
	}
	if g := info.Generation; g != nil {
		v.cut.window, v.cut.overlap, v.cut.chunker = g.Spec.Window, g.Spec.Overlap, g.Spec.Chunker
	}
	for _, c := range info.Collections {
		files, err := v.reader.Files(ctx, c.Path)
		if err != nil {
			return err
		}
		for file, state := range files {
			v.files[eval.DocumentName{Collection: c.Path, File: file}] = state
		}
	}
	return nil
}

func (v inventory) contents(ctx context.Context, same func(eval.DocumentName) bool) ([]eval.Content, error) {
	var out []eval.Content
	for name, state := range v.files {
		content := eval.Content{Document: name, Hash: state.ContentHash}
		if !same(name) {
			var err error
			if content.Chunks, err = v.chunks(ctx, name); err != nil {
				return nil, err
			}
		}
		out = append(out, content)
	}
	return out, nil
}

// chunks are the keys of a document's chunks, read in stretches of some megabytes.
func (v inventory) chunks(ctx context.Context, name eval.DocumentName) ([]corpus.TextKey, error) {
	const stretch = 2000
	document, err := v.reader.Document(ctx, index.Locator{Collection: name.Collection, File: name.File})
	if err != nil {
		return nil, err
	}
	var keys []corpus.TextKey
	for from := 0; from < document.Chunks; from += stretch {
		passages, err := v.reader.Passages(ctx, refs(name, from, min(from+stretch, document.Chunks)))
		if err != nil {
			return nil, err
		}
		for _, p := range passages {
			keys = append(keys, corpus.KeyOf(p.Text))
		}
	}
	return keys, nil
}

func refs(name eval.DocumentName, from, to int) []index.ChunkRef {
	var out []index.ChunkRef
	for i := from; i < to; i++ {
		out = append(out, index.ChunkRef{Collection: name.Collection, File: name.File, Index: i})
	}
	return out
}

// isSavedRun tells a saved run, which is JSON, from an Octavo file, which is not.
func isSavedRun(path string) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, unreadable(err)
	}
	defer file.Close()
	head := make([]byte, 64)
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return false, unreadable(err)
	}
	return bytes.HasPrefix(bytes.TrimLeft(head[:n], " \t\r\n"), []byte("{")), nil
}

func readSaved(path string) (eval.Saved, error) {
	file, err := os.Open(path)
	if err != nil {
		return eval.Saved{}, unreadable(err)
	}
	defer file.Close()
	return eval.ReadSaved(path, file)
}

func readQueries(path string) ([]eval.Query, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(err)
	}
	defer file.Close()
	return eval.ReadQueries(path, file)
}
