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
	ID          string    `json:"id,omitempty"`
	Text        string    `json:"text"`
	Like        *likeJSON `json:"like,omitempty"`
	Mode        string    `json:"mode"`
	Scope       *string   `json:"scope"`
	Collections []string  `json:"collections"`
	Limit       int       `json:"limit"`
}

// likeJSON is the text that stands in place of words; chunkIndex is left out for a whole document.
type likeJSON struct {
	CollectionPath string `json:"collectionPath"`
	FilePath       string `json:"filePath"`
	ChunkIndex     *int   `json:"chunkIndex,omitempty"`
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
	Copies         []copyJSON      `json:"copies,omitempty"`
	Explain        *explainJSON    `json:"explain,omitempty"`
}

type copyJSON struct {
	DocumentPath   string `json:"documentPath"`
	CollectionPath string `json:"collectionPath"`
	FilePath       string `json:"filePath"`
}

// whyJSON is the envelope of why. It counts no hits: it is about one that may not be there. Query and
// index are null where the file is not indexed, and so is outcome where it is, or no build saw it.
type whyJSON struct {
	Schema         string         `json:"schema"`
	CollectionPath string         `json:"collectionPath"`
	FilePath       string         `json:"filePath"`
	ChunkIndex     *int           `json:"chunkIndex"`
	Indexed        bool           `json:"indexed"`
	Outcome        *outcomeJSON   `json:"outcome"`
	Shown          bool           `json:"shown"`
	Rank           *int           `json:"rank"`
	Reasons        []obstacleJSON `json:"reasons"`
	Legs           *explainJSON   `json:"legs"`
	Lacks          []string       `json:"lacks"`
	Gap            *gapJSON       `json:"gap"`
	Limit          *int           `json:"limit"`
	Remedies       []string       `json:"remedies"`
	Query          *queryJSON     `json:"query"`
	Index          *indexJSON     `json:"index"`
	Timings        *timingsJSON   `json:"timings,omitempty"`
}

type obstacleJSON struct {
	Obstacle string  `json:"obstacle"`
	What     *string `json:"what"`
}

type outcomeJSON struct {
	Outcome string `json:"outcome"`
	Reason  string `json:"reason"`
	Detail  string `json:"detail"`
}

