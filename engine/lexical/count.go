package lexical

import (
	"cmp"
	"slices"

	"octavo/engine/corpus"
)

// TermCount is how often a term occurs in one chunk.
type TermCount struct {
	Term  string
	Count int
}

// Counts is what BM25 has to know of one chunk.
type Counts struct {
	Terms []TermCount // in order of Term (bytes), each once
	// Length is the number of words: a compound counts as its parts, a character of a paired
	// script as one.
	Length int
}

// CountByChunk divides the tokens of a whole document among its chunks, in order: a token belongs
// to the chunk whose own part, outside the overlap, holds its Start. So each token counts once,
// and the sums over a document's chunks are the document's own counts.
func CountByChunk(tokens []Token, chunks []corpus.Chunk) []Counts {
	counts := make([]Counts, len(chunks))
	frequency := map[string]int{}
	position, next := -1, 0
	for i, chunk := range chunks {
		clear(frequency)
		for ; next < len(tokens) && tokens[next].Start < chunk.End; next++ {
			frequency[tokens[next].Term]++
			if tokens[next].Position > position {
				position = tokens[next].Position
				counts[i].Length++
			}
		}
		terms := make([]TermCount, 0, len(frequency))
		for term, count := range frequency {
			terms = append(terms, TermCount{term, count})
		}
		slices.SortFunc(terms, func(a, b TermCount) int { return cmp.Compare(a.Term, b.Term) })
		counts[i].Terms = terms
	}
	return counts
}
