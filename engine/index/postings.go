package index

import (
	"cmp"
	"slices"

	"octavo/engine/lexical"
)

// posting is a term of a word in a chunk of a revision.
type posting struct{ revision, index, word, term, tf, length int32 }

// postings are all of the words of a question, in the order of revision, chunk and word.
type postings struct {
	words   []sought
	numbers map[string]int32 // of the words' terms, those that the file holds
	rows    []posting
}

func (p *postings) sort() {
	slices.SortFunc(p.rows, func(a, b posting) int {
		return cmp.Or(cmp.Compare(a.revision, b.revision), cmp.Compare(a.index, b.index), cmp.Compare(a.word, b.word))
	})
}

// of are the rows of a revision.
func (p *postings) of(revision int32) []posting {
	from, _ := slices.BinarySearchFunc(p.rows, revision, func(row posting, revision int32) int { return cmp.Compare(row.revision, revision) })
	to := from
	for to < len(p.rows) && p.rows[to].revision == revision {
		to++
	}
	return p.rows[from:to]
}

// rankedText is a text of a revision with its score. Its match has no names yet.
type rankedText struct {
	revision int32
	WordMatch
}

// rank weighs the texts of a level that are chosen, best first. What is live counts for the
// weights, chosen or not.
func (p *postings) rank(level Level, all census, live map[int32]revisionFacts, chosen func(revision int32) bool) []rankedText {
	w := weigher{words: p.words, df: make([]int, len(p.words)), census: all}
	type text struct {
		revision int32
		counted
	}
	var texts []text
	for from := 0; from < len(p.rows); {
		revision := p.rows[from].revision
		to := from
		for to < len(p.rows) && p.rows[to].revision == revision && (level == LevelDocuments || p.rows[to].index == p.rows[from].index) {
			to++
		}
		rows := p.rows[from:to]
		from = to
		facts, found := live[revision]
		if !found {
			continue
		}
		t := text{revision, counted{tf: p.tf(rows), length: facts.length}}
		if level == LevelChunks {
			t.Index, t.length = int(rows[0].index), int(rows[0].length)
		}
		for i, tf := range t.tf {
			if tf > 0 {
				w.df[i] += facts.copies
			}
		}
		if chosen(revision) {
			texts = append(texts, t)
		}
	}
	out := make([]rankedText, len(texts))
	for i, t := range texts {
		out[i] = rankedText{t.revision, w.weigh(t.counted)}
	}
	slices.SortFunc(out, func(a, b rankedText) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.revision, b.revision), cmp.Compare(a.Index, b.Index))
	})
	return out
}

// tf is, for each word, the greatest of its terms' counts in one text, whose rows are given.
func (p *postings) tf(rows []posting) []int {
	out := make([]int, len(p.words))
	if len(rows) == 1 {
		out[rows[0].word] = int(rows[0].tf)
		return out
	}
	type of struct{ word, term int32 }
	sums := map[of]int{}
	for _, row := range rows {
		key := of{row.word, row.term}
		sums[key] += int(row.tf)
		out[row.word] = max(out[row.word], sums[key])
	}
	return out
}

// nameBest puts the index of each revision's best chunk into the matches of documents.
func (p *postings) nameBest(documents []rankedText, chunks census, live map[int32]revisionFacts) {
	wanted := map[int32]bool{}
	for _, d := range documents {
		wanted[d.revision] = true
	}
	best := map[int32]int{}
	for _, c := range p.rank(LevelChunks, chunks, live, func(revision int32) bool { return wanted[revision] }) {
		if _, found := best[c.revision]; !found {
			best[c.revision] = c.Index
		}
	}
	for i := range documents {
		documents[i].Index = best[documents[i].revision]
	}
}

// mayHold reports whether a revision may hold the phrases of a plan, as far as the postings at
// hand tell: function words, which do not rank, are not among them.
func (p *postings) mayHold(plan lexical.Plan, revision int32) bool {
	if len(plan.Phrases) == 0 {
		return true
	}
	rows := p.of(revision)
	for _, phrase := range plan.Phrases {
		for _, at := range positions(phrase) {
			if !p.fills(at, rows) {
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

// fills reports whether one of the terms stands in the rows, or one of them is not known here.
func (p *postings) fills(terms []string, rows []posting) bool {
	for _, term := range terms {
		id, found := p.numbers[term]
		if !found && !slices.ContainsFunc(p.words, func(w sought) bool { return slices.Contains(w.terms, term) }) {
			return true
		}
		if found && slices.ContainsFunc(rows, func(row posting) bool { return row.term == id }) {
			return true
		}
	}
	return false
}
