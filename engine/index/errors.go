package index

import (
	"errors"
	"fmt"

	"octavo/engine/corpus"
)

// Errors that callers branch on.
var (
	// ErrNotFound: no such live document, chunk or collection.
	ErrNotFound = errors.New("not found")
	// ErrExists: the name is taken.
	ErrExists = errors.New("already exists")
	// ErrNoActiveGeneration: the store has no vectors to search.
	ErrNoActiveGeneration = errors.New("no active generation")
)

// ExistsError says that a file is in the place where a new one was to be made.
type ExistsError struct{ Path string }

func (e *ExistsError) Error() string { return e.Path + " exists already" }

// DocumentError says that a document cannot be stored as it is: its chunks do not join, or its words
// are not theirs.
type DocumentError struct {
	Collection corpus.CollectionPath
	File       corpus.FilePath
	Cause      error
}

func (e *DocumentError) Error() string {
	return fmt.Sprintf("%s/%s: %v", e.Collection, e.File, e.Cause)
}
func (e *DocumentError) Unwrap() error { return e.Cause }

// MissingError says that there is no published file at Path. Building holds what the lock file
// says of a first build that runs or was interrupted; nil where there is none.
type MissingError struct {
	Path     string
	Building *Holder
}

func (e *MissingError) Error() string { return fmt.Sprintf("no Octavo file at %s", e.Path) }

// ForeignError says that the file is not a DuckDB file, or not one of ours.
type ForeignError struct{ Path, Cause string }

func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s is not an Octavo file: %s", e.Path, e.Cause)
}

// CorruptError says that the file is ours but cannot be read.
type CorruptError struct {
	Path  string
	Cause error
}

func (e *CorruptError) Error() string { return fmt.Sprintf("%s is damaged: %v", e.Path, e.Cause) }
func (e *CorruptError) Unwrap() error { return e.Cause }

// IncompatibleError says that another schema version wrote the file.
type IncompatibleError struct {
	Path        string
	Found, Want int
}

func (e *IncompatibleError) Error() string {
	return fmt.Sprintf("%s was built by an incompatible version (schema %d, this program reads %d)", e.Path, e.Found, e.Want)
}

// UnfinishedError says that an interrupted build waits to be finished, which what was asked for would
// publish half done or throw away.
type UnfinishedError struct{ Path string } // of what it left

func (e *UnfinishedError) Error() string {
	return "an interrupted build left " + e.Path
}

// LockedError says who is writing.
type LockedError struct {
	Path   string
	Holder Holder
}

func (e *LockedError) Error() string {
	return fmt.Sprintf("another process is building %s: pid %d on %s since %s", e.Path, e.Holder.PID, e.Holder.Host, e.Holder.Started)
}

// DimensionError says that a vector has the wrong number of elements.
type DimensionError struct{ Got, Want int }

func (e *DimensionError) Error() string {
	return fmt.Sprintf("vector has %d dimensions, the generation has %d", e.Got, e.Want)
}

// VectorError says that a vector cannot be stored: once stored it would look complete for ever.
type VectorError struct {
	Key   corpus.TextKey
	Cause string // "not finite", "not of unit length"
}

func (e *VectorError) Error() string { return "vector refused: " + e.Cause }

// VectorMissingError says that a document was put before its chunks were embedded.
type VectorMissingError struct {
	Ref ChunkRef
}

func (e *VectorMissingError) Error() string {
	return fmt.Sprintf("chunk %d of %s/%s has no vector", e.Ref.Index, e.Ref.Collection, e.Ref.File)
}

// TextError says that a string cannot be stored because it is not valid UTF-8.
type TextError struct{ Field string }

func (e *TextError) Error() string { return e.Field + " is not valid UTF-8" }

// IncompleteError says that a generation cannot become active yet.
type IncompleteError struct{ Missing int }

func (e *IncompleteError) Error() string {
	return fmt.Sprintf("%d chunks have no vector in the new generation", e.Missing)
}

// StaleWordsError says that the words of the file were told apart by other rules than a question
// would be. The next build tells them apart anew.
type StaleWordsError struct {
	Path        string
	Found, Want int // lexical.Version
}

func (e *StaleWordsError) Error() string {
	return fmt.Sprintf("the words of %s were analysed by version %d, this program's is %d", e.Path, e.Found, e.Want)
}

// PatternError says that a pattern cannot be looked for.
type PatternError struct {
	Pattern string
	Cause   error
}

func (e *PatternError) Error() string { return fmt.Sprintf("pattern %q: %v", e.Pattern, e.Cause) }
func (e *PatternError) Unwrap() error { return e.Cause }
