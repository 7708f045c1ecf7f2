package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strconv"

	"octavo/engine/corpus"
	"octavo/engine/lexical"
)

// WriterOptions say how a file is built.
type WriterOptions struct {
	VSS     ExtensionOptions // needed only where an HNSW index is to be built
	Command string           // what the lock file calls this work; empty: the process's command line
	// Aside changes the published file and nothing else: on a work copy of its own that begins as
	// that file, is never resumed, and is removed if it is not published.
	Aside bool
	// New demands that there is no file yet and no unfinished build of one. What is not published
	// leaves nothing behind.
	New bool
	// Generation is the number of the first generation of a new file; 0 is 1.
	Generation int
}

// fileWriter changes the work copy of a file. One connection writes; Missing reads on another.
type fileWriter struct {
	path    string // of the published file
	work    string // of the work copy
	working string // of the file that is written to: the work copy, or a fresh one in its place
	options WriterOptions
	store   Store
	lock    *lockFile
	db      *database
	conn    *sql.Conn

	published   string // revision of the published file; empty for a first build
	generations []indexed
	resumed     bool // an interrupted build left the work copy
	changed     bool // something is committed that the published file does not have
}

// OpenWriter takes the right to write the file at path and opens its work copy: the one that an
// interrupted build left, if it descends from the published file, else a fresh clone, else a new
// file. The right is asked for once, never awaited.
//
// A published file of another schema version is not read: the work copy starts empty and replaces
// it at Publish.
// Errors: *LockedError, *ForeignError, *CorruptError, those of the file system; with the
// option Aside also *MissingError, *IncompatibleError and *UnfinishedError, with New *ExistsError.
func OpenWriter(ctx context.Context, path string, options WriterOptions) (Writer, error) {
	lock, err := acquire(path, options.Command)
	if err != nil {
		return nil, err
	}
	if options.New {
		if err := unused(path, workPath(path)); err != nil {
			_, none := os.Lstat(workPath(path))
			return nil, errors.Join(err, lock.release(none != nil))
		}
	}
	w := &fileWriter{path: path, work: workPath(path), options: options, store: StoreDocuments, lock: lock}
	if options.Aside {
		w.work = asidePath(path)
	}
	w.working = w.work
	if err := w.open(ctx); err != nil {
		_, none := os.Stat(workPath(path))
		return nil, errors.Join(fmt.Errorf("open %s for writing: %w", path, w.damaged(err)), w.shut(), lock.release(none != nil))
	}
	return w, nil
}

