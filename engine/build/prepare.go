package build

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"octavo/engine/build/walk"
	"octavo/engine/chunk"
	"octavo/engine/corpus"
	"octavo/engine/extract"
	"octavo/engine/index"
	"octavo/engine/lexical"
)

// task is one file to look at.
type task struct {
	source *Source
	entry  walk.Entry
	before index.FileState
	known  bool // the index has this file, in state before
}

// result is what became of a task: an outcome for the ledger and, where the file is to be
// written, the document.
type result struct {
	task     task
	outcome  index.Outcome
	document *index.NewDocument
}

// preparer reads, hashes, extracts and cuts one file at a time. It is safe for concurrent use.
type preparer struct {
	extractor *extract.Extractor
	maxSize   int64
	force     bool
}

func newPreparer(r Request, extractor *extract.Extractor) *preparer {
	return &preparer{extractor: extractor, maxSize: r.maxSize(), force: r.Force}
}

func (r Request) maxSize() int64 {
	if r.MaxSize > 0 {
		return r.MaxSize
	}
	return DefaultMaxSize
}

// prepare never fails as a whole: what goes wrong with a file becomes its outcome.
func (p *preparer) prepare(ctx context.Context, t task) result {
	began := time.Now()
	r := result{task: t, outcome: index.Outcome{Collection: t.source.Collection, File: t.entry.Path}}
	if t.entry.Skip != "" {
		r.pass(outcomeOf(t.entry.Skip), t.entry.Skip, t.entry.Detail)
		return r
	}
	data, err := walk.Read(t.entry, p.maxSize)
	if err != nil {
		r.pass(Failed, "unreadable", err.Error())
		return r
	}
	state := index.FileState{ContentHash: sha256.Sum256(data), Extractor: extract.Identify(t.entry.Path, data[:min(len(data), extract.HeadSize)])}
	if t.known && state == t.before && !p.force {
		r.outcome.Outcome, r.outcome.Extractor = Unchanged, state.Extractor
		return r
	}
	extracted, err := p.extractor.Extract(ctx, t.entry.Path, data)
	var refused *extract.Refused
	switch {
	case errors.As(err, &refused):
		r.pass(Skipped, refused.Reason, refused.Detail)
	case err != nil:
		r.pass(Failed, "extraction-failed", err.Error())
	default:
		r.document = compose(t, state.ContentHash, int64(len(data)), extracted)
		r.describe(time.Since(began))
	}
	return r
}

func (r *result) pass(outcome, reason, detail string) {
	r.outcome.Outcome, r.outcome.Reason, r.outcome.Detail = outcome, reason, detail
}

func (r *result) describe(spent time.Duration) {
	d := r.document
	r.outcome.Outcome = Indexed
	if len(d.PagesWithoutText) > 0 {
		r.pass(Partial, "pages-without-text", "")
	}
	r.outcome.Extractor = d.Extractor
	r.outcome.Characters = d.Characters
	r.outcome.Chunks = d.Chunks
	r.outcome.PagesWithoutText = len(d.PagesWithoutText)
	r.outcome.Seconds = spent.Seconds()
}

func compose(t task, hash corpus.ContentHash, size int64, x extract.Result) *index.NewDocument {
	chunks := chunk.Cut(x.Text)
	language := lexical.Detect(x.Text.Characters)
	title := titleOf(x.Title, t.entry.Path)
	return &index.NewDocument{
		Document: index.Document{
			Collection:       t.source.Collection,
			File:             t.entry.Path,
			DocumentPath:     corpus.DocumentPath(t.source.Collection, t.entry.Path),
			Title:            title,
			Summary:          summarise(x.Text.Characters, title),
			MIME:             x.MIME,
			Extractor:        x.Extractor,
			ContentHash:      hash,
			Bytes:            size,
			Pages:            x.Pages,
			Characters:       characters(chunks),
			Chunks:           len(chunks),
			PagesWithoutText: x.PagesWithoutText,
			Metadata:         x.Metadata,
			LastModified:     t.entry.Modified.UTC().Truncate(time.Microsecond),
		},
		PageStarts: x.Text.PageStarts,
		Cut:        chunks,
		Language:   language,
		Words:      lexical.CountByChunk(lexical.Analyze(x.Text.Characters, language), chunks),
	}
}

func characters(chunks []corpus.Chunk) int {
	if len(chunks) == 0 {
		return 0
	}
	return chunks[len(chunks)-1].End
}

// The outcomes of a file.
const (
	Indexed   = "indexed"
	Partial   = "partial" // indexed, but some pages had no text
	Unchanged = "unchanged"
	Skipped   = "skipped" // passed over on purpose
	Failed    = "failed"
)

// outcomeOf tells whether a file that the walk could not offer was passed over or failed.
func outcomeOf(reason string) string {
	if reason == "unreadable" {
		return Failed
	}
	return Skipped
}
