package index

import (
	"context"
	"fmt"
)

func (r *fileReader) Copies(ctx context.Context, of []DocumentRef, filter Filter) (map[DocumentRef][]Copy, error) {
	out := map[DocumentRef][]Copy{}
	among, err := resolve(ctx, r.db, r.edition, filter)
	if err != nil {
		return nil, fmt.Errorf("look for copies: %w", damaged(r.path, err))
	}
	paths, files := split(of)
	args := append(among.args(), bind("store", string(r.store), "paths", paths, "files", files)...)
	err = each(ctx, r.db, r.statement("reader/copies.sql"), args, func(scan func(...any) error) error {
		var asked DocumentRef
		var other Copy
		var slug string
		err := scan(&asked.Collection, &asked.File, &other.Collection, &other.File, &slug)
		other.DocumentPath = documentPath(other.Collection, slug)
		out[asked] = append(out[asked], other)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look for copies: %w", damaged(r.path, err))
	}
	return out, nil
}

func (r *fileReader) Outcome(ctx context.Context, at DocumentRef) (Outcome, error) {
	var out []Outcome
	args := bind("collection", string(at.Collection), "file", string(at.File))
	err := each(ctx, r.db, statement("reader/outcome.sql"), args, func(scan func(...any) error) error {
		o := Outcome{Collection: at.Collection, File: at.File}
		err := scan(&o.Outcome, &o.Reason, &o.Detail, &o.Extractor, &o.Characters, &o.Chunks, &o.PagesWithoutText, &o.Seconds)
		out = append(out, o)
		return err
	})
	if err != nil {
		return Outcome{}, fmt.Errorf("read the outcome of %s: %w", at.File, damaged(r.path, err))
	}
	if len(out) == 0 {
		return Outcome{}, ErrNotFound
	}
	return out[0], nil
}
