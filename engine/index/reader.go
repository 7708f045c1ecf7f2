package index

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"octavo/engine/corpus"
)

// ReaderOptions say how a published file is read.
type ReaderOptions struct {
	VSS     ExtensionOptions
	Exact   bool // leave an HNSW index aside
	OneShot bool // the process asks one question: buffers are reused rather than faulted in
	Threads int  // 0: as many as there are cores
}

// oneShotMemory bounds DuckDB's buffers for a single question. Fresh memory is what a cold scan
// spends its time on: reusing 64 MB reads a large file in half the time and a tenth of the memory.
const oneShotMemory = "64MB"

// fileReader reads a published file. The file never changes under it, so what it has read once of
// the file's state holds for good.
type fileReader struct {
	path string
	edition
	db     *database
	meta   meta
	bytes  int64
	active *indexed // nil where no generation is active
	hnsw   *hnswSearch

	postings *termPostings // versions share them, as they share revisions

	mu          sync.Mutex
	collections []Collection // nil until read
	counted     *liveText    // nil until read
	revisions   revisionTable
	cuts        []storedVersion
	looked      bool // for versions
	editions    map[int32]versionReader
}

// OpenReader opens the published file at path for reading. It takes no lock, creates nothing and
// leaves the file as it was.
// Errors: *MissingError, *ForeignError, *CorruptError, *IncompatibleError.
func OpenReader(ctx context.Context, path string, options ReaderOptions) (Reader, error) {
	if err := inspect(path); err != nil {
		return nil, err
	}
	var settings []string
	if options.OneShot {
		settings = append(settings, "SET memory_limit = "+literal(oneShotMemory))
	}
	if options.Threads > 0 {
		settings = append(settings, fmt.Sprintf("SET threads = %d", options.Threads))
	}
	db, err := openDatabase(ctx, path, readOnly, settings...)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, damaged(path, err))
	}
	r := &fileReader{path: path, edition: edition{store: StoreDocuments}, db: db, postings: &termPostings{}}
	if err := r.prepare(ctx, options); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), db.Close())
	}
	return r, nil
}

func (r *fileReader) prepare(ctx context.Context, options ReaderOptions) error {
	var err error
	if r.meta, err = readMeta(ctx, r.db, r.path); err != nil {
		return err
	}
	if r.meta.schema != SchemaVersion {
		return &IncompatibleError{Path: r.path, Found: r.meta.schema, Want: SchemaVersion}
	}
	generations, err := readGenerations(ctx, r.db, r.store)
	if err != nil {
		return damaged(r.path, err)
	}
	r.active = inState(generations, Active)
	if info, err := os.Stat(r.path); err == nil {
		r.bytes = info.Size()
	}
	if r.active != nil && r.active.built == IndexHNSW && !options.Exact {
		r.hnsw = &hnswSearch{db: r.db, generation: r.active.Generation, extension: options.VSS}
		return nil // closed to the outside once the extension is loaded
	}
	return r.db.shutOut(ctx)
}

// shutOut closes every way from a statement to the outside: files, extensions, settings.
func (d *database) shutOut(ctx context.Context) error {
	_, err := d.ExecContext(ctx, "SET enable_external_access = false; SET lock_configuration = true")
	return err
}

func (r *fileReader) Close() error { return r.db.Close() }

// Info describes the file. Where an HNSW index is to be used but was not needed yet, it says what
// would answer as far as can be told without loading the extension.
func (r *fileReader) Info(ctx context.Context) (Info, error) {
	collections, err := r.list(ctx)
	if err != nil {
		return Info{}, err
	}
	live, err := r.live(ctx)
	if err != nil {
		return Info{}, err
	}
	info := Info{
		SchemaVersion: r.meta.schema, Snapshot: r.meta.snapshot, Collections: collections,
		Languages: live.languages, Bytes: r.bytes, VectorIndex: string(IndexExact),
	}
	if r.active == nil {
		return info, nil
	}
	generation := r.active.Generation
	info.Generation, info.VectorNote = &generation, r.active.note
	if r.hnsw != nil {
		if note := r.hnsw.obstacle(); note != "" {
			info.VectorNote = note
		} else {
			info.VectorIndex = string(IndexHNSW)
		}
	}
	return info, nil
}

func (r *fileReader) list(ctx context.Context) ([]Collection, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.collections == nil {
		collections, err := readCollections(ctx, r.db, r.edition)
		if err != nil {
			return nil, fmt.Errorf("read collections: %w", damaged(r.path, err))
		}
		r.collections = collections
	}
	return r.collections, nil
}