// gapJSON holds scores that mean something beside each other alone.
type gapJSON struct {
	Score float64 `json:"score"`
	Last  float64 `json:"last"`
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

// explainJSON has one member per leg that scored the hit. A rank is null where the leg did not find
// the hit itself.
type explainJSON struct {
	Semantic  *semanticJSON `json:"semantic,omitempty"`
	Lexical   *lexicalJSON  `json:"lexical,omitempty"`
	Smoothing *float64      `json:"smoothing,omitempty"`
}

type semanticJSON struct {
	Rank   *int    `json:"rank"`
	Cosine float64 `json:"cosine"`
	Weight float64 `json:"weight"`
}

type lexicalJSON struct {
	Rank   *int       `json:"rank"`
	BM25   float64    `json:"bm25"`
	Weight float64    `json:"weight"`
	Terms  []termJSON `json:"terms"`
}

type termJSON struct {
	Term  string  `json:"term"`
	TF    int     `json:"tf"`
	DF    int     `json:"df"`
	Score float64 `json:"score"`
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
	Versions      int              `json:"versions"`
	ActiveVersion *string          `json:"activeVersion"`
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

// versionsJSON is the answer of versions list, versionShownJSON that of show and versionChangedJSON
// that of the others.
type versionsJSON struct {
	Schema   string               `json:"schema"`
	Action   string               `json:"action"`
	Active   *string              `json:"active"`
	Versions []contentVersionJSON `json:"versions"`
	Timings  *timingsJSON         `json:"timings,omitempty"`
}

type versionShownJSON struct {
	Schema      string                  `json:"schema"`
	Action      string                  `json:"action"`
	Version     contentVersionJSON      `json:"version"`
	Collections []versionCollectionJSON `json:"collections"`
	Timings     *timingsJSON            `json:"timings,omitempty"`
}

type versionChangedJSON struct {
	Schema  string             `json:"schema"`
	Action  string             `json:"action"` // "cut", "activate" or "drop"
	Version contentVersionJSON `json:"version"`
	Timings *timingsJSON       `json:"timings,omitempty"`
}

type contentVersionJSON struct {
	Label       string      `json:"label"`
	State       string      `json:"state"`
	Note        string      `json:"note"`
	Snapshot    string      `json:"snapshot"`
	Documents   int         `json:"documents"`
	Chunks      int         `json:"chunks"`
	Created     time.Time   `json:"created"`
	Activations []time.Time `json:"activations"`
}

type versionCollectionJSON struct {
	Path       string `json:"path"`
	Documents  int    `json:"documents"`
	Chunks     int    `json:"chunks"`
	Characters int64  `json:"characters"`
}

type compactJSON struct {
	Schema      string       `json:"schema"`
	Database    string       `json:"database"`
	BytesBefore int64        `json:"bytesBefore"`
	BytesAfter  int64        `json:"bytesAfter"`
	Timings     *timingsJSON `json:"timings,omitempty"`
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

// tableJSON is the envelope of sql. Names are made distinct; rows have them as keys.
type tableJSON struct {
	Schema  string         `json:"schema"`
	Columns []columnJSON   `json:"columns"`
	Rows    []index.Fields `json:"rows"`
	Timings *timingsJSON   `json:"timings,omitempty"`
}

type columnJSON struct {
	Name string `json:"name"`
	Type string `json:"type"` // DuckDB's name of it
}

// savedJSON is the answer of sql --output.
type savedJSON struct {
	Schema  string       `json:"schema"`
	File    string       `json:"file"`
	Rows    int64        `json:"rows"`
	Timings *timingsJSON `json:"timings,omitempty"`
}

// exportJSON is the answer of export. VersionsLeft counts the versions that stay behind.
type exportJSON struct {
	Schema       string       `json:"schema"`
	File         string       `json:"file"`
	Format       string       `json:"format"`
	Snapshot     string       `json:"snapshot"`
	Collections  []string     `json:"collections"`
	Documents    int          `json:"documents"`
	Chunks       int          `json:"chunks"`
	VersionsLeft int          `json:"versionsLeft"`
	Timings      *timingsJSON `json:"timings,omitempty"`
}

type importJSON struct {
	Schema      string        `json:"schema"`
	Database    string        `json:"database"`
	File        string        `json:"file"`
	Format      string        `json:"format"`
	Collections []string      `json:"collections"`
	Documents   int           `json:"documents"`
	Chunks      int           `json:"chunks"`
	Index       publishedJSON `json:"index"`
	Timings     *timingsJSON  `json:"timings,omitempty"`
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

// evalJSON is the envelope of eval. Failure says what a failed gate would say on stderr.
type evalJSON struct {
	Schema     string           `json:"schema"`
	Passed     *bool            `json:"passed"` // null: nothing was asserted
	Failure    *failureJSON     `json:"failure"`
	Judgements judgementsJSON   `json:"judgements"`
	Query      askedJSON        `json:"query"`
	Index      indexJSON        `json:"index"`
	Runs       []runJSON        `json:"runs"`
	Gates      []gateJSON       `json:"gates"`
	Baseline   *comparisonJSON  `json:"baseline"`
	Beside     []comparisonJSON `json:"beside"` // each further run against the first
	Notes      []string         `json:"notes"`
	Timings    *timingsJSON     `json:"timings,omitempty"`
}

type failureJSON struct {
	Error   string `json:"error"`
	Message string `json:"message"`
}

type judgementsJSON struct {
	Queries   string   `json:"queries"`
	Questions int      `json:"questions"`
	Drafted   int      `json:"drafted"`
	Unjudged  int      `json:"unjudged"`
	Missing   []string `json:"missing"`
}

type askedJSON struct {
	Unit  string  `json:"unit"`
	Depth int     `json:"depth"`
	Scope *string `json:"scope"`
	All   bool    `json:"all"`
}

type runJSON struct {
	Name            string         `json:"name"`
	Measures        []measureJSON  `json:"measures"`
	Questions       int            `json:"questions"`
	WithoutHits     int            `json:"withoutHits"`
	WithoutRelevant int            `json:"withoutRelevant"`
	PerQuestion     []questionJSON `json:"perQuestion,omitempty"`
	Latency         *latencyJSON   `json:"latency,omitempty"`
}

type measureJSON struct {
	Measure string  `json:"measure"`
	Value   float64 `json:"value"`
}

type questionJSON struct {
	ID       string        `json:"id"`
	Text     string        `json:"text"`
	Measures []measureJSON `json:"measures"`
	Relevant int           `json:"relevant"`
	First    *int          `json:"first"` // 1-based rank of the first relevant hit
}

// latencyJSON is in seconds.
type latencyJSON struct {
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

type gateJSON struct {
	Gate      string      `json:"gate"`
	Run       string      `json:"run"`
	Measure   string      `json:"measure"`
	Operator  string      `json:"operator"`
	Threshold float64     `json:"threshold"`
	Value     float64     `json:"value"`
	Questions int         `json:"questions"`
	Passed    bool        `json:"passed"`
	Causes    []causeJSON `json:"causes"`
}

type causeJSON struct {
	ID    string  `json:"id"`
	Text  string  `json:"text"`
	Value float64 `json:"value"`
	First *int    `json:"first"`
}

type comparisonJSON struct {
	Before     string       `json:"before"`
	After      string       `json:"after"`
	Questions  int          `json:"questions"`
	OnlyBefore []string     `json:"onlyBefore"`
	OnlyAfter  []string     `json:"onlyAfter"`
	Changes    []changeJSON `json:"changes"`
}

type changeJSON struct {
	Measure    string     `json:"measure"`
	Before     float64    `json:"before"`
	After      float64    `json:"after"`
	Difference float64    `json:"difference"`
	Low        float64    `json:"low"`
	High       float64    `json:"high"`
	P          float64    `json:"p"`
	Exact      bool       `json:"exact"`
	MaxDrop    float64    `json:"maxDrop"`
	Passed     bool       `json:"passed"`
	Moves      []moveJSON `json:"moves"`
}

type moveJSON struct {
	ID         string    `json:"id"`
	Text       string    `json:"text"`
	Before     float64   `json:"before"`
	After      float64   `json:"after"`
	Document   *nameJSON `json:"document"` // null: no relevant document moved
	RankBefore *int      `json:"rankBefore"`
	RankAfter  *int      `json:"rankAfter"`
}

type nameJSON struct {
	CollectionPath string `json:"collectionPath"`
	FilePath       string `json:"filePath"`
}

type draftJSON struct {
	Schema    string       `json:"schema"`
	File      string       `json:"file"`
	Questions int          `json:"questions"`
	Documents int          `json:"documents"`
	Passages  int          `json:"passages"`
	Timings   *timingsJSON `json:"timings,omitempty"`
}

// diffJSON is the envelope of diff. Documents is null for saved runs, Answers where no questions
// were asked.
type diffJSON struct {
	Schema    string             `json:"schema"`
	Before    sideJSON           `json:"before"`
	After     sideJSON           `json:"after"`
	Documents *documentsDiffJSON `json:"documents"`
	Answers   *answersDiffJSON   `json:"answers"`
	Timings   *timingsJSON       `json:"timings,omitempty"`
}

type sideJSON struct {
	Kind       string  `json:"kind"` // "index" or "run"
	File       string  `json:"file"`
	Version    *string `json:"version"` // null: live content, or a run
	Snapshot   string  `json:"snapshot"`
	Generation int     `json:"generation"`
	Model      *string `json:"model"`
	Documents  *int    `json:"documents"`
	Chunks     *int    `json:"chunks"`
}

type documentsDiffJSON struct {
	Added     []nameJSON        `json:"added"`
	Removed   []nameJSON        `json:"removed"`
	Changed   []changedDocument `json:"changed"`
	Unchanged int               `json:"unchanged"`
}

type changedDocument struct {
	nameJSON
	SameBytes    bool `json:"sameBytes"`
	ChunksBefore int  `json:"chunksBefore"`
	ChunksAfter  int  `json:"chunksAfter"`
	ChunksKept   int  `json:"chunksKept"`
}

type answersDiffJSON struct {
	Depth      int              `json:"depth"`
	Overlap    float64          `json:"overlap"`
	RankBiased float64          `json:"rankBiasedOverlap"`
	OnlyBefore []string         `json:"onlyBefore"`
	OnlyAfter  []string         `json:"onlyAfter"`
	Questions  []answerDiffJSON `json:"questions"`
}

type answerDiffJSON struct {
	ID         string      `json:"id"`
	Overlap    float64     `json:"overlap"`
	RankBiased float64     `json:"rankBiasedOverlap"`
	Shifts     []shiftJSON `json:"shifts"`
}

// shiftJSON is a hit that moved. The chunk is that of a run of chunks, else 0.
type shiftJSON struct {
	nameJSON
	ChunkIndex int  `json:"chunkIndex"`
	RankBefore *int `json:"rankBefore"`
	RankAfter  *int `json:"rankAfter"`
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
