// Package search answers one request over one open index: scope, legs, fusion, hits. A leg is a way
// to find candidates: by meaning (vectors) or by words (BM25). It opens no file, loads no model and
// holds no SQL: reader and embedder are handed in.
package search

import (
	"octavo/engine/corpus"
	"octavo/engine/index"
)

// Limits of a request.
const (
	DefaultLimit = 20
	MaxLimit     = 200
)

// SnippetLength is how many characters a snippet has at most.
const SnippetLength = 160

// Mode is how candidates are found and ranked.
type Mode string

const (
	// ModeAuto is hybrid where a model is there, else lexical.
	ModeAuto Mode = "auto"
	// ModeSemantic ranks by the cosine between the vectors of question and passage.
	ModeSemantic Mode = "semantic"
	// ModeLexical ranks by BM25.
	ModeLexical Mode = "lexical"
	// ModeHybrid fuses both.
	ModeHybrid Mode = "hybrid"
	// ModeSubstring finds passages that hold the query as it is written.
	ModeSubstring Mode = "substring"
	// ModeRegex finds passages that a regular expression (RE2) matches.
	ModeRegex Mode = "regex"
)

// Modes lists the modes that exist, for usage texts and validation.
func Modes() []Mode {
	return []Mode{ModeAuto, ModeSemantic, ModeLexical, ModeHybrid, ModeSubstring, ModeRegex}
}

// Ranking is how a hybrid search makes one ranking of its legs.
type Ranking struct {
	Fusion        Fusion
	MeaningWeight float64
	WordsWeight   float64
	Smoothing     Smoothing // of documents; chunks are not smoothed
}

// RankingFor is what was measured best for a kind of model: a transformer's vectors deserve more
// weight than a static table's, and only they carry smoothing.
func RankingFor(static bool) Ranking {
	if static {
		return Ranking{Fusion: FusionZ, MeaningWeight: 0.4, WordsWeight: 0.6, Smoothing: SmoothingOff}
	}
	return Ranking{Fusion: FusionZ, MeaningWeight: 0.6, WordsWeight: 0.4, Smoothing: SmoothingHalf}
}

// Like is a text that a request looks for more of.
type Like struct {
	At    index.Locator // by collection and file
	Chunk int           // -1: the whole document
}

// Request is one question.
//
// Scope of a request: a "namespace:PATH" word in Query names collections (with "scope:exact",
// "subtree", "ancestors" or "ancestorsandself"; subtree is the default) and wins over Scope; Scope
// is an anchor: the collection itself and each ancestor; All means every collection. With none of
// them the one collection of the file is searched, and several are an error: ScopeRequiredError.
type Request struct {
	Query   string
	Literal bool // the query is words alone: nothing in it is an operator or a filter, but for namespace words
	Mode    Mode
	Scope   string
	All     bool
	Limit   int   // clamped to 1..MaxLimit, which the answer's Notes then say
	Like    *Like // in place of words in Query, which may still hold filters
	Copies  bool  // each copy of a file is a hit of its own; else they are folded into the first
	Full    bool
	Context int // with chunk granularity: neighbours on each side whose text comes with a hit
}

// Answer holds the hits of a request that was carried out. Finding nothing is an answer.
type Answer struct {
	Text        string                  // the query without its namespace words
	Like        *Like                   // as asked for
	Mode        Mode                    // that was carried out; never auto
	Degraded    error                   // why an automatic search did without its model; nil when it did not
	Scope       string                  // as asked for, normalised; empty for the whole file
	Collections []corpus.CollectionPath // that were searched, in order of path
	Limit       int
	Passages    int // how many passages those collections hold
	Hits        []Hit
	Notes       []string // what was changed in the request, for example a clamped limit
}

// Hit is one file (its best chunk) or one chunk.
type Hit struct {
	DocumentPath string
	Collection   corpus.CollectionPath
	File         corpus.FilePath
	Title        string
	ChunkIndex   int
	Chunks       int // how many chunks the document has
	Rank         int // 0-based
	Snippet      string
	Text         string // with Request.Full
	Page         int
	Box          *corpus.Box
	Copies       []index.Copy // the other documents with the same text, unless Request.Copies
	Before       []Neighbour  // with Request.Context, in reading order
	After        []Neighbour
	Legs         []LegDetail // how the hit came to its rank, for --explain
}

// LegDetail is a hit's standing in one leg of the search.
type LegDetail struct {
	Name   string  // LegSemantic, LegLexical or LegSmoothing
	Rank   int     // 0-based; -1 where the leg did not find the hit itself
	Value  float64 // cosine, BM25, or what smoothing changed of the fused score
	Weight float64 // of the leg in the fusion; 1 for a leg alone
	Terms  []index.TermScore
}

// The names of legs.
const (
	LegSemantic  = "semantic"
	LegLexical   = "lexical"
	LegSmoothing = "smoothing"
)

// Neighbour is a chunk beside a hit.
type Neighbour struct {
	ChunkIndex int
	Text       string
}
