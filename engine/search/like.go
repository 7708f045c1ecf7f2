package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"octavo/engine/index"
	"octavo/engine/lexical"
)

// likeTerms is how many terms of a text stand for it in the lexical leg: those that weigh most. It
// is the default of Lucene's MoreLikeThis; further ones are the words that every text holds.
const likeTerms = 25

// LikeError says that the text to look for more of is not in the index.
type LikeError struct{ Like Like }

func (e *LikeError) Error() string {
	name := fmt.Sprintf("%s/%s", e.Like.At.Collection, e.Like.At.File)
	if e.Like.Chunk >= 0 {
		return fmt.Sprintf("%s has no chunk %d in the index", name, e.Like.Chunk)
	}
	return name + " is not in the index"
}

// takeLike makes a question of a text: its vector, which needs no model, and its heaviest terms. The
// text itself and its copies are no answer to it.
func (s Searcher) takeLike(ctx context.Context, like Like, q *question) error {
	gist, err := s.Reader.Gist(ctx, index.DocumentRef{Collection: like.At.Collection, File: like.At.File}, like.Chunk)
	if errors.Is(err, index.ErrNotFound) {
		return &LikeError{Like: like}
	}
	if err != nil {
		return err
	}
	q.vector, q.except = gist.Vector, gist.Revision
	for _, t := range gist.Terms[:min(likeTerms, len(gist.Terms))] {
		q.plan.Scored = append(q.plan.Scored, lexical.Group{Terms: []string{t.Term}, Count: 1})
	}
	slices.SortFunc(q.plan.Scored, func(a, b lexical.Group) int { return cmp.Compare(a.Terms[0], b.Terms[0]) })
	return nil
}
