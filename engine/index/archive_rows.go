package index

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"unicode/utf8"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"octavo/engine/corpus"
	"octavo/engine/lexical"
)

// archiveGroup gathers the rows of an archive, one a chunk, into documents.
type archiveGroup struct {
	documents []ArchivedDocument
	wanted    int // chunks that the last document has
	rows      int
}

func (g *archiveGroup) read(ctx context.Context, on session, query string, args []any) error {
	return each(ctx, on, query, args, g.add)
}

// complete reports whether the last document has all its chunks.
func (g *archiveGroup) complete() bool {
	return len(g.documents) == 0 || len(g.documents[len(g.documents)-1].Cut) == g.wanted
}

// add scans a row. Errors: *ArchiveError where the rows do not make documents.
func (g *archiveGroup) add(scan func(...any) error) error {
	var d ArchivedDocument
	var collection, file, hash, language, metadata string
	var starts, without duckdb.Composite[[]int32]
	var index, overlap, page sql.NullInt32
	var text sql.NullString
	var x, y, w, h sql.NullFloat64
	var embedding any
	if err := scan(&collection, &file, &d.Title, &hash, &d.MIME, &d.Extractor, &language, &d.Bytes, &d.LastModified,
		&d.Pages, &starts, &without, &d.Summary, &metadata, &d.Chunks, &index, &overlap, &text,
		&page, &x, &y, &w, &h, &embedding); err != nil {
		return err
	}
	g.rows++
	fault := func(cause error) error { return &ArchiveError{Place: collection + "/" + file, Cause: cause} }
	if !index.Valid || index.Int32 == 0 {
		if !g.complete() {
			return fault(errors.New("the document before it lacks chunks"))
		}
		var err error
		if d.Collection, err = corpus.ParseCollectionPath(collection); err != nil {
			return fault(err)
		}
		if d.File, err = corpus.ParseFilePath(file); err != nil {
			return fault(err)
		}
		if d.ContentHash, err = parseHash(hash); err != nil {
			return fault(err)
		}
		if d.Metadata, err = readMetadata(metadata); err != nil {
			return fault(err)
		}
		d.LastModified, d.Language = d.LastModified.UTC(), lexical.Language(language)
		d.PageStarts, d.PagesWithoutText = ints(starts.Get()), ints(without.Get())
		g.documents, g.wanted = append(g.documents, d), d.Chunks
	}
	if !index.Valid {
		return nil
	}
	if len(g.documents) == 0 {
		return fault(errors.New("its first chunk is missing"))
	}
	last := &g.documents[len(g.documents)-1]
	if string(last.Collection) != collection || string(last.File) != file || int(index.Int32) != len(last.Cut) || len(last.Cut) >= g.wanted {
		return fault(fmt.Errorf("chunk %d does not follow the row before it", index.Int32))
	}
	c := corpus.Chunk{Overlap: int(overlap.Int32), Characters: text.String, Page: int(page.Int32)}
	if x.Valid && y.Valid && w.Valid && h.Valid {
		c.Box = &corpus.Box{X: x.Float64, Y: y.Float64, W: w.Float64, H: h.Float64}
	}
	last.AddChunk(c, floats(embedding))
	return nil
}

// AddChunk adds the next chunk; its place follows from the overlap.
func (d *ArchivedDocument) AddChunk(c corpus.Chunk, vector []float32) {
	c.Index = len(d.Cut)
	if c.Index > 0 {
		c.Start = d.Cut[c.Index-1].End
	}
	c.Start -= c.Overlap
	c.End = c.Start + utf8.RuneCountInString(c.Characters)
	d.Cut, d.Vectors = append(d.Cut, c), append(d.Vectors, vector)
}

func floats(embedding any) []float32 {
	list, _ := embedding.([]any)
	if list == nil {
		return nil
	}
	out := make([]float32, len(list))
	for i, x := range list {
		out[i], _ = x.(float32) // what is NULL becomes 0 and spoils the length, which is checked
	}
	return out
}

// ParquetArchive is an archive that is read back from a Parquet file.
type ParquetArchive struct {
	Header ArchiveHeader
	file   string
	db     *sql.DB
}

// OpenParquetArchive opens a Parquet file that SaveParquet wrote. Errors: *ArchiveError.
func OpenParquetArchive(ctx context.Context, file string) (*ParquetArchive, error) {
	connector, err := duckdb.NewConnector("", nil)
	if err != nil {
		return nil, err
	}
	a := &ParquetArchive{file: file, db: sql.OpenDB(connector)}
	var header []byte
	err = a.db.QueryRowContext(ctx, statement("archive/header.sql", "file", literal(file))).Scan(&header)
	if err == nil {
		err = json.Unmarshal(header, &a.Header)
	} else if errors.Is(err, sql.ErrNoRows) {
		err = errors.New("it was not made by octavo export")
	}
	if err != nil {
		return nil, errors.Join(a.fault(err), a.db.Close())
	}
	return a, nil
}

// IsParquet looks at the first bytes of a file.
func IsParquet(file string) (bool, error) {
	f, err := os.Open(file)
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }()
	head := make([]byte, 4)
	_, err = io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false, err
	}
	return string(head) == "PAR1", nil
}

// Close lets go of the file.
func (a *ParquetArchive) Close() error { return a.db.Close() }

// Documents yields the documents as they stand in the file. An error is the last thing it yields.
func (a *ParquetArchive) Documents(ctx context.Context) iter.Seq2[ArchivedDocument, error] {
	return func(yield func(ArchivedDocument, error) bool) {
		query := statement("archive/stretch.sql", "file", literal(a.file))
		var group archiveGroup
		for from := 0; ; from += stretch {
			before := group.rows
			if err := group.read(ctx, a.db, query, bind("from", from, "to", from+stretch-1)); err != nil {
				yield(ArchivedDocument{}, a.fault(err))
				return
			}
			ended := group.rows == before
			if ended && !group.complete() {
				yield(ArchivedDocument{}, a.fault(errors.New("its last document lacks chunks")))
				return
			}
			keep := 0 // a document may go on in the next stretch
			if !group.complete() {
				keep = 1
			}
			whole := group.documents[:len(group.documents)-keep]
			for _, d := range whole {
				if !yield(d, nil) {
					return
				}
			}
			if ended {
				return
			}
			group.documents = append([]ArchivedDocument(nil), group.documents[len(whole):]...)
		}
	}
}

// fault names the file in what went wrong with it.
func (a *ParquetArchive) fault(err error) error {
	if found := (*ArchiveError)(nil); errors.As(err, &found) {
		found.File = a.file
		return found
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &ArchiveError{File: a.file, Cause: err}
}
