// Package index is the Octavo file: the only room that speaks SQL.
//
// A build opens a Writer on a work copy, changes it in small commits and publishes it whole; a
// search opens a Reader on the published file, which never changes under it. Both are interfaces
// with two implementations: the DuckDB file and an in-memory one, held to one contract suite.
// The package reads no source files, runs no model and decides no ranking beyond exact distance.
package index

import (
	"context"
	"time"

	"octavo/engine/corpus"
	"octavo/engine/lexical"
)

// Store names an independent index inside the file, with its own documents and generations.
type Store string

// StoreDocuments holds files of collections.
const StoreDocuments Store = "documents"

// Reader reads one published revision of one store: its live content, or that of a version (then
// "live" below means what lived when the version was cut). It is safe for concurrent use.
type Reader interface {
	// Info describes the file: collections, sizes, the active generation.
	Info(ctx context.Context) (Info, error)
	// Nearest returns the limit live chunks nearest to the unit vector query, best first, ties in
	// the order of (collection path, file path, chunk index). It is exact for the stored vectors
	// unless Info says that an HNSW index answers. No filter ever makes it return fewer than exist.
	// Errors: ErrNoActiveGeneration, *DimensionError.
	Nearest(ctx context.Context, query []float32, filter Filter, limit int) ([]Match, error)
	// Document finds one live document. Names are compared by bytes. Errors: ErrNotFound.
	Document(ctx context.Context, at Locator) (Document, error)
	// Documents lists all live documents in the order of collection path and file path.
	Documents(ctx context.Context) ([]Document, error)
	// Files tells what the store holds of a collection: the hash gate of each document. An unknown
	// collection has no files.
	Files(ctx context.Context, collection corpus.CollectionPath) (map[corpus.FilePath]FileState, error)
	// Passages reads chunks in the order asked for; a chunk that is not there is left out.
	Passages(ctx context.Context, refs []ChunkRef) ([]Passage, error)
	// Text is the whole text of a document with the offsets at which its pages begin.
	// Errors: ErrNotFound.
	Text(ctx context.Context, at Locator) (corpus.Text, error)
	// Copies returns, for each of some documents that has any, the other ones with the very same text
	// that the filter lets through, in order of name.
	Copies(ctx context.Context, of []DocumentRef, filter Filter) (map[DocumentRef][]Copy, error)
	// Outcome tells what became of a file when a build last saw it, whatever content is read.
	// Errors: ErrNotFound.
	Outcome(ctx context.Context, at DocumentRef) (Outcome, error)
	WordReader
	VersionReader
	Close() error
}

// Filter narrows what is looked at, before anything is ranked. What it says must all hold.
type Filter struct {
	Collections []corpus.CollectionPath // exact names, never prefixes; none means all of them
	Documents   []DocumentRef           // nil means all of them; empty and not nil, none
	Where       []lexical.Filter        // conditions on documents
}

// Locator names a document either by collection and file or by its document path.
type Locator struct {
	Collection   corpus.CollectionPath
	File         corpus.FilePath
	DocumentPath string // used when File is empty
}

// ChunkRef names a chunk of a live document.
type ChunkRef struct {
	Collection corpus.CollectionPath
	File       corpus.FilePath
	Index      int
}

// Match is a chunk with its cosine to the query.
type Match struct {
	ChunkRef
	Revision string // of the document's text: equal for copies
	Cosine   float64
}

// Copy is a document that has the text of another one.
type Copy struct {
	DocumentRef
	DocumentPath string
}

// Passage is a chunk as it is read back, with what a citation needs of its document.
type Passage struct {
	ChunkRef
	DocumentPath string
	Title        string
	Chunks       int // how many chunks the document has
	Text         string
	Overlap      int // how many characters at its beginning are the end of the passage before
	Page         int // 0 where the format has no pages
	Box          *corpus.Box
}

// Document is one live document, without its text.
type Document struct {
	Collection       corpus.CollectionPath
	File             corpus.FilePath
	DocumentPath     string
	Title            string
	Summary          string
	MIME             string
	Extractor        string // name and version, for example "markdown/1"
	ContentHash      corpus.ContentHash
	Bytes            int64
	Pages            int
	Characters       int
	Chunks           int
	PagesWithoutText []int
	Metadata         map[string]any
	LastModified     time.Time
}

// Info is the state of a file.
type Info struct {
	SchemaVersion int
	Snapshot      string // hash of content and fingerprint, hex
	Version       string // the label of the version that is read; empty: live content
	Collections   []Collection
	Languages     []lexical.Language // of live documents that hold words, sorted; lexical.Unknown is one of them
	Generation    *Generation        // the active one; nil where there is none
	Bytes         int64              // size of the file; 0 in memory
	VectorIndex   string             // what answers an unscoped search: "exact" or "hnsw"
	VectorNote    string             // why an index that was asked for is not used; empty otherwise
}

// Collection is one collection with its recorded roots and, when read, its sizes.
type Collection struct {
	Path       corpus.CollectionPath
	Roots      []Root
	Documents  int
	Chunks     int
	Characters int64
}

// Root is a folder (or a single file) that a collection is built from.
type Root struct {
	Path    string // absolute
	Include []string
	Exclude []string
}

// GenerationState is where a generation stands in its life.
type GenerationState string

// The states in order of life.
const (
	Building GenerationState = "building"
	Active   GenerationState = "active"
	Retired  GenerationState = "retired"
)

