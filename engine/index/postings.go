package index

import (
	"cmp"
	"math"
	"slices"

	"octavo/engine/lexical"
)

// posting is a term of a word in a chunk of a revision. Its slot numbers the pairs of word and
// term, so that counts of one term are added up and those of several compared.
type posting struct{ revision, index, word, slot, tf, length int32 }

// postings are all of the words of a question, in the order of revision and chunk.
type postings struct {
	words []sought
	terms []string // by slot
	rows  []posting
	live  revisionTable
}

// span is a text: the rows from one to another, and a length in words.
type span struct{ from, to, length int }

// rankedText is a text of a revision with its score.
type rankedText struct {
	span
	revision int32
	index    int // of the chunk; of the best chunk once nameBest has looked
	score    float64
}

// spans calls visit with every live text of a level.
func (p *postings) spans(level Level, visit func(s span, facts revisionFacts)) {
	for from := 0; from < len(p.rows); {
		first, to := p.rows[from], from+1
		for to < len(p.rows) && p.rows[to].revision == first.revision && (level == LevelDocuments || p.rows[to].index == first.index) {
			to++
		}
		if facts := p.live.of(first.revision); facts.copies > 0 {
			length := int(facts.length)
			if level == LevelChunks {
				length = int(first.length)
			}
			visit(span{from, to, length}, facts)
		}
		from = to
	}
}

// counter counts the words of one text after the other, without making anything anew.
type counter struct {
	postings *postings
	sums     []int // by slot
	text     counted
}

func (p *postings) counter() *counter {
	return &counter{postings: p, sums: make([]int, len(p.terms)), text: counted{tf: make([]int, len(p.words))}}
}

// count returns the text with the greatest count of each word's terms; it is valid until the next call.
func (c *counter) count(s span) counted {
	clear(c.text.tf)
	c.text.length = s.length
	rows := c.postings.rows[s.from:s.to]
	for _, row := range rows {
		c.sums[row.slot] += int(row.tf)
		c.text.tf[row.word] = max(c.text.tf[row.word], c.sums[row.slot])
	}
	for _, row := range rows {
		c.sums[row.slot] = 0
	}
	return c.text
}

// weigher weighs the words by how many live texts of the level hold them.
func (p *postings) weigher(level Level, all census) weigher {
	df := make([]int, len(p.words))
	counter := p.counter()
	p.spans(level, func(s span, facts revisionFacts) {
		for i, tf := range counter.count(s).tf {
			if tf > 0 {
				df[i] += int(facts.copies)
			}
		}
	})
	return newWeigher(p.words, df, all)
}

// unlimited is a limit that no number of texts reaches.
const unlimited = math.MaxInt

// rank scores the texts of a level that are chosen, best first: at least the limit best, where there
// are so many, and all that are equal to the last of them.
func (p *postings) rank(level Level, w weigher, limit int, chosen func(revision int32, s span) bool) []rankedText {
	var out []rankedText
	counter := p.counter()
	least := math.Inf(-1) // what a text must reach
	p.spans(level, func(s span, _ revisionFacts) {
		first := p.rows[s.from]
		if !chosen(first.revision, s) {
			return
		}
		text := rankedText{span: s, revision: first.revision, score: w.add(counter.count(s), nil)}
		if text.score < least {
			return
		}
		if level == LevelChunks {
			text.index = int(first.index)
		}
		if out = append(out, text); len(out)/4 > limit {
			out = bestRanked(out, limit)
			least = out[len(out)-1].score
		}
	})
	return bestRanked(out, limit)
}

// bestRanked sorts texts and cuts them off below the last at the limit.
func bestRanked(of []rankedText, limit int) []rankedText {
	slices.SortFunc(of, func(a, b rankedText) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.revision, b.revision), cmp.Compare(a.index, b.index))
	})
	for i := limit; i < len(of); i++ {
		if of[i].score < of[limit-1].score {
			return of[:i]
		}
	}
	return of
}

// nameBest finds the best chunk of each of some documents.
func (p *postings) nameBest(documents []rankedText, chunks weigher) {
	best := map[int32]int{}
	for _, d := range documents {
		best[d.revision] = -1
	}
	wanted := func(revision int32, _ span) bool {
		_, found := best[revision]
		return found
	}
	for _, c := range p.rank(LevelChunks, chunks, unlimited, wanted) {
		if best[c.revision] < 0 {
			best[c.revision] = c.index
		}
	}
	for i := range documents {
		documents[i].index = best[documents[i].revision]
	}
}

// explain is the match of a ranked text, its document not named yet.
func (p *postings) explain(w weigher, text rankedText) WordMatch {
	match := w.explain(p.counter().count(text.span))
	match.Index = text.index
	return match
}

// mayHold reports whether a text may hold the phrases of a plan, as far as the postings at hand
// tell: function words, which do not rank, are not among them. It is for whole documents: a phrase
// of a chunk may lie in the overlap, whose words are counted with the chunk before.
func (p *postings) mayHold(plan lexical.Plan, s span) bool {
	for _, phrase := range plan.Phrases {
		for _, terms := range positions(phrase) {
			if !p.fills(terms, s) {
				return false
			}
		}
	}
	return true
}

// positions are the terms that may stand at each position of a phrase.
func positions(phrase []lexical.Group) [][]string {
	var out [][]string
	for i, g := range phrase {
		if i == 0 || g.Position != phrase[i-1].Position {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], g.Terms...)
	}
	return out
}

// fills reports whether one of the terms stands in the text, or one of them was not looked for.
func (p *postings) fills(terms []string, s span) bool {
	for _, term := range terms {
		if !slices.ContainsFunc(p.words, func(w sought) bool { return slices.Contains(w.terms, term) }) {
			return true
		}
		if slices.ContainsFunc(p.rows[s.from:s.to], func(row posting) bool { return p.terms[row.slot] == term }) {
			return true
		}
	}
	return false
}
