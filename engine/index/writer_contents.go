package index

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"iter"
	"slices"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"octavo/engine/corpus"
)

func (w *fileWriter) Files(ctx context.Context, collection corpus.CollectionPath) (map[corpus.FilePath]FileState, error) {
	files, err := readFiles(ctx, w.conn, edition{store: w.store}, collection)
	return files, w.damaged(err)
}

func (w *fileWriter) Put(ctx context.Context, documents []NewDocument) error {
	generation, err := w.filled()
	if err != nil {
		generation = &indexed{} // without vectors, blank chunks may still be stored
	}
	batch, err := admitAll(documents, generation.Spec)
	if err != nil {
		return err
	}
	return w.change(ctx, "put documents", func(tx *sql.Tx) error {
		var collections, files []string
		paths := make([]corpus.CollectionPath, len(batch))
		for i, d := range batch {
			collections, files, paths[i] = append(collections, string(d.Collection)), append(files, string(d.File)), d.Collection
		}
		owners, err := collectionIDs(ctx, tx, paths...)
		if err != nil {
			return err
		}
		replaced, err := readIDs(ctx, tx, "writer/document_ids.sql", bind("store", string(w.store), "collections", collections, "files", files))
		if err != nil {
			return err
		}
		if err := w.forget(ctx, tx, replaced); err != nil {
			return err
		}
		ids, err := w.append(ctx, tx, batch, owners)
		if err != nil {
			return err
		}
		return w.place(ctx, tx, generation.Generation, batch, ids)
	})
}

// append stores documents with those of their revisions that are not stored yet, and returns the
// documents' ids.
func (w *fileWriter) append(ctx context.Context, tx *sql.Tx, batch []admitted, owners map[corpus.CollectionPath]int32) ([]int32, error) {
	digests := make([]string, len(batch))
	for i, d := range batch {
		digests[i] = d.digest
	}
	revisions := map[string]int32{}
	err := each(ctx, tx, statement("writer/revisions.sql"), bind("store", string(w.store), "digests", digests), func(scan func(...any) error) error {
		var digest string
		var id int32
		err := scan(&digest, &id)
		revisions[digest] = id
		return err
	})
	if err != nil {
		return nil, err
	}
	var document, revision, term int32
	if err := tx.QueryRowContext(ctx, statement("writer/last_ids.sql")).Scan(&document, &revision, &term); err != nil {
		return nil, err
	}
	var fresh []revisionWords
	var documentRows, revisionRows, chunkRows [][]driver.Value
	ids := make([]int32, len(batch))
	for i, d := range batch {
		of, known := revisions[d.digest]
		if !known {
			revision++
			of = revision
			revisions[d.digest] = of
			revisionRows = append(revisionRows, d.revisionRow(of, w.store))
			fresh = append(fresh, revisionWords{of, d.words()})
			for j, c := range d.chunks {
				chunkRows = append(chunkRows, c.row(of, j))
			}
		}
		document++
		ids[i] = document
		documentRows = append(documentRows, d.documentRow(document, w.store, owners[d.Collection], of))
	}
	for table, rows := range map[string][][]driver.Value{"live_documents": documentRows, "revisions": revisionRows, "chunks": chunkRows} {
		if err := w.appendRows(table, slices.Values(rows)); err != nil {
			return nil, err
		}
	}
	return ids, w.appendWords(ctx, tx, fresh, term)
}

func (d *admitted) documentRow(id int32, store Store, collection, revision int32) []driver.Value {
	return []driver.Value{id, string(store), collection, string(d.File), corpus.Slug(d.File), d.Title, revision, d.Bytes, d.LastModified}
}

func (d *admitted) revisionRow(id int32, store Store) []driver.Value {
	return []driver.Value{
		id, string(store), d.digest, d.ContentHash.String(), d.Extractor, d.chunker, d.MIME, d.Summary, d.metadata,
		int32(d.Pages), int32(d.Characters), int32(d.Chunks), string(d.language), int32(d.length), int32s(d.pageStarts), int32s(d.PagesWithoutText),
	}
}

func (c piece) row(revision int32, index int) []driver.Value {
	row := []driver.Value{
		revision, int32(index), int32(c.start), int32(c.overlap), c.part, duckdb.UUID(c.key), c.blank, nil, nil, nil, nil, nil,
	}
	if c.page > 0 {
		row[7] = int32(c.page)
	}
	if b := c.box; b != nil {
		row[8], row[9], row[10], row[11] = b.X, b.Y, b.W, b.H
	}
	return row
}

func int32s(list []int) []int32 {
	out := make([]int32, len(list))
	for i, n := range list {
		out[i] = int32(n)
	}
	return out
}