// unused refuses names that are taken. Errors: *ExistsError, those of the file system.
func unused(paths ...string) error {
	for _, path := range paths {
		if _, err := os.Lstat(path); err == nil {
			return &ExistsError{Path: path}
		} else if !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (w *fileWriter) open(ctx context.Context) error {
	published, err := publishedMeta(ctx, w.path)
	if err != nil {
		return err
	}
	w.published = published.revision
	for _, leftover := range []string{freshPath(w.path), asidePath(w.path)} {
		if err := discard(leftover); err != nil {
			return err
		}
	}
	if w.options.Aside {
		if err := w.standsAside(published); err != nil {
			return err
		}
	}
	if w.resumed, err = w.resume(ctx); err != nil {
		return err
	}
	if !w.resumed {
		if err := w.start(ctx, published); err != nil {
			return err
		}
	}
	if err := keepMode(w.path, w.working, ownerWrites); err != nil {
		return err
	}
	w.changed = w.resumed
	if w.generations, err = readGenerations(ctx, w.conn, w.store); err != nil {
		return err
	}
	if err := w.renewWords(ctx); err != nil {
		return err
	}
	return w.dropIndexes(ctx)
}

// standsAside reports what is in the way of a change to the published file alone.
func (w *fileWriter) standsAside(published meta) error {
	if published == (meta{}) {
		return &MissingError{Path: w.path}
	}
	if published.schema != SchemaVersion {
		return &IncompatibleError{Path: w.path, Found: published.schema, Want: SchemaVersion}
	}
	if _, err := os.Stat(workPath(w.path)); err == nil {
		return &UnfinishedError{Path: workPath(w.path)}
	}
	return nil
}

// publishedMeta reads what the published file says of itself; the zero value where there is none.
func publishedMeta(ctx context.Context, path string) (meta, error) {
	err := inspect(path)
	if missing := (*MissingError)(nil); errors.As(err, &missing) {
		return meta{}, nil
	}
	if err != nil {
		return meta{}, err
	}
	return fileMeta(ctx, path)
}

func fileMeta(ctx context.Context, path string) (meta, error) {
	db, err := openDatabase(ctx, path, readOnly)
	if err != nil {
		return meta{}, damaged(path, err)
	}
	m, err := readMeta(ctx, db, path)
	return m, errors.Join(err, db.Close())
}

// resume opens the work file that an interrupted build left, if there is one that descends from
// the published file. One that cannot be read without its log is read without it: the log's last
// commits are lost, which a build can repeat.
func (w *fileWriter) resume(ctx context.Context) (bool, error) {
	if _, err := os.Stat(w.working); err != nil {
		return false, discard(w.working)
	}
	if err := openable(w.working, walPath(w.working)); err != nil {
		return false, err
	}
	if err := cutLog(walPath(w.working)); err != nil {
		return false, err
	}
	for range 2 {
		if err := w.attach(ctx); err == nil {
			m, err := readMeta(ctx, w.conn, w.working)
			if err == nil && m.schema == SchemaVersion && m.descendsFrom == w.published {
				return true, nil
			}
			break
		}
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if err := os.Remove(walPath(w.working)); err != nil {
			break
		}
	}
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	return false, errors.Join(w.shut(), discard(w.working))
}

// start makes a work file: a clone where there is a published file of this schema, else a new one.
func (w *fileWriter) start(ctx context.Context, published meta) error {
	cloned := published.schema == SchemaVersion
	if cloned {
		if err := clone(w.path, w.working); err != nil {
			return err
		}
	}
	if err := w.attach(ctx); err != nil {
		return err
	}
	return w.transact(ctx, func(tx *sql.Tx) error {
		if !cloned {
			if err := createSchema(ctx, tx); err != nil {
				return err
			}
		}
		return writeMeta(ctx, tx, "descends_from", published.revision)
	})
}

// createSchema lays out an empty file.
func createSchema(ctx context.Context, tx session) error {
	for _, name := range []string{"schema/001_initial.sql", "views/no_vectors.sql", "views.sql"} {
		if _, err := tx.ExecContext(ctx, statement(name)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	_, err := tx.ExecContext(ctx, statement("schema/seed.sql"), bind("schema", strconv.Itoa(SchemaVersion), "words", strconv.Itoa(lexical.Version))...)
	return err
}

// attach opens the work file.
func (w *fileWriter) attach(ctx context.Context) error {
	db, err := openDatabase(ctx, w.working, readWrite)
	if err != nil {
		return err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	w.db, w.conn = db, conn
	return nil
}

// shut closes the work file, if it is open.
func (w *fileWriter) shut() error {
	if w.db == nil {
		return nil
	}
	err := errors.Join(w.conn.Close(), w.db.Close())
	w.db, w.conn = nil, nil
	return err
}

// dropIndexes removes HNSW indexes with their tables. A write to an indexed table without the
// extension hangs; dropping needs no extension.
func (w *fileWriter) dropIndexes(ctx context.Context) error {
	var tables []string
	err := each(ctx, w.conn, statement("writer/hnsw_tables.sql"), nil, func(scan func(...any) error) error {
		var name string
		err := scan(&name)
		tables = append(tables, name)
		return err
	})
	for _, name := range tables {
		if err == nil {
			_, err = w.conn.ExecContext(ctx, statement("publish/drop_table.sql", "table", identifier(name)))
		}
	}
	return err
}

// transact runs steps in one commit.
func (w *fileWriter) transact(ctx context.Context, steps func(tx *sql.Tx) error) error {
	tx, err := w.conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := steps(tx); err != nil {
		_ = tx.Rollback() // the first failure is the one to tell
		return err
	}
	fault("before commit")
	if err := tx.Commit(); err != nil {
		return err
	}
	fault("after commit")
	return nil
}

// change is transact for what a caller asked for.
func (w *fileWriter) change(ctx context.Context, what string, steps func(tx *sql.Tx) error) error {
	if err := w.transact(ctx, steps); err != nil {
		return fmt.Errorf("%s: %w", what, w.damaged(err))
	}
	w.changed = true
	return nil
}

// damaged names the file whose bytes a failure of the work copy lays blame on: a clone has them from
// the published file.
func (w *fileWriter) damaged(err error) error {
	if w.resumed {
		return damaged(w.working, err)
	}
	return damaged(w.path, err)
}

// Unpublished reports whether the work copy holds commits that the published file does not.
func (w *fileWriter) Unpublished() bool { return w.changed }

// UpdateProgress tells those who look at the lock how far the work is.
func (w *fileWriter) UpdateProgress(p Progress) { w.lock.tell(p) }

// Close gives the work copy up; it is removed if nothing was committed to it.
func (w *fileWriter) Close() error {
	if w.lock == nil {
		return nil
	}
	err := w.shut()
	err = errors.Join(err, discard(freshPath(w.path)))
	gone := !w.changed || w.options.Aside || w.options.New // published, or given up for good
	if gone {
		err = errors.Join(err, discard(w.work))
	}
	err = errors.Join(err, w.lock.release(gone))
	w.lock = nil
	return err
}

// filled is the generation that a build fills.
func (w *fileWriter) filled() (*indexed, error) {
	if g := inState(w.generations, Active, Building); g != nil {
		return g, nil
	}
	return nil, ErrNoActiveGeneration
}

// collectionIDs finds collections. Errors: ErrNotFound where one is not there.
func collectionIDs(ctx context.Context, on session, paths ...corpus.CollectionPath) (map[corpus.CollectionPath]int32, error) {
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = string(p)
	}
	ids := map[corpus.CollectionPath]int32{}
	err := each(ctx, on, statement("writer/collection_id.sql"), bind("paths", names), func(scan func(...any) error) error {
		var path corpus.CollectionPath
		var id int32
		err := scan(&path, &id)
		ids[path] = id
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, p := range paths {
		if _, known := ids[p]; !known {
			return nil, ErrNotFound
		}
	}
	return ids, nil
}
