package search

import (
	"context"
	"fmt"

	"octavo/engine/index"
	"octavo/engine/lexical"
)

// everything is a limit that no candidate set reaches.
const everything = 1 << 28

// question is a request made ready for the legs.
type question struct {
	text   string       // what is embedded: words and phrases, no filters and no exclusions
	vector []float32    // of the text; nil where none is needed
	plan   lexical.Plan // what is looked up
	filter index.Filter
	unit   unit
	copies bool   // copies compete with each other
	except string // a revision that is left out; empty: none
}

// byMeaning lets the vectors find up to depth candidates.
func (s Searcher) byMeaning(ctx context.Context, q question, depth int, into *pool) error {
	first := depth
	if q.unit == documents {
		first *= 4 // they have several chunks each
	}
	matches, err := competing(q, depth, first, func(limit int) ([]index.Match, error) {
		return s.Reader.Nearest(ctx, q.vector, q.filter, limit)
	}, func(m index.Match) (index.ChunkRef, string) { return m.ChunkRef, m.Revision })
	if err != nil {
		return err
	}
	for rank, m := range matches {
		into.candidate(m.ChunkRef, m.Revision).meaning = legScore{at: m.ChunkRef, value: m.Cosine, rank: rank, scored: true}
	}
	return nil
}

// byWords lets the words find up to depth candidates.
func (s Searcher) byWords(ctx context.Context, q question, depth int, into *pool) error {
	matches, err := competing(q, depth, depth, func(limit int) ([]index.WordMatch, error) {
		return s.Reader.Words(ctx, q.plan, q.filter, q.unit.level(), limit)
	}, func(m index.WordMatch) (index.ChunkRef, string) { return m.ChunkRef, m.Revision })
	if err != nil {
		return fmt.Errorf("search words: %w", err)
	}
	for rank, m := range matches {
		c := into.candidate(m.ChunkRef, m.Revision)
		c.words = legScore{at: m.ChunkRef, value: m.Score, rank: rank, scored: true}
		c.terms = m.Terms
	}
	return nil
}

// competing reads ever more matches until depth of them compete with each other, or there are no
// more: of a document that is ranked as a whole the best chunk counts, of copies the first. It begins
// with the first so many.
func competing[M any](q question, depth, first int, read func(limit int) ([]M, error), of func(M) (index.ChunkRef, string)) ([]M, error) {
	for asked := first; ; asked *= 4 {
		matches, err := read(asked)
		if err != nil {
			return nil, err
		}
		var kept []M
		contest := q.contest()
		for _, m := range matches {
			if len(kept) < depth && contest.admits(of(m)) {
				kept = append(kept, m)
			}
		}
		if len(kept) == depth || len(matches) < asked {
			return kept, nil
		}
	}
}

// complete gives every candidate its value in both legs, also where the leg did not find it. A
// candidate without any of the words has a BM25 of 0.
func (s Searcher) complete(ctx context.Context, q question, of *pool) error {
	among := index.Filter{Documents: of.documents()}
	matches, err := s.Reader.Nearest(ctx, q.vector, among, everything)
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
