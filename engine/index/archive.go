package index

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"octavo/engine/corpus"
)

// ArchiveSchema names the form of an archive; the number rises when old programs could not read it.
const ArchiveSchema = "octavo.archive/1"

// ArchiveHeader is what an archive says of itself. As JSON it is the first line of a JSONL archive
// and stands under the key octavo in a Parquet one.
type ArchiveHeader struct {
	Schema      string              `json:"schema"`
	Snapshot    string              `json:"snapshot"` // of the documents in it; equals that of the file they are read into
	Documents   int                 `json:"documents"`
	Chunks      int                 `json:"chunks"`
	Generation  ArchiveGeneration   `json:"generation"`
	Collections []ArchiveCollection `json:"collections"`
}

// ArchiveGeneration is the generation of the vectors.
type ArchiveGeneration struct {
	ID    int            `json:"id"`
	Spec  GenerationSpec `json:"spec"`
	Index IndexKind      `json:"index"` // as it was asked for
}

// ArchiveCollection is a collection with the roots that it is built from.
type ArchiveCollection struct {
	Path  string        `json:"path"`
	Roots []ArchiveRoot `json:"roots"`
}

// ArchiveRoot is a Root.
type ArchiveRoot struct {
	Path    string   `json:"path"`
	Include []string `json:"include,omitempty"`
	Exclude []string `json:"exclude,omitempty"`
}

// ArchivedDocument is a document without its words, which follow from the text and the language,
// and with the vectors of its chunks: of unit length, nil for blank ones.
type ArchivedDocument struct {
	NewDocument
	Vectors [][]float32
}

// Archive is what an archive is made from: the live documents of some collections.
type Archive struct {
	Header ArchiveHeader
	path   string
	db     *database
	conn   *sql.Conn
	sizes  []int // chunks of each document
}

// OpenArchive chooses from the published file at path. spill is a folder that need not exist; large
// exports sort there. Errors: those of OpenReader, ErrNoActiveGeneration.
func OpenArchive(ctx context.Context, path string, collections []corpus.CollectionPath, spill string) (*Archive, error) {
	if err := inspect(path); err != nil {
		return nil, err
	}
	db, err := openDatabase(ctx, path, readOnly, "SET temp_directory = "+literal(spill))
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, damaged(path, err))
	}
	a := &Archive{path: path, db: db}
	if err := a.choose(ctx, collections); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, damaged(path, err)), a.Close())
	}
	return a, nil
}

func (a *Archive) choose(ctx context.Context, collections []corpus.CollectionPath) error {
	m, err := readMeta(ctx, a.db, a.path)
	if err != nil {
		return err
	}
	if m.schema != SchemaVersion {
		return &IncompatibleError{Path: a.path, Found: m.schema, Want: SchemaVersion}
	}
	generations, err := readGenerations(ctx, a.db, StoreDocuments)
	if err != nil {
		return err
	}
	active := inState(generations, Active)
	if active == nil {
		return ErrNoActiveGeneration
	}
	known, err := readCollections(ctx, a.db, edition{store: StoreDocuments})
	if err != nil {
		return err
	}
	a.Header = ArchiveHeader{
		Schema: ArchiveSchema, Generation: ArchiveGeneration{ID: active.ID, Spec: active.Spec, Index: active.asked}, Collections: []ArchiveCollection{},
	}
	var names []string
	for _, c := range known {
		if slices.Contains(collections, c.Path) {
			names = append(names, string(c.Path))
			a.Header.Collections = append(a.Header.Collections, archiveCollection(c))
		}
	}
	if a.conn, err = a.db.Conn(ctx); err != nil { // the table of the choice is seen by its connection alone
		return err
	}
	if _, err := a.conn.ExecContext(ctx, statement("archive/choose.sql"), bind("store", string(StoreDocuments), "collections", names)...); err != nil {
		return err
	}
	var facts []fact
	err = each(ctx, a.conn, statement("archive/facts.sql"), nil, func(scan func(...any) error) error {
		var f fact
		var chunks int
		err := scan(&f.collection, &f.file, &f.content, &f.extractor, &f.chunker, &chunks)
		facts, a.sizes = append(facts, f), append(a.sizes, chunks)
		a.Header.Chunks += chunks
		return err
	})
	a.Header.Documents, a.Header.Snapshot = len(facts), snapshotOf(facts, active.Fingerprint)
	return err
}

func archiveCollection(c Collection) ArchiveCollection {
	out := ArchiveCollection{Path: string(c.Path), Roots: []ArchiveRoot{}}
	for _, r := range c.Roots {
		out.Roots = append(out.Roots, ArchiveRoot(r))
	}
	return out
}

