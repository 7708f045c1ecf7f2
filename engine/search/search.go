// Package search answers one request over one open index: scope, query vector, ranked passages,
// hits. It opens no file, loads no model and holds no SQL: reader and embedder are handed in.
package search

import (
	"octavo/engine/corpus"
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

// ModeSemantic ranks by the cosine between the vectors of question and passage.
const ModeSemantic Mode = "semantic"

// Modes lists the modes that exist, for usage texts and validation.
func Modes() []Mode { return []Mode{ModeSemantic} }

// Request is one question.
//
// Scope of a request: a "namespace:PATH" word in Query names collections (with "scope:exact",
// "subtree", "ancestors" or "ancestorsandself"; subtree is the default) and wins over Scope; Scope
// is an anchor: the collection itself and each ancestor; All means every collection. With none of
// them the one collection of the file is searched, and several are an error: ScopeRequiredError.
type Request struct {
	Query   string
	Mode    Mode
	Scope   string
	All     bool
	Limit   int // clamped to 1..MaxLimit, which the answer's Notes then say
	Full    bool
	Context int // with chunk granularity: neighbours on each side whose text comes with a hit
	Explain bool
}

// Answer holds the hits of a request that was carried out. Finding nothing is an answer.
type Answer struct {
	Text        string // what was embedded: the query without its namespace words
	Mode        Mode
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
	Before       []Neighbour // with Request.Context, in reading order
	After        []Neighbour
	Cosine       float64 // shown by --explain only
}

// Neighbour is a chunk beside a hit.
type Neighbour struct {
	ChunkIndex int
	Text       string
}
