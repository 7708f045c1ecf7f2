package search

import (
	"context"

	"octavo/engine/index"
)

// contest lets through what competes in a ranking: one match of each document where documents are
// ranked, and one of several copies. Copies score alike, so that they come in the order of their
// names: whichever leg finds them, the first one stays.
type contest struct {
	question question
	seen     map[index.ChunkRef]bool
	texts    map[revisionChunk]bool
}

type revisionChunk struct {
	revision string
	index    int
}

func (q question) contest() contest {
	return contest{question: q, seen: map[index.ChunkRef]bool{}, texts: map[revisionChunk]bool{}}
}

func (c contest) admits(at index.ChunkRef, revision string) bool {
	if revision == c.question.except && revision != "" {
		return false
	}
	key := c.question.unit.key(at)
	if c.seen[key] {
		return false
	}
	c.seen[key] = true
	text := revisionChunk{revision, key.Index}
	if c.question.copies {
		return true
	}
	if c.texts[text] {
		return false
	}
	c.texts[text] = true
	return true
}

// addCopies names the documents that were folded into hits, as far as the filter lets them through.
func (s Searcher) addCopies(ctx context.Context, hits []Hit, q question) error {
	if q.copies || len(hits) == 0 {
		return nil
	}
	asked := make([]index.DocumentRef, len(hits))
	for i, h := range hits {
		asked[i] = index.DocumentRef{Collection: h.Collection, File: h.File}
	}
	copies, err := s.Reader.Copies(ctx, asked, q.filter)
	if err != nil {
		return err
	}
	for i := range hits {
		hits[i].Copies = copies[asked[i]]
	}
	return nil
}