// Generation is one complete set of vectors under one embedding configuration.
type Generation struct {
	Store       Store
	ID          int
	State       GenerationState
	Spec        GenerationSpec
	Fingerprint string
	Embedded    int // live chunks that have a vector
	Missing     int
	Skipped     int // blank chunks
	Created     time.Time
	Activated   time.Time
	Recall      float64 // recall@10 of the HNSW index against exact search; 0 where none was built
}

// Writer changes the work copy of a file. Each method commits before it returns, so a kill loses
// at most the call in hand; nothing is seen by readers before Publish. One goroutine calls it,
// except for Missing, which may run beside the others.
type Writer interface {
	Catalogue
	Contents
	Vectors
	Releases
	// Publish makes the work copy the published file, whole or not at all, and closes the writer.
	// Text and vectors that nothing refers to any more are dropped first.
	// Errors: *IncompleteError where the generation lacks vectors.
	Publish(ctx context.Context, options PublishOptions) (Published, error)
	// NeedsIndex reports whether publishing with this kind would build or drop a vector index
	// although no content changed. The empty kind never does.
	NeedsIndex(kind IndexKind) bool
	// Unpublished reports whether the work copy holds commits that the published file does not:
	// those of this build, or of an interrupted one that it resumed.
	Unpublished() bool
	// UpdateProgress tells those who look at the lock how far the work is. It may be called often.
	UpdateProgress(Progress)
	// Close gives the work copy up without publishing; a later build resumes it. A work copy to
	// which nothing was committed is removed. After Publish it does nothing.
	Close() error
}

// Catalogue is the writer's view of collections and generations.
type Catalogue interface {
	Collections(ctx context.Context) ([]Collection, error)
	// SetCollection creates a collection or replaces its roots. Errors: *TextError.
	SetCollection(ctx context.Context, collection Collection) error
	// RemoveCollection drops a collection and its documents. Errors: ErrNotFound.
	RemoveCollection(ctx context.Context, path corpus.CollectionPath) error
	// RenameCollection keeps documents, text and vectors. Errors: ErrNotFound, ErrExists, *TextError.
	RenameCollection(ctx context.Context, from, to corpus.CollectionPath) error
	// Generation is the generation that a build fills: the active one, else the building one.
	// Errors: ErrNoActiveGeneration when there is none at all.
	Generation(ctx context.Context) (Generation, error)
	// BeginGeneration creates a building generation for spec; another one that is still building is
	// dropped. Where none is active, the documents that were put under it give way too: they lack
	// the new vectors.
	BeginGeneration(ctx context.Context, spec GenerationSpec) (Generation, error)
}

// Contents is the writer's view of documents.
type Contents interface {
	// Files tells what the file knows of a collection: the hash gate of each document.
	Files(ctx context.Context, collection corpus.CollectionPath) (map[corpus.FilePath]FileState, error)
	// Put adds documents or replaces them, in one commit. Each chunk that is not blank must have
	// a vector by then (from KeepVectors or an earlier document); else *VectorMissingError.
	// Other errors: ErrNotFound for an unknown collection, *TextError.
	Put(ctx context.Context, documents []NewDocument) error
	// Remove drops documents and the ledger rows of their files; what is not there is passed over.
	Remove(ctx context.Context, collection corpus.CollectionPath, files []corpus.FilePath) error
	// RecordOutcomes replaces the ledger rows of the named files. Errors: ErrNotFound for an
	// unknown collection, *TextError.
	RecordOutcomes(ctx context.Context, outcomes []Outcome) error
}

// Vectors is the writer's view of what has been embedded and paid for.
type Vectors interface {
	// Missing returns those keys that have no vector in the generation being filled, in order.
	Missing(ctx context.Context, keys []corpus.TextKey) ([]corpus.TextKey, error)
	// KeepVectors commits vectors ahead of their documents. They must be finite and of unit
	// length (1e-3). A text that has a vector keeps it. Errors: *DimensionError, *VectorError.
	KeepVectors(ctx context.Context, vectors []KeyedVector) error
}

// FileState is the hash gate: a file with the same state need not be extracted again.
type FileState struct {
	ContentHash corpus.ContentHash
	Extractor   string
}

// NewDocument is a document with its text cut into chunks. Text is stored once, as chunk parts.
type NewDocument struct {
	Document   // Chunks and Characters are taken from the chunks
	PageStarts []int
	Cut        []corpus.Chunk
	Language   lexical.Language // in which the words were analysed
	Words      []lexical.Counts // of each chunk, as lexical.CountByChunk divides them
}

// KeyedVector is the vector of a text.
type KeyedVector struct {
	Key    corpus.TextKey
	Vector []float32 // unit length
}

// Outcome is what became of one file seen in a build: a row of the ledger.
type Outcome struct {
	Collection       corpus.CollectionPath
	File             corpus.FilePath
	Outcome          string // indexed, unchanged, partial, skipped, failed
	Reason           string // a code, for example "binary"; empty when indexed
	Detail           string
	Extractor        string
	Characters       int
	Chunks           int
	PagesWithoutText int
	Seconds          float64
}

// IndexKind is how vectors are searched.
type IndexKind string

// The kinds: auto builds an HNSW index only where it pays.
const (
	IndexAuto  IndexKind = "auto"
	IndexExact IndexKind = "exact"
	IndexHNSW  IndexKind = "hnsw"
)

// PublishOptions say how the vectors of the published file are to be searched. An empty kind keeps
// what the file had.
type PublishOptions struct {
	Index   IndexKind
	Compact bool // write the file anew, without the space that is free in it
}

// Published says what a publish made.
type Published struct {
	Snapshot    string
	Bytes       int64
	VectorIndex string
	VectorNote  string
	Recall      float64
}
