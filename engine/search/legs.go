package search

import (
	"context"
	"fmt"

	"octavo/engine/index"
	"octavo/engine/lexical"
)

// everything is a limit that no candidate set reaches.
const everything = 1 << 30

// question is a request made ready for the legs.
type question struct {
	text   string       // what is embedded: words and phrases, no filters and no exclusions
	plan   lexical.Plan // what is looked up
	filter index.Filter
	unit   unit
}

// byMeaning lets the vectors find up to depth candidates.
func (s Searcher) byMeaning(ctx context.Context, q question, vector []float32, depth int, into *pool) error {
	matches, err := s.nearest(ctx, q, vector, depth)
	if err != nil {
		return err
	}
	for rank, m := range matches {
		into.candidate(m.ChunkRef).meaning = legScore{at: m.ChunkRef, value: m.Cosine, rank: rank, scored: true}
	}
	return nil
}

// nearest is Reader.Nearest by unit: for documents it asks for ever more chunks until depth of
// them are among those found, or there are no more.
func (s Searcher) nearest(ctx context.Context, q question, vector []float32, depth int) ([]index.Match, error) {
	if q.unit == chunks {
		return s.Reader.Nearest(ctx, vector, q.filter, depth)
	}
	for asked := 4 * depth; ; asked *= 4 {
		matches, err := s.Reader.Nearest(ctx, vector, q.filter, asked)
		if err != nil {
			return nil, err
		}
		if best := bestOfEach(matches, depth); len(best) == depth || len(matches) < asked {
			return best, nil
		}
	}
}

// bestOfEach keeps the first match of each document, up to limit of them.
func bestOfEach(matches []index.Match, limit int) []index.Match {
	var best []index.Match
	seen := map[index.DocumentRef]bool{}
	for _, m := range matches {
		if of := documentOf(m.ChunkRef); !seen[of] && len(best) < limit {
			seen[of] = true
			best = append(best, m)
		}
	}
	return best
}

// byWords lets the words find up to depth candidates.
func (s Searcher) byWords(ctx context.Context, q question, depth int, into *pool) error {
	matches, err := s.Reader.Words(ctx, q.plan, q.filter, q.unit.level(), depth)
	if err != nil {
		return fmt.Errorf("search words: %w", err)
	}
	for rank, m := range matches {
		c := into.candidate(m.ChunkRef)
		c.words = legScore{at: m.ChunkRef, value: m.Score, rank: rank, scored: true}
		c.terms = m.Terms
	}
	return nil
}

// complete gives every candidate its value in both legs, also where the leg did not find it. A
// candidate without any of the words has a BM25 of 0.
func (s Searcher) complete(ctx context.Context, q question, vector []float32, of *pool) error {
	among := index.Filter{Documents: of.documents()}
	matches, err := s.Reader.Nearest(ctx, vector, among, everything)
	if err != nil {
		return err
	}
	for _, m := range matches {
		if c := of.known(m.ChunkRef); c != nil && !c.meaning.scored {
			c.meaning = legScore{at: m.ChunkRef, value: m.Cosine, rank: -1, scored: true}
		}
	}
	words, err := s.Reader.Words(ctx, lexical.Plan{Scored: q.plan.Scored}, among, q.unit.level(), everything)
	if err != nil {
		return fmt.Errorf("search words: %w", err)
	}
	for _, m := range words {
		if c := of.known(m.ChunkRef); c != nil && !c.words.scored {
			c.words = legScore{at: m.ChunkRef, value: m.Score, rank: -1, scored: true}
			c.terms = m.Terms
		}
	}
	for i := range of.items {
		c := &of.items[i]
		if !c.words.scored {
			c.words = legScore{at: c.at, rank: -1, scored: true}
		}
		if !c.meaning.scored {
			c.meaning = legScore{at: c.at, rank: -1, scored: true} // a chunk that shows nothing has no vector
		}
	}
	return nil
}

// constrain drops candidates that lack a phrase of the question or hold what it excludes.
func (s Searcher) constrain(ctx context.Context, q question, of *pool) error {
	if len(q.plan.Phrases) == 0 && len(q.plan.Without) == 0 {
		return nil
	}
	holds := func(phrase []lexical.Group) (map[index.ChunkRef]bool, error) {
		plan := lexical.Plan{Scored: phrase, Phrases: [][]lexical.Group{phrase}}
		matches, err := s.Reader.Words(ctx, plan, index.Filter{Documents: of.documents()}, q.unit.level(), everything)
		if err != nil {
			return nil, fmt.Errorf("search words: %w", err)
		}
		found := map[index.ChunkRef]bool{}
		for _, m := range matches {
			found[q.unit.key(m.ChunkRef)] = true
		}
		return found, nil
	}
	drop := map[index.ChunkRef]bool{}
	check := func(phrases [][]lexical.Group, wanted bool) error {
		for _, phrase := range phrases {
			found, err := holds(phrase)
			if err != nil {
				return err
			}
			for key := range of.at {
				drop[key] = drop[key] || found[key] != wanted
			}
		}
		return nil
	}
	if err := check(q.plan.Phrases, true); err != nil {
		return err
	}
	if err := check(q.plan.Without, false); err != nil {
		return err
	}
	kept := newPool(of.unit)
	for _, c := range of.items {
		if key := of.unit.key(c.at); !drop[key] {
			kept.at[key] = len(kept.items)
			kept.items = append(kept.items, c)
		}
	}
	*of = *kept
	return nil
}
