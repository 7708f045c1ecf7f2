package index

import (
	"context"

	"octavo/engine/corpus"
	"octavo/engine/lexical"
)

// WordReader finds live text by its words. Weights are those of lexical.DefaultBM25 over the live
// documents of the store, whatever a filter leaves of them, and each score is summed in the order
// of Plan.Scored: the same request gives the same bits.
type WordReader interface {
	// Words ranks what holds at least one scored word, best first, ties in the order of (collection
	// path, file path, chunk index). Phrases and exclusions are held to the text itself: that of the
	// whole document at LevelDocuments, that of the chunk at LevelChunks. No filter ever makes it
	// return fewer than exist. It needs no vectors. Errors: *StaleWordsError.
	Words(ctx context.Context, plan lexical.Plan, filter Filter, level Level, limit int) ([]WordMatch, error)
	// Profiles describes live documents by all their words and vectors, in the order asked for; a
	// document that is not there is left out.
	Profiles(ctx context.Context, documents []DocumentRef) ([]Profile, error)
	// Gist is what a document says, or one chunk of it where chunk is not negative: its vector and its
	// terms, those first that weigh most; equal weights fall to the order of the terms.
	// Errors: ErrNotFound.
	Gist(ctx context.Context, of DocumentRef, chunk int) (Gist, error)
	// Grep finds a pattern in the text of chunks, each match once although chunks overlap, in the
	// order of (collection path, file path, chunk index, start), at most limit of them. To a regular
	// expression the edges of a chunk are edges of the text. Empty matches are none.
	// Errors: *PatternError.
	Grep(ctx context.Context, pattern Pattern, filter Filter, limit int) ([]TextMatch, error)
}

// DocumentRef names a live document.
type DocumentRef struct {
	Collection corpus.CollectionPath
	File       corpus.FilePath
}

// Level is what a match of words is: a document or a chunk.
type Level int

// The levels. The texts that are counted and measured follow the level: N, df, tf, lengths and
// their mean are of documents at the one, of chunks at the other. A document's counts are the sums
// over its chunks, and its match names its best chunk: the one with the highest score at LevelChunks.
const (
	LevelDocuments Level = iota
	LevelChunks
)

// WordMatch is a document (with its best chunk) or a chunk that holds words of a question.
type WordMatch struct {
	ChunkRef
	Revision string      // of the document's text: equal for copies
	Score    float64     // the sum over Terms
	Terms    []TermScore // of the words that it holds, in the order of Plan.Scored
}

// TermScore is what one word of a question adds to a score.
type TermScore struct {
	Term  string  // the first term of the word's group
	TF    int     // the greatest count of one of the group's terms in the text
	DF    int     // how many live texts of the level hold any of them
	Score float64 // BM25, times how often the question says the word
}

// Profile is a document as a whole, for comparison with the others of the same answer.
type Profile struct {
	DocumentRef
	Vector []float32    // unit length: the mean of its chunks' vectors; nil where it has none
	Terms  []TermWeight // the document's BM25 row, in order of Term
}

// TermWeight is the BM25 weight of a term in a document: IDF times TF.
type TermWeight struct {
	Term   int32 // the term's place, by bytes, among the terms of all profiles of the answer
	Weight float64
}

// Gist is a text as a question: what else is like it?
type Gist struct {
	Revision string    // of the document's text: equal for copies
	Vector   []float32 // unit length; nil where there is none
	Terms    []GistTerm
}

// GistTerm is a term with its BM25 weight, IDF times TF, as if the text were a live document.
type GistTerm struct {
	Term   string
	Weight float64
}

// Pattern is what Grep looks for.
type Pattern struct {
	Text     string // found as it stands, or an expression of RE2
	Regexp   bool
	FoldCase bool // upper and lower case are one
}

// TextMatch is a place in the text of a chunk.
type TextMatch struct {
	ChunkRef
	Revision   string // of the document's text: equal for copies
	Start, End int    // code points in the chunk's text, half-open
}
