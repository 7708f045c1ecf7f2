package render

import (
	"time"

	"octavo/engine/index"
)

// These are all the JSON types that a command writes. Field names are a public contract: the test
// beside this file types them out by hand, and docs/schema describes them.

// searchJSON is the envelope of search and search-chunks.
type searchJSON struct {
	Schema   string       `json:"schema"`
	Searched bool         `json:"searched"`
	Count    int          `json:"count"`
	Query    queryJSON    `json:"query"`
	Index    indexJSON    `json:"index"`
	Hits     []hitJSON    `json:"hits"`
	Hint     *string      `json:"hint"`
	Timings  *timingsJSON `json:"timings,omitempty"`
}

type queryJSON struct {
	Text        string   `json:"text"`
	Mode        string   `json:"mode"`
	Scope       *string  `json:"scope"`
	Collections []string `json:"collections"`
	Limit       int      `json:"limit"`
}

type indexJSON struct {
	Snapshot    string  `json:"snapshot"`
	Generation  int     `json:"generation"`
	Preview     bool    `json:"preview"`
	Version     *string `json:"version"`
	VectorIndex string  `json:"vectorIndex"`
	Degraded    *string `json:"degraded"`
}

type hitJSON struct {
	DocumentPath   string          `json:"documentPath"`
	CollectionPath string          `json:"collectionPath"`
	FilePath       string          `json:"filePath"`
	ChunkIndex     int             `json:"chunkIndex"`
	Rank           int             `json:"rank"`
	Title          string          `json:"title"`
	Snippet        string          `json:"snippet"`
	Page           int             `json:"page,omitempty"`
	BBox           *boxJSON        `json:"bbox,omitempty"`
	Text           string          `json:"text,omitempty"`
	Before         []neighbourJSON `json:"before,omitempty"`
	After          []neighbourJSON `json:"after,omitempty"`
	Explain        *explainJSON    `json:"explain,omitempty"`
}

type boxJSON struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	W float64 `json:"w"`
	H float64 `json:"h"`
}

type neighbourJSON struct {
	ChunkIndex int    `json:"chunkIndex"`
	Text       string `json:"text"`
}

// explainJSON has one member per leg that found the hit.
type explainJSON struct {
	Semantic *semanticJSON `json:"semantic,omitempty"`
}

type semanticJSON struct {
	Rank   int     `json:"rank"`
	Cosine float64 `json:"cosine"`
}

// chunkJSON is get-chunk's answer where there is such a chunk.
type chunkJSON struct {
	Schema         string       `json:"schema"`
	Found          bool         `json:"found"`
	CollectionPath string       `json:"collectionPath"`
	FilePath       string       `json:"filePath"`
	ChunkIndex     int          `json:"chunkIndex"`
	Text           string       `json:"text"`
	PrevIndex      *int         `json:"prevIndex"`
	NextIndex      *int         `json:"nextIndex"`
	TotalChunks    int          `json:"totalChunks"`
	Page           int          `json:"page,omitempty"`
	BBox           *boxJSON     `json:"bbox,omitempty"`
	Timings        *timingsJSON `json:"timings,omitempty"`
}

// chunkMissingJSON is get-chunk's answer where there is none. Collection and file are left out
// where a document path led nowhere.
type chunkMissingJSON struct {
	Schema         string       `json:"schema"`
	Found          bool         `json:"found"`
	CollectionPath string       `json:"collectionPath,omitempty"`
	FilePath       string       `json:"filePath,omitempty"`
	ChunkIndex     int          `json:"chunkIndex"`
	TotalChunks    int          `json:"totalChunks"`
	Message        string       `json:"message"`
	Timings        *timingsJSON `json:"timings,omitempty"`
}

type fileJSON struct {
	Schema         string       `json:"schema"`
	CollectionPath string       `json:"collectionPath"`
	FilePath       string       `json:"filePath"`
	DocumentPath   string       `json:"documentPath"`
	Title          string       `json:"title"`
	MIME           string       `json:"mime"`
	ContentHash    string       `json:"contentHash"`
	Pages          int          `json:"pages"`
	Characters     int          `json:"characters"`
	Text           string       `json:"text"`
	Timings        *timingsJSON `json:"timings,omitempty"`
}

type documentJSON struct {
	Schema           string         `json:"schema"`
	CollectionPath   string         `json:"collectionPath"`
	FilePath         string         `json:"filePath"`
	DocumentPath     string         `json:"documentPath"`
	Title            string         `json:"title"`
	Summary          string         `json:"summary"`
	MIME             string         `json:"mime"`
	Extractor        string         `json:"extractor"`
	ContentHash      string         `json:"contentHash"`
	Bytes            int64          `json:"bytes"`
	Pages            int            `json:"pages"`
	PagesWithoutText []int          `json:"pagesWithoutText"`
	Characters       int            `json:"characters"`
	Chunks           int            `json:"chunks"`
	Metadata         map[string]any `json:"metadata"`
	LastModified     time.Time      `json:"lastModified"`
	Timings          *timingsJSON   `json:"timings,omitempty"`
}

type statusJSON struct {
	Schema        string           `json:"schema"`
	Database      string           `json:"database"`
	Bytes         int64            `json:"bytes"`
	SchemaVersion int              `json:"schemaVersion"`
	Snapshot      string           `json:"snapshot"`
	Collections   []collectionJSON `json:"collections"`
	Generation    *generationJSON  `json:"generation"`
	Model         string           `json:"model"`
	VectorIndex   string           `json:"vectorIndex"`
	VectorNote    *string          `json:"vectorNote"`
	VSS           string           `json:"vss"`
	Timings       *timingsJSON     `json:"timings,omitempty"`
}