// appendRows adds rows to a table within the transaction of the writing connection.
// A row is copied before the next one is asked for.
func (w *fileWriter) appendRows(table string, rows iter.Seq[[]driver.Value]) error {
	err := w.conn.Raw(func(connection any) error {
		appender, err := duckdb.NewAppender(connection.(driver.Conn), attachedAs, "main", table)
		if err != nil {
			return err
		}
		for row := range rows {
			if err := appender.AppendRow(row...); err != nil {
				return errors.Join(err, appender.Close())
			}
		}
		return appender.Close()
	})
	if err != nil {
		return fmt.Errorf("append to %s: %w", table, err)
	}
	return nil
}

// place gives each chunk of new documents that is not blank its live vector: one that was kept,
// else that of equal live text. Errors: *VectorMissingError.
func (w *fileWriter) place(ctx context.Context, tx *sql.Tx, g Generation, batch []admitted, ids []int32) error {
	wanted := int64(0)
	for _, d := range batch {
		for i, c := range d.chunks {
			if !c.blank {
				wanted++
				if g.ID == 0 {
					return &VectorMissingError{Ref: ChunkRef{d.Collection, d.File, i}}
				}
			}
		}
	}
	if wanted == 0 {
		return nil
	}
	args := bind("documents", ids)
	for _, name := range []string{"writer/place_kept.sql", "writer/place_live.sql"} {
		result, err := tx.ExecContext(ctx, statement(name, g.tables()...), args...)
		if err != nil {
			return err
		}
		placed, err := result.RowsAffected()
		if err != nil {
			return err
		}
		if wanted -= placed; wanted == 0 {
			_, err := tx.ExecContext(ctx, statement("writer/release_kept.sql", g.tables()...), args...)
			return err
		}
	}
	var at ChunkRef
	if err := tx.QueryRowContext(ctx, statement("writer/unplaced.sql", g.tables()...), args...).Scan(&at.Collection, &at.File, &at.Index); err != nil {
		return err
	}
	return &VectorMissingError{Ref: at}
}

// forget drops documents; their vectors are kept and their text stays until Publish.
func (w *fileWriter) forget(ctx context.Context, tx *sql.Tx, ids []int32) error {
	if len(ids) == 0 {
		return nil
	}
	args := bind("documents", ids)
	for _, g := range w.generations {
		for _, name := range []string{"writer/keep_removed.sql", "writer/remove_vectors.sql"} {
			if _, err := tx.ExecContext(ctx, statement(name, g.tables()...), args...); err != nil {
				return err
			}
		}
	}
	_, err := tx.ExecContext(ctx, statement("writer/remove_documents.sql"), args...)
	return err
}

func (w *fileWriter) Remove(ctx context.Context, collection corpus.CollectionPath, files []corpus.FilePath) error {
	if len(files) == 0 {
		return nil
	}
	collections, names := make([]string, len(files)), make([]string, len(files))
	for i, f := range files {
		collections[i], names[i] = string(collection), string(f)
	}
	return w.change(ctx, "remove documents", func(tx *sql.Tx) error {
		ids, err := readIDs(ctx, tx, "writer/document_ids.sql", bind("store", string(w.store), "collections", collections, "files", names))
		if err != nil {
			return err
		}
		if err := w.forget(ctx, tx, ids); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, statement("writer/remove_outcomes.sql"), bind("collections", collections, "files", names)...)
		return err
	})
}

func (w *fileWriter) RecordOutcomes(ctx context.Context, outcomes []Outcome) error {
	if len(outcomes) == 0 {
		return nil
	}
	last := map[Locator]int{}
	var paths []corpus.CollectionPath
	for i, o := range outcomes {
		if err := gateOutcome(o); err != nil {
			return err
		}
		last[Locator{Collection: o.Collection, File: o.File}] = i
		paths = append(paths, o.Collection)
	}
	return w.change(ctx, "record outcomes", func(tx *sql.Tx) error {
		owners, err := collectionIDs(ctx, tx, paths...)
		if err != nil {
			return err
		}
		var collections, files []string
		var rows [][]driver.Value
		for i, o := range outcomes {
			if last[Locator{Collection: o.Collection, File: o.File}] != i {
				continue
			}
			collections, files = append(collections, string(o.Collection)), append(files, string(o.File))
			rows = append(rows, []driver.Value{
				owners[o.Collection], string(o.File), o.Outcome, o.Reason, o.Detail, o.Extractor,
				int32(o.Characters), int32(o.Chunks), int32(o.PagesWithoutText), o.Seconds,
			})
		}
		if _, err := tx.ExecContext(ctx, statement("writer/remove_outcomes.sql"), bind("collections", collections, "files", files)...); err != nil {
			return err
		}
		return w.appendRows("ingest_outcomes", slices.Values(rows))
	})
}

func readIDs(ctx context.Context, on session, name string, args []any) ([]int32, error) {
	var ids []int32
	err := each(ctx, on, statement(name), args, func(scan func(...any) error) error {
		var id int32
		err := scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}
