package index

import (
	"context"
	"database/sql"
	"fmt"

	"octavo/engine/corpus"
)

// place is a row of chunks.
type place struct {
	revision int32
	index    int32
}

// holder is a document that asked-for passages belong to.
type holder struct {
	slug, title string
	revision    int32
	chunks      int
}

// row is what a passage is made of.
type row struct {
	overlap int
	part    string
	page    int
	box     *corpus.Box
}

func (r *fileReader) Passages(ctx context.Context, refs []ChunkRef) ([]Passage, error) {
	holders, err := r.holders(ctx, refs)
	if err != nil {
		return nil, fmt.Errorf("read passages: %w", damaged(r.path, err))
	}
	asked := map[place]bool{}
	for _, ref := range refs {
		if h, found := holders[Locator{Collection: ref.Collection, File: ref.File}]; found {
			at := place{h.revision, int32(ref.Index)}
			asked[at] = true
			at.index--
			asked[at] = true
		}
	}
	rows, err := r.rows(ctx, asked)
	if err != nil {
		return nil, fmt.Errorf("read passages: %w", damaged(r.path, err))
	}
	var out []Passage
	for _, ref := range refs {
		h, found := holders[Locator{Collection: ref.Collection, File: ref.File}]
		if !found || ref.Index < 0 || ref.Index >= h.chunks {
			continue
		}
		here, before := rows[place{h.revision, int32(ref.Index)}], rows[place{h.revision, int32(ref.Index) - 1}]
		out = append(out, Passage{
			ChunkRef: ref, DocumentPath: documentPath(ref.Collection, h.slug), Title: h.title, Chunks: h.chunks,
			Text: tail(before.part, here.overlap) + here.part, Overlap: here.overlap, Page: here.page, Box: here.box,
		})
	}
	return out, nil
}

func (r *fileReader) holders(ctx context.Context, refs []ChunkRef) (map[Locator]holder, error) {
	var collections, files []string
	seen := map[Locator]bool{}
	for _, ref := range refs {
		at := Locator{Collection: ref.Collection, File: ref.File}
		if !seen[at] {
			seen[at] = true
			collections, files = append(collections, string(ref.Collection)), append(files, string(ref.File))
		}
	}
	out := map[Locator]holder{}
	args := bind("store", string(r.store), "collections", collections, "files", files)
	err := each(ctx, r.db, r.statement("reader/holders.sql"), args, func(scan func(...any) error) error {
		var at Locator
		var h holder
		if err := scan(&at.Collection, &at.File, &h.slug, &h.title, &h.revision, &h.chunks); err != nil {
			return err
		}
		out[at] = h
		return nil
	})
	return out, err
}

func (r *fileReader) rows(ctx context.Context, asked map[place]bool) (map[place]row, error) {
	var revisions, indexes []int32
	for at := range asked {
		revisions, indexes = append(revisions, at.revision), append(indexes, at.index)
	}
	out := map[place]row{}
	args := bind("revisions", revisions, "indexes", indexes)
	err := each(ctx, r.db, statement("reader/parts.sql"), args, func(scan func(...any) error) error {
		var at place
		var here row
		var page sql.NullInt32
		var x, y, w, h sql.NullFloat64
		if err := scan(&at.revision, &at.index, &here.overlap, &here.part, &page, &x, &y, &w, &h); err != nil {
			return err
		}
		here.page = int(page.Int32)
		if x.Valid {
			here.box = &corpus.Box{X: x.Float64, Y: y.Float64, W: w.Float64, H: h.Float64}
		}
		out[at] = here
		return nil
	})
	return out, err
}

// tail is the last n code points of s.
func tail(s string, n int) string {
	end := len(s)
	for ; n > 0 && end > 0; n-- {
		end--
		for end > 0 && s[end]&0xC0 == 0x80 {
			end--
		}
	}
	return s[end:]
}
