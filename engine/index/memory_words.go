package index

import (
	"context"
	"maps"
	"slices"
	"strings"

	"octavo/engine/lexical"
)

func (s memoryState) languages() []lexical.Language {
	found := map[lexical.Language]bool{}
	for _, d := range s.documents {
		if d.length > 0 {
			found[d.language] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// memoryVocabulary is the terms of live documents.
type memoryVocabulary map[string]bool

func (s memoryState) vocabulary() memoryVocabulary {
	v := memoryVocabulary{}
	for _, d := range s.documents {
		for _, c := range d.chunks {
			for _, t := range c.words.Terms {
				v[t.Term] = true
			}
		}
	}
	return v
}

func (v memoryVocabulary) endingIn(_ context.Context, suffix string) ([]string, error) {
	var out []string
	for term := range v {
		if strings.HasSuffix(term, suffix) {
			out = append(out, term)
		}
	}
	return out, nil
}

func (v memoryVocabulary) among(_ context.Context, terms []string) (map[string]bool, error) {
	known := map[string]bool{}
	for _, term := range terms {
		if v[term] {
			known[term] = true
		}
	}
	return known, nil
}

// Words counts the words of every live text, then weighs those that the filter lets through.
func (m *Memory) Words(ctx context.Context, plan lexical.Plan, filter Filter, level Level, limit int) ([]WordMatch, error) {
	if limit <= 0 || len(plan.Scored) == 0 {
		return nil, nil
	}
	s := m.view()
	words, err := seek(ctx, plan.Scored, s.vocabulary())
	if err != nil {
		return nil, err
	}
	matches := s.rank(words, plan, filter, level)
	if len(matches) == 0 {
		return nil, nil
	}
	matches = matches[:min(limit, len(matches))]
	if level == LevelDocuments {
		nameBest(matches, s.rank(words, lexical.Plan{}, Filter{Documents: documentsOf(matches)}, LevelChunks))
	}
	return matches, nil
}

func (s memoryState) rank(words []sought, plan lexical.Plan, filter Filter, level Level) []WordMatch {
	df := make([]int, len(words))
	var all census
	var chosen []counted
	for _, d := range s.documents {
		admitted := filter.admits(d.Document)
		for _, text := range d.texts(words, level) {
			all.texts++
			all.words += text.length
			held := false
			for i, tf := range text.tf {
				if tf > 0 {
					df[i]++
					held = true
				}
			}
			if held && admitted && (!demands(plan) || honours(plan, d.tokens(text.Index, level))) {
				text.revision = d.digest
				chosen = append(chosen, text)
			}
		}
	}
	w := newWeigher(words, df, all)
	out := make([]WordMatch, len(chosen))
	for i, text := range chosen {
		out[i] = w.explain(text)
	}
	slices.SortFunc(out, compareMatches)
	return out
}

// texts are the texts of a level with their counts; a document's are the sums over its chunks.
func (a admitted) texts(words []sought, level Level) []counted {
	at := func(index int) ChunkRef { return ChunkRef{a.Collection, a.File, index} }
	if level == LevelChunks {
		out := make([]counted, len(a.chunks))
		for i, c := range a.chunks {
			out[i] = counted{ChunkRef: at(i), length: c.words.Length, tf: tfOf(words, c.words)}
		}
		return out
	}
	whole := make([]lexical.Counts, len(a.chunks))
	for i, c := range a.chunks {
		whole[i] = c.words
	}
	return []counted{{ChunkRef: at(0), length: a.length, tf: tfOf(words, whole...)}}
}

// tfOf is, for each word, the greatest of its terms' counts over the parts of one text.
func tfOf(words []sought, parts ...lexical.Counts) []int {
	tf := make([]int, len(words))
	for i, w := range words {
		for _, term := range w.terms {
			sum := 0
			for _, p := range parts {
				if at, found := slices.BinarySearchFunc(p.Terms, term, func(t lexical.TermCount, term string) int {
					return strings.Compare(t.Term, term)
				}); found {
					sum += p.Terms[at].Count
				}
			}
			tf[i] = max(tf[i], sum)
		}
	}
	return tf
}

// tokens are those of the text of a level.
func (a admitted) tokens(index int, level Level) []lexical.Token {
	if level == LevelDocuments {
		return lexical.Analyze(a.text(), a.language)
	}
	before, after := "", ""
	if index > 0 {
		before = a.chunks[index-1].part
	}
	if index+1 < len(a.chunks) {
		after = a.chunks[index+1].part
	}
	return tokensWithin(before, a.chunks[index].part, after, a.chunks[index].overlap, a.language)
}

// Profiles numbers the terms of the documents asked for by their order.
func (m *Memory) Profiles(_ context.Context, documents []DocumentRef) ([]Profile, error) {
	s := m.view()
	var all census
	holders := map[string]int32{}
	for _, d := range s.documents {
		all.texts++
		all.words += d.length
		for term := range d.counts() {
			holders[term]++
		}
	}
	asked := map[string]int32{}
	for _, ref := range documents {
		for term := range s.documents[Locator{Collection: ref.Collection, File: ref.File}].counts() {
			asked[term] = 0
		}
	}
	var df []int32
	for place, term := range slices.Sorted(maps.Keys(asked)) {
		asked[term] = int32(place)
		df = append(df, holders[term])
	}
	w := weightsOf(df, all)
	var out []Profile
	for _, ref := range documents {
		d, found := s.documents[Locator{Collection: ref.Collection, File: ref.File}]
		if !found {
			continue
		}
		var counts []placed
		for term, tf := range d.counts() {
			counts = append(counts, placedAt(asked[term], tf))
		}
		slices.Sort(counts)
		out = append(out, Profile{DocumentRef: ref, Vector: s.meanOf(d), Terms: w.row(d.length, counts)})
	}
	return out, nil
}

func (a admitted) counts() map[string]int32 {
	out := map[string]int32{}
	for _, c := range a.chunks {
		for _, t := range c.words.Terms {
			out[t.Term] += int32(t.Count)
		}
	}
	return out
}

func (s memoryState) meanOf(d admitted) []float32 {
	if s.generation(Active) == nil {
		return nil
	}
	var m mean
	for _, c := range d.chunks {
		if v, found := s.vectors[c.key]; found && !c.blank {
			m.add(v)
		}
	}
	return m.unit()
}

// Grep looks at every chunk in turn.
func (m *Memory) Grep(_ context.Context, pattern Pattern, filter Filter, limit int) ([]TextMatch, error) {
	expression, err := pattern.compile()
	if err != nil {
		return nil, err
	}
	if pattern.Text == "" || limit <= 0 {
		return nil, nil
	}
	s := m.view()
	var out []TextMatch
	for _, at := range slices.SortedFunc(maps.Keys(s.documents), func(a, b Locator) int {
		return ChunkRef{Collection: a.Collection, File: a.File}.Compare(ChunkRef{Collection: b.Collection, File: b.File})
	}) {
		d := s.documents[at]
		if !filter.admits(d.Document) {
			continue
		}
		for i, c := range d.chunks {
			here := window{text: c.text, before: c.overlap}
			if i+1 < len(d.chunks) {
				here.after = d.chunks[i+1].overlap
			}
			for _, found := range here.find(expression) {
				if len(out) == limit {
					return out, nil
				}
				out = append(out, TextMatch{ChunkRef{at.Collection, at.File, i}, d.digest, found[0], found[1]})
			}
		}
	}
	return out, nil
}