func (r *fileReader) Files(ctx context.Context, collection corpus.CollectionPath) (map[corpus.FilePath]FileState, error) {
	files, err := readFiles(ctx, r.db, r.edition, collection)
	if err != nil {
		return nil, fmt.Errorf("read files of %s: %w", collection, damaged(r.path, err))
	}
	return files, nil
}

func (r *fileReader) Document(ctx context.Context, at Locator) (Document, error) {
	found, err := r.find(ctx, at)
	return found.Document, err
}

// located is a document with what leads to its text.
type located struct {
	Document
	revision   int32
	pageStarts []int
}

// Documents lists all documents.
func (r *fileReader) Documents(ctx context.Context) ([]Document, error) {
	found, err := r.located(ctx, bind("store", string(r.store), "all", true, "collection", "", "file", "", "slug", ""))
	out := make([]Document, len(found))
	for i, f := range found {
		out[i] = f.Document
	}
	return out, err
}

func (r *fileReader) located(ctx context.Context, args []any) ([]located, error) {
	var out []located
	err := each(ctx, r.db, r.statement("reader/document.sql"), args, func(scan func(...any) error) error {
		var f located
		var slug, hash, metadata string
		var starts, without duckdb.Composite[[]int32]
		if err := scan(&f.Collection, &f.File, &slug, &f.Title, &f.revision, &f.Bytes, &f.LastModified, &hash, &f.Extractor, &f.MIME,
			&f.Summary, &metadata, &f.Pages, &f.Characters, &f.Chunks, &starts, &without); err != nil {
			return err
		}
		f.DocumentPath = documentPath(f.Collection, slug)
		f.LastModified = f.LastModified.UTC()
		f.pageStarts, f.PagesWithoutText = ints(starts.Get()), ints(without.Get())
		var err error
		if f.ContentHash, err = parseHash(hash); err != nil {
			return err
		}
		f.Metadata, err = readMetadata(metadata)
		out = append(out, f)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read documents: %w", damaged(r.path, err))
	}
	return out, nil
}

func (r *fileReader) find(ctx context.Context, at Locator) (located, error) {
	slug := ""
	if at.File == "" {
		collection, rest, cut := strings.Cut(at.DocumentPath, "/"+corpus.DocumentsSegment+"/")
		if !cut {
			return located{}, ErrNotFound
		}
		at.Collection, slug = corpus.CollectionPath(collection), rest
	}
	out, err := r.located(ctx, bind("store", string(r.store), "all", false, "collection", string(at.Collection), "file", string(at.File), "slug", slug))
	if err != nil {
		return located{}, err
	}
	if len(out) == 0 {
		return located{}, ErrNotFound
	}
	return out[0], nil
}

// stretch is how many chunks of a text are read at once: some megabytes.
const stretch = 4096

func (r *fileReader) Text(ctx context.Context, at Locator) (corpus.Text, error) {
	f, err := r.find(ctx, at)
	if err != nil {
		return corpus.Text{}, err
	}
	var text strings.Builder
	for from := 0; from < f.Chunks; from += stretch {
		args := bind("revision", f.revision, "from", from, "count", stretch)
		err := each(ctx, r.db, statement("reader/text.sql"), args, func(scan func(...any) error) error {
			var part string
			err := scan(&part)
			text.WriteString(part)
			return err
		})
		if err != nil {
			return corpus.Text{}, fmt.Errorf("read text of %s: %w", f.DocumentPath, damaged(r.path, err))
		}
	}
	return corpus.Text{Characters: text.String(), PageStarts: f.pageStarts}, nil
}

// documentPath is where a document with this slug is found; see corpus.DocumentPath.
func documentPath(collection corpus.CollectionPath, slug string) string {
	return string(collection) + "/" + corpus.DocumentsSegment + "/" + slug
}

func parseHash(s string) (corpus.ContentHash, error) {
	var hash corpus.ContentHash
	bytes, err := hex.DecodeString(s)
	if err != nil || len(bytes) != len(hash) {
		return hash, fmt.Errorf("content hash %q is malformed", s)
	}
	return corpus.ContentHash(bytes), nil
}

func ints(list []int32) []int {
	if len(list) == 0 {
		return nil
	}
	out := make([]int, len(list))
	for i, n := range list {
		out[i] = int(n)
	}
	return out
}
