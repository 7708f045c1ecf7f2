package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"octavo/engine/archive"
	"octavo/engine/corpus"
	"octavo/engine/index"
	"octavo/engine/search"
)

// ArchiveFormat is the form of an archive.
type ArchiveFormat string

// The forms: a document a line, or a row a chunk.
const (
	ArchiveJSONL   ArchiveFormat = "jsonl"
	ArchiveParquet ArchiveFormat = "parquet"
)

// ExportRequest says what goes into an archive.
type ExportRequest struct {
	File        string
	Format      ArchiveFormat
	Force       bool                    // replace the file
	Collections []corpus.CollectionPath // each with those below it; none means all
}

// ExportAnswer tells what is in the archive.
type ExportAnswer struct {
	File     string
	Format   ArchiveFormat
	Header   index.ArchiveHeader
	Versions int // of the file, which stay behind
}

// Export writes the live documents with text, metadata and vectors to an archive, whole or not at
// all. Errors besides those of opening: *UsageError where the file exists,
// *search.UnknownCollectionError, index.ErrNoActiveGeneration.
func (e *Engine) Export(ctx context.Context, r ExportRequest) (ExportAnswer, error) {
	answer := ExportAnswer{File: r.File, Format: r.Format}
	collections, versions, err := e.exported(ctx, r.Collections)
	if err != nil {
		return answer, err
	}
	answer.Versions = versions
	err = writeWhole(r.File, r.Force, func(part string) error {
		spill := part + ".spill"
		defer func() { _ = os.RemoveAll(spill) }()
		a, err := index.OpenArchive(ctx, e.Config.Database, collections, spill)
		if err != nil {
			return err
		}
		defer a.Close()
		answer.Header = a.Header
		if r.Format == ArchiveParquet {
			return a.SaveParquet(ctx, part)
		}
		file, err := os.OpenFile(part, os.O_WRONLY|os.O_TRUNC, 0)
		if err != nil {
			return err
		}
		return errors.Join(archive.WriteJSONL(file, a.Header, a.Documents(ctx)), file.Close())
	})
	return answer, err
}

// exported are the collections that an export takes, and the number of versions that it leaves.
func (e *Engine) exported(ctx context.Context, asked []corpus.CollectionPath) ([]corpus.CollectionPath, int, error) {
	reader, err := e.open(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer reader.Close()
	known, err := shelves(ctx, reader)
	if err != nil {
		return nil, 0, err
	}
	versions, err := reader.Versions(ctx)
	if err != nil || len(asked) == 0 {
		return known, len(versions), err
	}
	var chosen []corpus.CollectionPath
	for _, c := range asked {
		if !slices.ContainsFunc(known, func(k corpus.CollectionPath) bool { return k.Within(c) }) {
			return nil, 0, &search.UnknownCollectionError{Scope: string(c), Nearest: corpus.Nearest(c, known), Collections: known}
		}
	}
	for _, k := range known {
		if slices.ContainsFunc(asked, k.Within) {
			chosen = append(chosen, k)
		}
	}
	return chosen, len(versions), nil
}

// ImportRequest says what is read back. An empty index kind takes that of the archive.
type ImportRequest struct {
	File  string
	Index index.IndexKind
}

// ImportAnswer tells what the new file holds.
type ImportAnswer struct {
	Database string
	File     string
	Format   ArchiveFormat
	Header   index.ArchiveHeader
	Index    index.Published
}

// Import makes a new Octavo file from an archive. No model is needed. What fails leaves no file
// behind. Errors: *index.ArchiveError, *index.ExistsError, *index.LockedError, those of the file
// system.
func (e *Engine) Import(ctx context.Context, r ImportRequest) (ImportAnswer, error) {
	answer := ImportAnswer{Database: e.Config.Database, File: r.File}
	source, err := openArchive(ctx, r.File, &answer)
	if err != nil {
		return answer, err
	}
	defer source.Close()
	// The header is looked at first, so that a file that is no archive costs nothing.
	if _, err := index.NewArchiveCheck(answer.Header); err != nil {
		return answer, inArchive(r.File, err)
	}
	w, err := index.OpenWriter(ctx, e.Config.Database, index.WriterOptions{
		VSS: e.extension(), Command: e.Command, New: true, Generation: answer.Header.Generation.ID,
	})
	if err != nil {
		return answer, err
	}
	defer w.Close()
	err = archive.Load(ctx, w, answer.Header, source.Documents(ctx), func(done, of int) {
		w.UpdateProgress(index.Progress{Phase: "import", Files: of, Done: done})
	})
	if err != nil {
		return answer, inArchive(r.File, err)
	}
	kind := r.Index
	if kind == "" {
		kind = answer.Header.Generation.Index
	}
	answer.Index, err = w.Publish(ctx, index.PublishOptions{Index: kind})
	return answer, err
}

// carried is an archive that is open.
type carried interface {
	Documents(context.Context) archive.Documents
	io.Closer
}

// openArchive tells the form of an archive by its first bytes.
func openArchive(ctx context.Context, file string, answer *ImportAnswer) (carried, error) {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, &UsageError{Message: "there is no file " + file}
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &UsageError{Message: file + " is no regular file"}
	}
	parquet, err := index.IsParquet(file)
	if err != nil {
		return nil, err
	}
	if parquet {
		a, err := index.OpenParquetArchive(ctx, file)
		if err != nil {
			return nil, err
		}
		answer.Format, answer.Header = ArchiveParquet, a.Header
		return a, nil
	}
	a, err := archive.OpenJSONL(file)
	if err != nil {
		return nil, err
	}
	answer.Format, answer.Header = ArchiveJSONL, a.Header
	return a, nil
}

// inArchive names the file in an error that does not know it.
func inArchive(file string, err error) error {
	if found := (*index.ArchiveError)(nil); errors.As(err, &found) {
		if found.File == "" {
			found.File = file
		}
		return found
	}
	return fmt.Errorf("import %s: %w", file, err)
}
