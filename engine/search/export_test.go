package search

import (
	"context"

	"octavo/engine/index"
)

// Scored is a candidate with the score that ranks it.
type Scored struct {
	At    index.ChunkRef
	Score float64
}

// HybridCandidates are the best candidates of a hybrid search of the whole file with their scores:
// documents, each by its best chunk, or chunks.
func (s Searcher) HybridCandidates(ctx context.Context, text string, ofDocuments bool, limit int) ([]Scored, error) {
	query, err := Parse(Request{Query: text, Literal: true, All: true})
	if err != nil {
		return nil, err
	}
	info, err := s.Reader.Info(ctx)
	if err != nil {
		return nil, err
	}
	q := question{text: query.Words.Text(), plan: query.Words.Plan(info.Languages), unit: chunks}
	if ofDocuments {
		q.unit = documents
	}
	if err := s.takeVector(ctx, &q); err != nil {
		return nil, err
	}
	found, err := s.byBoth(ctx, q, limit)
	found = found[:min(limit, len(found))]
	out := make([]Scored, len(found))
	for i, c := range found {
		out[i] = Scored{c.at, c.score}
	}
	return out, err
}
