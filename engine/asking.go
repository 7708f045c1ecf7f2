package engine

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"octavo/engine/corpus"
	"octavo/engine/eval"
	"octavo/engine/index"
	"octavo/engine/search"
)

// Asking says how questions are put to a file, one after the other, as a user would put them.
type Asking struct {
	Unit  eval.Unit
	Depth int // hits looked at, 1 to search.MaxLimit
	// Scope and All are those of a SearchRequest, for questions that name no collection. One that
	// does is asked there and below, as its answers are looked for; where the name of the collection
	// holds white space, there and above.
	Scope string
	All   bool
	// Literal takes questions as words alone: those of a collection of judgements know nothing of
	// quotes and filters.
	Literal bool
	// Report is told how many questions of how many are answered; may be nil.
	Report func(done, of int)
}

func (a Asking) check() error {
	if a.Depth < 1 || a.Depth > search.MaxLimit {
		return &UsageError{Message: fmt.Sprintf("the depth %d is not from 1 to %d", a.Depth, search.MaxLimit)}
	}
	return nil
}

// asked is what one way of searching brought.
type asked struct {
	run   eval.Run
	index IndexState
	took  []time.Duration // by question
}

// ask puts all questions in one mode. The run is named for the mode that answered. The first
// question is put twice, so that opening file and model is in no measured time.
func (e *Engine) ask(ctx context.Context, queries []eval.Query, mode search.Mode, a Asking) (asked, error) {
	out := asked{run: eval.Run{Unit: a.Unit, Hits: map[string][]eval.Hit{}}}
	for i, q := range queries {
		request := a.request(q, mode)
		if i == 0 {
			if _, err := e.hitsFor(ctx, request, a.Unit); err != nil {
				return out, atQuestion(q, err)
			}
		}
		began := time.Now()
		answer, err := e.hitsFor(ctx, request, a.Unit)
		if err != nil {
			return out, atQuestion(q, err)
		}
		out.took = append(out.took, time.Since(began))
		if failure := answer.Index.Degraded; failure != "" {
			return out, atQuestion(q, &DegradedError{Mode: answer.Mode, Failure: failure})
		}
		out.run.Name, out.index = string(answer.Mode), answer.Index
		out.run.Hits[q.ID] = hitsOf(answer)
		if a.Report != nil {
			a.Report(i+1, len(queries))
		}
	}
	return out, nil
}

// DegradedError says that a mode answered without one of its legs: its numbers would be those of
// another mode.
type DegradedError struct {
	Mode    search.Mode
	Failure string // the named failure of the leg
}

func (e *DegradedError) Error() string {
	return fmt.Sprintf("the mode %s could not be measured: one of its legs failed (%s)", e.Mode, e.Failure)
}

func (e *Engine) hitsFor(ctx context.Context, r SearchRequest, unit eval.Unit) (SearchAnswer, error) {
	if unit == eval.Chunks {
		return e.SearchChunks(ctx, r)
	}
	return e.Search(ctx, r)
}

// request is a question as Search takes it. Each copy counts: what is judged is files. Texts are read for runs of chunks alone, since only
// there passages are judged.
func (a Asking) request(q eval.Query, mode search.Mode) SearchRequest {
	r := SearchRequest{Query: q.Text, Literal: a.Literal, Mode: mode, Scope: a.Scope, All: a.All, Limit: a.Depth, Copies: true, Full: a.Unit == eval.Chunks}
	switch collection := string(q.Collection); {
	case collection == "":
	case strings.ContainsFunc(collection, unicode.IsSpace): // no word of a query can hold it
		r.Scope = collection
	default:
		r.Query = "namespace:" + collection + " " + q.Text
	}
	return r
}

func hitsOf(answer SearchAnswer) []eval.Hit {
	hits := make([]eval.Hit, len(answer.Hits))
	for i, h := range answer.Hits {
		hits[i] = eval.Hit{
			Document: eval.DocumentName{Collection: h.Collection, File: h.File},
			Chunk:    h.ChunkIndex, Page: h.Page, Text: h.Text,
		}
	}
	return hits
}

func atQuestion(q eval.Query, err error) error { return fmt.Errorf("question %s: %w", q.ID, err) }

// searched lists the documents of all collections in which some question will be asked.
func (e *Engine) searched(ctx context.Context, queries []eval.Query, a Asking) ([]eval.DocumentName, error) {
	reader, err := e.open(ctx)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	known, err := shelves(ctx, reader)
	if err != nil {
		return nil, err
	}
	chosen := map[corpus.CollectionPath]bool{}
	for _, q := range queries {
		parsed, err := search.Parse(a.request(q, ""))
		if err != nil {
			return nil, atQuestion(q, err)
		}
		collections, err := parsed.Resolve(known)
		if err != nil {
			return nil, atQuestion(q, err)
		}
		for _, c := range collections {
			chosen[c] = true
		}
	}
	return documentsOf(ctx, reader, slices.Sorted(maps.Keys(chosen)))
}

// shelves are the paths of all collections.
func shelves(ctx context.Context, reader index.Reader) ([]corpus.CollectionPath, error) {
	info, err := reader.Info(ctx)
	var paths []corpus.CollectionPath
	for _, c := range info.Collections {
		paths = append(paths, c.Path)
	}
	return paths, err
}

func documentsOf(ctx context.Context, reader index.Reader, collections []corpus.CollectionPath) ([]eval.DocumentName, error) {
	var out []eval.DocumentName
	for _, c := range collections {
		files, err := reader.Files(ctx, c)
		if err != nil {
			return nil, err
		}
		for _, file := range slices.Sorted(maps.Keys(files)) {
			out = append(out, eval.DocumentName{Collection: c, File: file})
		}
	}
	return out, nil
}
