package index

import (
	"context"
	"fmt"

	"octavo/engine/corpus"
)

// slack is how many rows are read beyond the limit, so that equal scores at the boundary are seen.
const slack = 32

// candidate is a scored row whose names are not looked up yet.
type candidate struct {
	owner  int32 // the document; in a version the revision, whatever documents have it
	index  int
	cosine float64
}

func (r *fileReader) Nearest(ctx context.Context, query []float32, filter Filter, limit int) ([]Match, error) {
	if r.active == nil {
		return nil, ErrNoActiveGeneration
	}
	if err := checkVector(corpus.TextKey{}, query, r.active.Spec.Dimension); err != nil {
		return nil, err
	}
	if limit <= 0 {
		return nil, nil
	}
	matches, err := r.nearest(ctx, quantise(query), filter, limit)
	if err != nil {
		return nil, fmt.Errorf("search vectors: %w", damaged(r.path, err))
	}
	return best(matches, limit), nil
}

func (r *fileReader) nearest(ctx context.Context, query coded, filter Filter, limit int) ([]Match, error) {
	among, err := resolve(ctx, r.db, r.edition, filter)
	if err != nil {
		return nil, err
	}
	if r.version != 0 {
		candidates, err := r.nearestRevisions(ctx, query, among, limit)
		if err != nil {
			return nil, err
		}
		return r.nameRevisions(ctx, candidates, among)
	}
	candidates, err := r.candidates(ctx, query, among, limit)
	if err != nil {
		return nil, err
	}
	return r.name(ctx, candidates)
}

func (r *fileReader) candidates(ctx context.Context, query coded, among scope, limit int) ([]candidate, error) {
	if r.hnsw != nil && among.everything() && limit <= hnswLimit && r.hnsw.ready(ctx) {
		found, err := r.hnsw.candidates(ctx, query, limit)
		if err != nil || len(found) >= min(limit, r.active.Embedded) {
			return found, err
		} // a graph may have parts that a search does not reach
	}
	return nearestExact(ctx, r.db, r.active.Generation, query, among, limit)
}

// nearestExact compares a query with the rows of live chunks.
func nearestExact(ctx context.Context, on session, g Generation, query coded, among scope, limit int) ([]candidate, error) {
	var args []any
	text := statement("reader/nearest.sql", g.tables()...)
	if !among.any {
		text = statement("reader/nearest_among.sql", g.tables()...)
		args = append(args, bind("documents", among.documents)...)
	} else if !among.anywhere {
		text = statement("reader/nearest_within.sql", g.tables()...)
		args = append(args, bind("collections", among.collections)...)
	}
	return ranked(ctx, on, text, args, query, limit)
}

// ranked reads the rows of a statement, greatest score first, until the one at the limit is followed
// by a smaller one: then every row that may take part in a tie at the boundary is among them.
func ranked(ctx context.Context, on session, text string, args []any, query coded, limit int) ([]candidate, error) {
	for count := limit + slack; ; count *= 4 {
		var out []candidate
		err := each(ctx, on, text, append(bind("query", query.floats(), "limit", count), args...), func(scan func(...any) error) error {
			var c candidate
			var dot float64
			var scale float32
			if err := scan(&c.owner, &c.index, &dot, &scale); err != nil {
				return err
			}
			c.cosine = cosine(dot, scale, query.scale)
			out = append(out, c)
			return nil
		})
		if err != nil || len(out) < count || out[count-1].cosine < out[limit-1].cosine {
			return out, err
		}
	}
}

// name looks up where candidates stand.
func (r *fileReader) name(ctx context.Context, candidates []candidate) ([]Match, error) {
	owners := map[int32]Match{}
	for _, c := range candidates {
		owners[c.owner] = Match{}
	}
	ids := make([]int32, 0, len(owners))
	for id := range owners {
		ids = append(ids, id)
	}
	err := each(ctx, r.db, r.statement("reader/owners.sql"), bind("documents", ids), func(scan func(...any) error) error {
		var id int32
		var of Match
		err := scan(&id, &of.Collection, &of.File, &of.Revision)
		owners[id] = of
		return err
	})
	if err != nil {
		return nil, err
	}
	var out []Match
	for _, c := range candidates {
		match := owners[c.owner]
		match.Index, match.Cosine = c.index, c.cosine
		out = append(out, match)
	}
	return out, nil
}
