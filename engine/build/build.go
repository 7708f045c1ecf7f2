// Package build makes an index follow its sources: walk, hash, extract, chunk, embed, write,
// publish. Stages overlap and are bounded; a bad file is noted and passed over; what was embedded
// before an interruption is not embedded again. It knows no SQL and no file format.
package build

import (
	"time"

	"octavo/engine/corpus"
	"octavo/engine/index"
)

// Request says what to bring up to date.
type Request struct {
	Paths      []string // files or folders; none means the recorded roots and those of the configuration
	Collection string   // default: the name of the first path's folder
	Include    []string // globs over file paths; none means all
	Exclude    []string
	Hidden     bool  // also files whose name begins with a dot
	MaxSize    int64 // bytes; larger files are skipped. 0: DefaultMaxSize
	Force      bool  // extract and chunk again whatever the hash says; vectors of equal text are kept
	DryRun     bool
	Index      index.IndexKind
}

// DefaultMaxSize is the size over which a file is skipped where nothing else is said, in bytes.
const DefaultMaxSize = 256 << 20

// Phase names what a build is doing.
type Phase string

// The phases, in order. The last three have names of their own, so that "all files done" is never
// shown while work goes on.
const (
	PhaseScan    Phase = "scan"
	PhaseFill    Phase = "build"
	PhaseIndex   Phase = "index"
	PhasePublish Phase = "publish"
)

// Progress is a moment of a build. Reporters are called from one goroutine, often.
type Progress struct {
	Phase    Phase
	Files    int // to look at; grows while the scan runs
	Done     int
	Failed   int
	Chunks   int // to embed, as far as known
	Embedded int
	Current  corpus.FilePath
}

// Reporter receives progress.
type Reporter func(Progress)

// Summary counts what became of each file. Seen = Added + Changed + Unchanged + Skipped + Failed.
type Summary struct {
	Collections []corpus.CollectionPath
	Seen        int
	Added       int
	Changed     int
	Unchanged   int
	Removed     int // in the index, no longer among the sources
	Skipped     int
	Failed      int
	Reasons     []Reason // why files were skipped or failed, most frequent first
	Chunks      int      // chunks written
	Embedded    int      // texts that the model ran on
	Reused      int      // chunks whose vector was there already
	Bytes       int64    // read from the sources
	Elapsed     time.Duration
}

// Reason groups files that were passed over for one cause.
type Reason struct {
	Outcome string // "skipped" or "failed"
	Code    string // for example "binary"
	Count   int
	Example corpus.FilePath
	Detail  string // of the example
}