type collectionJSON struct {
	Path       string     `json:"path"`
	Documents  int        `json:"documents"`
	Chunks     int        `json:"chunks"`
	Characters int64      `json:"characters"`
	Roots      []rootJSON `json:"roots"`
}

type rootJSON struct {
	Path    string   `json:"path"`
	Include []string `json:"include"`
	Exclude []string `json:"exclude"`
}

type generationJSON struct {
	Store       string     `json:"store"`
	ID          int        `json:"id"`
	State       string     `json:"state"`
	Model       string     `json:"model"`
	Dimension   int        `json:"dimension"`
	Fingerprint string     `json:"fingerprint"`
	Embedded    int        `json:"embedded"`
	Missing     int        `json:"missing"`
	Skipped     int        `json:"skipped"`
	Recall      *float64   `json:"recall"` // null: no HNSW index was built
	Created     time.Time  `json:"created"`
	Activated   *time.Time `json:"activated"`
}

type buildJSON struct {
	Schema      string            `json:"schema"`
	Database    string            `json:"database"`
	Published   bool              `json:"published"`
	DryRun      bool              `json:"dryRun"`
	Collections []string          `json:"collections"`
	Files       filesJSON         `json:"files"`
	Reasons     []reasonJSON      `json:"reasons"`
	Chunks      int               `json:"chunks"`
	Embedded    int               `json:"embedded"`
	Reused      int               `json:"reused"`
	Bytes       int64             `json:"bytes"`
	Index       *publishedJSON    `json:"index"` // null: nothing was published
	Timings     *buildTimingsJSON `json:"timings,omitempty"`
}

// filesJSON: seen = added + changed + unchanged + skipped + failed.
type filesJSON struct {
	Seen      int `json:"seen"`
	Added     int `json:"added"`
	Changed   int `json:"changed"`
	Unchanged int `json:"unchanged"`
	Skipped   int `json:"skipped"`
	Failed    int `json:"failed"`
	Removed   int `json:"removed"`
}

type reasonJSON struct {
	Outcome string `json:"outcome"`
	Code    string `json:"code"`
	Count   int    `json:"count"`
	Example string `json:"example"`
	Detail  string `json:"detail"`
}

type publishedJSON struct {
	Snapshot    string   `json:"snapshot"`
	Bytes       int64    `json:"bytes"`
	VectorIndex string   `json:"vectorIndex"`
	VectorNote  *string  `json:"vectorNote"`
	Recall      *float64 `json:"recall"`
}

// collectionsJSON is the answer of collections list; collectionChangedJSON that of the others.
type collectionsJSON struct {
	Schema      string           `json:"schema"`
	Action      string           `json:"action"`
	Collections []collectionJSON `json:"collections"`
	Timings     *timingsJSON     `json:"timings,omitempty"`
}

type collectionChangedJSON struct {
	Schema     string       `json:"schema"`
	Action     string       `json:"action"` // "remove" or "rename"
	Collection string       `json:"collection"`
	To         *string      `json:"to"`
	Timings    *timingsJSON `json:"timings,omitempty"`
}

type embedJSON struct {
	Schema    string       `json:"schema"`
	Model     string       `json:"model"`
	Dimension int          `json:"dimension"`
	Vectors   []vectorJSON `json:"vectors"`
	Timings   *timingsJSON `json:"timings,omitempty"`
}

type vectorJSON struct {
	Text   string    `json:"text"`
	Vector []float32 `json:"vector"`
}

type versionJSON struct {
	Schema        string       `json:"schema"`
	Octavo        string       `json:"octavo"`
	Go            string       `json:"go"`
	DuckDB        string       `json:"duckdb"`
	VSS           string       `json:"vss"`
	SchemaVersion int          `json:"schemaVersion"`
	Models        []modelJSON  `json:"models"`
	Timings       *timingsJSON `json:"timings,omitempty"`
}

type modelJSON struct {
	Name      string  `json:"name"`
	Dimension int     `json:"dimension"`
	Weights   *string `json:"weights"` // SHA-256, hex; null: this binary does not carry the model
}

type initJSON struct {
	Schema  string       `json:"schema"`
	File    string       `json:"file"`
	Timings *timingsJSON `json:"timings,omitempty"`
}

// errorJSON stands for an answer that could not be given. Searched is there, and false, only where
// a search was asked for; Hits, and empty, only where the search lacked a scope.
type errorJSON struct {
	Schema   string         `json:"schema"`
	Searched *bool          `json:"searched,omitempty"`
	Error    string         `json:"error"`
	Message  string         `json:"message"`
	Hits     *[]hitJSON     `json:"hits,omitempty"`
	Hint     *string        `json:"hint"`
	Detail   map[string]any `json:"detail"`
}

type timingsJSON struct {
	Seconds float64 `json:"seconds"`
}

type buildTimingsJSON struct {
	Seconds         float64 `json:"seconds"`
	BuildSeconds    float64 `json:"buildSeconds"`
	ExpectedSeconds float64 `json:"expectedSeconds,omitempty"` // of a dry run
}

func collectionsOf(list []index.Collection) []collectionJSON {
	out := make([]collectionJSON, 0, len(list))
	for _, c := range list {
		roots := make([]rootJSON, 0, len(c.Roots))
		for _, r := range c.Roots {
			roots = append(roots, rootJSON{Path: r.Path, Include: full(r.Include), Exclude: full(r.Exclude)})
		}
		out = append(out, collectionJSON{Path: string(c.Path), Documents: c.Documents, Chunks: c.Chunks, Characters: c.Characters, Roots: roots})
	}
	return out
}

// full is list, never null in JSON.
func full[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
