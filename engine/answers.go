package engine

import (
	"time"

	"octavo/engine/build"
	"octavo/engine/corpus"
	"octavo/engine/index"
	"octavo/engine/search"
)

// SearchRequest is one question. See search.Request for the scope rules.
type SearchRequest = search.Request

// SearchMode is how passages are found; SearchModes lists those that there are.
type SearchMode = search.Mode

// SearchModes lists the modes of a search.
func SearchModes() []SearchMode { return search.Modes() }

// SearchAnswer is what was asked, what was searched, and the hits best first.
type SearchAnswer struct {
	search.Answer
	ID    string // of the question, in a batch that names it
	Index IndexState
	Hint  string // advice on the request itself; empty when there is none
}

// IndexState tells under which state of the file an answer was given.
type IndexState struct {
	Snapshot    string
	Generation  int
	Preview     bool
	Version     string // empty: live content
	VectorIndex string // "exact" or "hnsw"
	Degraded    string // the named failure that a leg met; empty otherwise
}

// WhyRequest asks why a passage is not in the answer to a question.
type WhyRequest struct {
	SearchRequest
	At    index.Locator
	Chunk int // -1: the document, by its best passage
}

// WhyAnswer tells where a passage stands in the answer to a question, and what would bring it in.
type WhyAnswer struct {
	search.Standing
	Collection corpus.CollectionPath // of what was asked about
	File       corpus.FilePath
	Indexed    bool           // else Standing has nothing but the chunk asked for
	Outcome    *index.Outcome // when not Indexed: what became of the file; nil where no build saw it
	Index      IndexState     // when Indexed
	Remedies   []string       // what would bring it in, likeliest first; empty when it is shown or nothing would
}

// ChunkAnswer is one chunk, or the range in which one could have been found.
type ChunkAnswer struct {
	Found      bool
	Collection corpus.CollectionPath
	File       corpus.FilePath
	ChunkIndex int
	Passage    index.Passage // when Found
	Total      int           // chunks that the document has; 0 where it was never indexed
	Message    string        // when not Found: the valid range
}

// FileAnswer is the whole text of a document.
type FileAnswer struct {
	Document index.Document
	Text     string
}

// StatusAnswer describes the file.
type StatusAnswer struct {
	Database string
	Info     index.Info
	Model    string // the model that questions are embedded with
	Versions []Version
	VSS      string // where the vss extension comes from: "embedded", a path, or "none"
}

// BuildRequest says what to build from what.
type BuildRequest = build.Request

// BuildAnswer says what a build did, or would do.
type BuildAnswer struct {
	build.Summary
	Database  string
	Published bool // false when nothing had changed, or for a dry run
	DryRun    bool
	Expected  time.Duration // dry run only: how long embedding would take
	Index     index.Published
}

// EmbedAnswer holds one vector per text, in order.
type EmbedAnswer struct {
	Model     string
	Dimension int
	Texts     []string
	Vectors   [][]float32
}

// VersionAnswer names what the binary is made of.
type VersionAnswer struct {
	Octavo string
	Go     string
	DuckDB string
	VSS    string // version and source, or "none"
	Schema int
	Models []ModelVersion
}

// ModelVersion names a bundled model.
type ModelVersion struct {
	Name      string
	Dimension int
	Weights   string // SHA-256 of the packed weights; empty where this binary does not carry it
}
