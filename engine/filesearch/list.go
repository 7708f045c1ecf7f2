package filesearch

import (
	"context"
	"strings"

	"octavo/engine/index"
)

// Preview says how much of a document is shown.
type Preview struct {
	Words      int // 0: paragraphs
	Paragraphs int
}

// ListRequest asks for documents.
type ListRequest struct {
	Place   // which; either may be empty
	Limit   int
	Cursor  string // of the page before
	Preview Preview
}

// Listed is a document with its beginning.
type Listed struct {
	Row
	Preview string
}

// Listing is a page of documents, in order of collection and file.
type Listing struct {
	Documents []Listed
	Total     int    // of all pages
	Next      string // cursor; empty on the last page
}

// Files lists documents. Errors: *UnknownError, *CursorError.
func (l Library) Files(ctx context.Context, r ListRequest) (Listing, error) {
	rows, err := l.rows(ctx)
	if err != nil {
		return Listing{}, err
	}
	if rows, err = l.within(rows, r.Place); err != nil {
		return Listing{}, err
	}
	info, err := l.Reader.Info(ctx)
	if err != nil {
		return Listing{}, err
	}
	digest := digestOf("list", info.Snapshot, r.Category, r.Group)
	from, err := offsetOf(r.Cursor, digest)
	if err != nil {
		return Listing{}, err
	}
	out := Listing{Total: len(rows)}
	from = min(from, len(rows))
	to := min(from+r.Limit, len(rows))
	for _, row := range rows[from:to] {
		beginning, err := l.beginning(ctx, row.Document, r.Preview)
		if err != nil {
			return Listing{}, err
		}
		out.Documents = append(out.Documents, Listed{row, beginning})
	}
	if to < len(rows) {
		out.Next = cursorAt(to, digest)
	}
	return out, nil
}

// beginning reads as many chunks as the preview may need, and no more.
func (l Library) beginning(ctx context.Context, d index.Document, p Preview) (string, error) {
	for chunks := 1; ; chunks *= 4 {
		text, err := l.stretch(ctx, index.DocumentRef{Collection: d.Collection, File: d.File}, 0, min(chunks, d.Chunks))
		if err != nil {
			return "", err
		}
		enough := len(wordsOf(text)) > p.Words
		preview := firstWords(text, p.Words)
		if p.Words == 0 {
			preview = firstParagraphs(text, p.Paragraphs)
			enough = firstParagraphs(text, p.Paragraphs+1) != preview
		}
		if enough || chunks >= d.Chunks {
			return preview, nil
		}
	}
}

// stretch is the text of some chunks of a document, half-open, each character once.
func (l Library) stretch(ctx context.Context, of index.DocumentRef, from, to int) (string, error) {
	var refs []index.ChunkRef
	for i := from; i < to; i++ {
		refs = append(refs, index.ChunkRef{Collection: of.Collection, File: of.File, Index: i})
	}
	passages, err := l.Reader.Passages(ctx, refs)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for i, p := range passages {
		shared := 0
		if i > 0 {
			shared = p.Overlap
		}
		text.WriteString(string([]rune(p.Text)[shared:]))
	}
	return text.String(), nil
}
