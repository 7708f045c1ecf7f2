// Package render turns answers into what stands on stdout: one JSON object for programs, or text
// for people. It asks nothing of the engine and decides nothing about an answer.
//
// Text that comes from documents is never trusted: control characters in it are replaced before
// they reach a terminal.
package render

import (
	"fmt"
	"io"
	"time"

	"octavo/engine"
	"octavo/engine/index"
)

// Printer writes the answer of one command. Each method writes once, whole; its error is a
// *WriteError.
type Printer interface {
	Search(engine.SearchAnswer) error
	SearchChunks(engine.SearchAnswer) error
	Why(engine.WhyAnswer) error
	Chunk(engine.ChunkAnswer) error
	File(engine.FileAnswer) error
	Document(index.Document) error
	Status(engine.StatusAnswer) error
	Build(engine.BuildAnswer) error
	Collections([]index.Collection) error
	CollectionRemoved(path string) error
	CollectionRenamed(from, to string) error
	ContentVersions([]engine.Version) error
	ContentVersion(engine.VersionDetail) error
	VersionChanged(action string, v engine.Version) error
	Compact(engine.CompactAnswer) error
	Categories(engine.CategoriesAnswer) error
	Groups(engine.GroupsAnswer) error
	FullText(engine.FullTextAnswer) error
	Files(engine.FilesAnswer) error
	Embed(engine.EmbedAnswer) error
	// Table prints the rows of a query as they come. It is no whole answer where a row fails.
	Table(index.Table) error
	Saved(file string, rows int64) error
	Exported(engine.ExportAnswer) error
	Imported(engine.ImportAnswer) error
	Version(engine.VersionAnswer) error
	Init(file string) error
	Evaluation(engine.EvaluateAnswer) error
	Draft(file string, a engine.DraftAnswer) error
	Diff(engine.DiffAnswer) error
	Failure(Failure) error
}

// Failure is a failure as a command shows it.
type Failure struct {
	engine.Failure
	Search bool // a search could not be carried out: the envelope says so
}

// Options are what a printer is told about its surroundings.
type Options struct {
	Out         io.Writer
	Err         io.Writer // where Text puts failures
	Width       int       // columns to wrap at; 0, in a pipe: lines are as long as they are
	Color       bool
	Explain     bool   // show per leg how a hit was found
	Format      string // of Text for a table: JSONL, CSV, or aligned columns
	Untruncated bool   // a table is shown whole on a terminal too
	// PerQuery shows each question of an evaluation.
	PerQuery bool
	// Suggest writes a call that a text proposes; nil: as a command line.
	Suggest func(words ...string) string
	Again   []string             // flags that a command which is suggested must repeat, for example --db
	Elapsed func() time.Duration // with timings: how long the command has taken; nil without
}

// WriteError says that an answer could not be written.
type WriteError struct{ Cause error }

func (e *WriteError) Error() string {
	return fmt.Sprintf("the answer could not be written: %v", e.Cause)
}
func (e *WriteError) Unwrap() error { return e.Cause }

func write(w io.Writer, text []byte) error {
	if _, err := w.Write(text); err != nil {
		return &WriteError{Cause: err}
	}
	return nil
}
