// Package archive carries the documents of one Octavo file into another, with text, metadata and
// vectors, so that nothing is extracted or embedded again.
//
//	export: index.Archive -> WriteJSONL, or index.Archive.SaveParquet
//	import: OpenJSONL or index.OpenParquetArchive -> Load -> index.Writer
//
// Words are not carried: they follow from the text and its language. Versions, the ledger and the
// vectors of other generations stay behind. The package runs no model and reads no source.
package archive

import (
	"context"
	"errors"
	"iter"
	"strings"

	"octavo/engine/corpus"
	"octavo/engine/index"
	"octavo/engine/lexical"
)

// Documents are what an archive holds, in its order. An error is the last thing that comes.
type Documents = iter.Seq2[index.ArchivedDocument, error]

// batch bounds what is committed at once, in chunks.
const batch = 2048

// Load puts all documents of an archive into an empty work copy, which is then ready to be
// published. Errors: *index.ArchiveError, those of the writer.
func Load(ctx context.Context, w index.Writer, header index.ArchiveHeader, documents Documents, done func(documents, of int)) error {
	check, err := index.NewArchiveCheck(header)
	if err != nil {
		return err
	}
	if _, err := w.BeginGeneration(ctx, header.Generation.Spec); err != nil {
		return err
	}
	for _, c := range header.Collections {
		if err := setCollection(ctx, w, c); err != nil {
			return err
		}
	}
	loaded, chunks := 0, 0
	var pending []index.ArchivedDocument
	flush := func() error {
		if err := put(ctx, w, pending); err != nil {
			return err
		}
		loaded += len(pending)
		pending, chunks = nil, 0
		if done != nil {
			done(loaded, header.Documents)
		}
		return nil
	}
	for d, err := range documents {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := check.Add(d); err != nil {
			return err
		}
		pending, chunks = append(pending, d), chunks+len(d.Cut)
		if chunks >= batch || len(pending) >= batch {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if err := check.End(); err != nil {
		return err
	}
	return flush()
}

func setCollection(ctx context.Context, w index.Writer, c index.ArchiveCollection) error {
	path, err := corpus.ParseCollectionPath(c.Path)
	if err != nil {
		return &index.ArchiveError{Cause: err}
	}
	out := index.Collection{Path: path}
	for _, r := range c.Roots {
		out.Roots = append(out.Roots, index.Root(r))
	}
	return w.SetCollection(ctx, out)
}

// put gives documents their words and stores them with their vectors. Errors: *index.ArchiveError
// for what no archive of ours holds.
func put(ctx context.Context, w index.Writer, documents []index.ArchivedDocument) error {
	if len(documents) == 0 {
		return nil
	}
	ready := make([]index.NewDocument, len(documents))
	var vectors []index.KeyedVector
	for i, d := range documents {
		var text strings.Builder
		for j, c := range d.Cut {
			if c.Overlap < 0 || c.Overlap > c.End-c.Start {
				return &index.ArchiveError{Place: string(d.Collection) + "/" + string(d.File), Cause: errors.New("a chunk overlaps by more than it holds")}
			}
			text.WriteString(c.Part())
			if vector := d.Vectors[j]; vector != nil && !corpus.Blank(c.Characters) {
				vectors = append(vectors, index.KeyedVector{Key: corpus.KeyOf(c.Characters), Vector: vector})
			}
		}
		d.Words = lexical.CountByChunk(lexical.Analyze(text.String(), d.Language), d.Cut)
		ready[i] = d.NewDocument
	}
	if err := w.KeepVectors(ctx, vectors); err != nil {
		return refused(err)
	}
	return refused(w.Put(ctx, ready))
}

// refused tells what the writer refuses of an archive from what stops the writer.
func refused(err error) error {
	var dimension *index.DimensionError
	var vector *index.VectorError
	var text *index.TextError
	var document *index.DocumentError
	if errors.As(err, &dimension) || errors.As(err, &vector) || errors.As(err, &text) || errors.As(err, &document) || errors.Is(err, index.ErrNotFound) {
		return &index.ArchiveError{Cause: err}
	}
	return err
}
