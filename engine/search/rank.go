package search

import (
	"context"
	"fmt"

	"octavo/engine/index"
)

// fusionDepth is how many candidates each leg gives to a hybrid search, at least.
const fusionDepth = 100

// bySemantics ranks by cosine alone; like the others it returns all that it had to look at, at least
// limit of them where there are so many. Where the question has phrases or exclusions, more is read
// until enough is left.
func (s Searcher) bySemantics(ctx context.Context, q question, limit int) ([]candidate, error) {
	for depth := limit; ; depth *= 4 {
		p := newPool(q.unit)
		if err := s.byMeaning(ctx, q, depth, p); err != nil {
			return nil, err
		}
		found := len(p.items)
		if err := s.constrain(ctx, q, p); err != nil {
			return nil, err
		}
		if len(p.items) >= limit || found < depth {
			return scored(p.items, func(c candidate) float64 { return c.meaning.value }), nil
		}
	}
}

// byLexicon ranks by BM25 alone.
func (s Searcher) byLexicon(ctx context.Context, q question, limit int) ([]candidate, error) {
	p := newPool(q.unit)
	if err := s.byWords(ctx, q, limit, p); err != nil {
		return nil, err
	}
	return scored(p.items, func(c candidate) float64 { return c.words.value }), nil
}

func scored(of []candidate, value func(candidate) float64) []candidate {
	for i := range of {
		of[i].fused = value(of[i])
		of[i].score = of[i].fused
	}
	sortByScore(of)
	return of
}

// byBoth lets both legs find candidates, scores each of them in both, and fuses the scores.
// Documents are then smoothed over their neighbours.
func (s Searcher) byBoth(ctx context.Context, q question, limit int) ([]candidate, error) {
	p := newPool(q.unit)
	depth := max(limit, fusionDepth)
	if err := s.byMeaning(ctx, q, depth, p); err != nil {
		return nil, err
	}
	if err := s.byWords(ctx, q, depth, p); err != nil {
		return nil, err
	}
	if err := s.constrain(ctx, q, p); err != nil || len(p.items) == 0 {
		return nil, err
	}
	if err := s.complete(ctx, q, p); err != nil {
		return nil, err
	}
	items := p.items
	sortByPlace(items)
	s.fuseInto(items)
	if q.unit == documents && s.Ranking.Smoothing.share() > 0 {
		if err := s.smoothInto(ctx, items); err != nil {
			return nil, err
		}
	}
	sortByScore(items)
	return items, nil
}

// fuseInto sets the fused score of candidates, which are in order of place.
func (s Searcher) fuseInto(items []candidate) {
	meaning := leg{weight: s.Ranking.MeaningWeight, scores: make([]float64, len(items)), found: make([]bool, len(items))}
	words := leg{weight: s.Ranking.WordsWeight, scores: make([]float64, len(items)), found: make([]bool, len(items))}
	for i, c := range items {
		meaning.scores[i], meaning.found[i] = c.meaning.value, c.meaning.rank >= 0
		words.scores[i], words.found[i] = c.words.value, c.words.rank >= 0
	}
	fused := fuse(s.Ranking.Fusion, []leg{meaning, words}, nil)
	z := [2][]float64{standardise(meaning.scores), standardise(words.scores)}
	for i := range items {
		c := &items[i]
		c.fused, c.score = fused[i], fused[i]
		c.at = c.meaning.at
		if z[1][i] > z[0][i] {
			c.at = c.words.at // the words say more clearly where the answer is
		}
	}
}

func (s Searcher) smoothInto(ctx context.Context, items []candidate) error {
	asked := make([]index.DocumentRef, len(items))
	scores := make([]float64, len(items))
	for i, c := range items {
		asked[i], scores[i] = documentOf(c.at), c.fused
	}
	found, err := s.Reader.Profiles(ctx, asked)
	if err != nil {
		return fmt.Errorf("compare candidates: %w", err)
	}
	if len(found) != len(items) {
		return fmt.Errorf("the index has no profile of %d candidates", len(items)-len(found))
	}
	for i, score := range smooth(scores, found, s.Ranking.Smoothing) {
		items[i].score = score
	}
	return nil
}
