package index

import (
	"cmp"
	"context"
	"slices"
	"unicode/utf8"

	"octavo/engine/lexical"
)

// sought is a word of a question as an index looks for it.
type sought struct {
	name  string   // the first term of its group
	terms []string // of the group, and the compounds of the vocabulary that end in its heads
	count int      // how often the question says it
}

// vocabulary is the terms of a store.
type vocabulary interface {
	// endingIn returns those that end in the suffix.
	endingIn(ctx context.Context, suffix string) ([]string, error)
	// among returns those of the terms that are in the vocabulary.
	among(ctx context.Context, terms []string) (map[string]bool, error)
}

// seek makes out what to look for. The vocabulary is asked only where a word may end compounds.
func seek(ctx context.Context, groups []lexical.Group, v vocabulary) ([]sought, error) {
	out := make([]sought, len(groups))
	for i, g := range groups {
		out[i] = sought{name: g.Terms[0], terms: slices.Clone(g.Terms), count: g.Count}
		for _, head := range g.Heads {
			found, err := compounds(ctx, head, v)
			if err != nil {
				return nil, err
			}
			out[i].terms = append(out[i].terms, found...)
		}
		slices.Sort(out[i].terms)
		out[i].terms = slices.Compact(out[i].terms)
	}
	return out, nil
}

// compounds are the terms that end in the head. Which modifiers have to be known is collected in a
// first round, so that the vocabulary is asked once for all of them.
func compounds(ctx context.Context, head lexical.Head, v vocabulary) ([]string, error) {
	candidates, err := v.endingIn(ctx, head.Term)
	if err != nil {
		return nil, err
	}
	var modifiers []string
	for _, c := range candidates {
		lexical.IsCompound(c, head, func(modifier string) bool {
			modifiers = append(modifiers, modifier)
			return false
		})
	}
	if len(modifiers) == 0 {
		return nil, nil
	}
	known, err := v.among(ctx, modifiers)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(candidates, func(c string) bool {
		return !lexical.IsCompound(c, head, func(modifier string) bool { return known[modifier] })
	}), nil
}

// census is how many texts of a level are live and how many words they have.
type census struct{ texts, words int }

func (c census) meanLength() float64 {
	if c.texts == 0 {
		return 0
	}
	return float64(c.words) / float64(c.texts)
}

// counted is a text with how often it holds each of the words sought.
type counted struct {
	ChunkRef
	revision string // its digest; empty while it is not named
	length   int
	tf       []int
}

// weigher gives texts of one level their scores.
type weigher struct {
	words []sought
	df    []int
	idf   []float64
	mean  float64
}

func newWeigher(words []sought, df []int, all census) weigher {
	w := weigher{words: words, df: df, idf: make([]float64, len(df)), mean: all.meanLength()}
	for i, n := range df {
		w.idf[i] = lexical.IDF(float64(n), float64(all.texts))
	}
	return w
}

// add is the one place where scores are made and added up, in the order of the words. It calls
// each, where there is one, with what every word adds.
func (w weigher) add(text counted, each func(word int, score float64)) float64 {
	sum := 0.0
	for i, tf := range text.tf {
		if tf == 0 {
			continue
		}
		score := float64(w.words[i].count) * (w.idf[i] * lexical.DefaultBM25.TF(float64(tf), float64(text.length), w.mean))
		sum += score
		if each != nil {
			each(i, score)
		}
	}
	return sum
}

// explain is the match of a text.
func (w weigher) explain(text counted) WordMatch {
	match := WordMatch{ChunkRef: text.ChunkRef, Revision: text.revision}
	match.Score = w.add(text, func(word int, score float64) {
		match.Terms = append(match.Terms, TermScore{Term: w.words[word].name, TF: text.tf[word], DF: w.df[word], Score: score})
	})
	return match
}

func compareMatches(a, b WordMatch) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), a.ChunkRef.Compare(b.ChunkRef))
}

func (ref ChunkRef) document() DocumentRef { return DocumentRef{ref.Collection, ref.File} }

// nameBest puts the index of each document's best chunk into the matches of documents. Chunks are
// those of the documents, best first.
func nameBest(documents, chunks []WordMatch) {
	best := map[DocumentRef]int{}
	for _, c := range chunks {
		if _, found := best[c.document()]; !found {
			best[c.document()] = c.Index
		}
	}
	for i := range documents {
		documents[i].Index = best[documents[i].document()]
	}
}

func documentsOf(matches []WordMatch) []DocumentRef {
	out := make([]DocumentRef, len(matches))
	for i, m := range matches {
		out[i] = m.document()
	}
	return out
}

// honours reports whether a text holds each phrase of the plan and nothing that it excludes.
func honours(plan lexical.Plan, tokens []lexical.Token) bool {
	holds := func(phrase []lexical.Group) bool {
		_, _, found := lexical.FindPhrase(tokens, phrase)
		return found
	}
	for _, phrase := range plan.Phrases {
		if !holds(phrase) {
			return false
		}
	}
	return !slices.ContainsFunc(plan.Without, holds)
}

// tokensWithin are the tokens of a chunk: those that lie in its window. Its neighbours' text is
// analysed with it, so that a word cut by the edge is not taken for another.
func tokensWithin(before, part, after string, overlap int, language lexical.Language) []lexical.Token {
	tokens := lexical.Analyze(before+part+after, language)
	start := utf8.RuneCountInString(before) - overlap
	end := start + overlap + utf8.RuneCountInString(part)
	return slices.DeleteFunc(tokens, func(t lexical.Token) bool { return t.Start < start || t.End > end })
}

func demands(plan lexical.Plan) bool { return len(plan.Phrases)+len(plan.Without) > 0 }