// Close lets go of the file.
func (a *Archive) Close() error {
	if a.conn != nil {
		_ = a.conn.Close() // closing the database closes it too
	}
	return a.db.Close()
}

// Documents yields the documents in the order of collection path and file path. An error is the
// last thing it yields.
func (a *Archive) Documents(ctx context.Context) iter.Seq2[ArchivedDocument, error] {
	return func(yield func(ArchivedDocument, error) bool) {
		for from := 0; from < len(a.sizes); {
			to, chunks := from, 0
			for to < len(a.sizes) && (to == from || chunks+a.sizes[to] <= stretch) {
				chunks += a.sizes[to]
				to++
			}
			var group archiveGroup
			if err := group.read(ctx, a.conn, a.rows(from+1, to), nil); err != nil {
				yield(ArchivedDocument{}, fmt.Errorf("read %s: %w", a.path, damaged(a.path, err)))
				return
			}
			for _, d := range group.documents {
				if !yield(d, nil) {
					return
				}
			}
			from = to
		}
	}
}

// rows is the statement for the documents from one position to another, both included, from 1.
func (a *Archive) rows(from, to int) string {
	return statement("archive/rows.sql", "from", strconv.Itoa(from), "to", strconv.Itoa(to))
}

// SaveParquet writes all to a Parquet file.
func (a *Archive) SaveParquet(ctx context.Context, file string) error {
	header, err := json.Marshal(a.Header)
	if err != nil {
		return err
	}
	text := statement("archive/save.sql", "rows", strings.TrimSpace(a.rows(1, len(a.sizes))), "file", literal(file), "header", literal(string(header)))
	if _, err := a.conn.ExecContext(ctx, text); err != nil {
		return fmt.Errorf("write %s: %w", file, damaged(a.path, err))
	}
	return nil
}

// ArchiveCheck follows what is read from an archive, to hold it to its header.
type ArchiveCheck struct {
	header    ArchiveHeader
	facts     []fact
	chunks    int
	documents map[DocumentRef]bool
}

// NewArchiveCheck begins a check. Errors: *ArchiveError.
func NewArchiveCheck(h ArchiveHeader) (*ArchiveCheck, error) {
	switch {
	case h.Schema != ArchiveSchema:
		return nil, &ArchiveError{Cause: fmt.Errorf("its form is %q, this program reads %q", h.Schema, ArchiveSchema)}
	case h.Generation.ID < 1 || h.Generation.Spec.Dimension < 1 || h.Generation.Spec.Dimension > 1<<16 || h.Generation.Spec.Model == "":
		return nil, &ArchiveError{Cause: errors.New("its header names no generation of vectors")}
	}
	return &ArchiveCheck{header: h, documents: map[DocumentRef]bool{}}, nil
}

// Add takes the next document. Errors: *ArchiveError.
func (c *ArchiveCheck) Add(d ArchivedDocument) error {
	at := DocumentRef{Collection: d.Collection, File: d.File}
	if c.documents[at] {
		return &ArchiveError{Cause: fmt.Errorf("%s/%s stands in it twice", d.Collection, d.File)}
	}
	c.documents[at] = true
	c.chunks += len(d.Cut)
	c.facts = append(c.facts, fact{d.Collection, d.File, d.ContentHash.String(), d.Extractor, chunkerOf(c.header.Generation.Spec)})
	for i, vector := range d.Vectors {
		if vector == nil && !corpus.Blank(d.Cut[i].Characters) {
			return &ArchiveError{Cause: fmt.Errorf("chunk %d of %s/%s has no vector", i, d.Collection, d.File)}
		}
	}
	return nil
}

// End says whether all came, unchanged. Errors: *ArchiveError.
func (c *ArchiveCheck) End() error {
	if len(c.facts) != c.header.Documents || c.chunks != c.header.Chunks {
		return &ArchiveError{Cause: fmt.Errorf("it holds %d documents with %d chunks, its header says %d with %d",
			len(c.facts), c.chunks, c.header.Documents, c.header.Chunks)}
	}
	if snapshot := snapshotOf(c.facts, c.header.Generation.Spec.Fingerprint()); snapshot != c.header.Snapshot {
		return &ArchiveError{Cause: fmt.Errorf("its documents have the snapshot %s, its header says %s", snapshot, c.header.Snapshot)}
	}
	return nil
}

// ArchiveError says what is wrong with an archive. Place tells where, as far as that is known.
type ArchiveError struct {
	File, Place string
	Cause       error
}

func (e *ArchiveError) Error() string {
	at := e.File
	if e.Place != "" {
		at += ", " + e.Place
	}
	return fmt.Sprintf("%s is no whole archive: %v", at, e.Cause)
}
func (e *ArchiveError) Unwrap() error { return e.Cause }
