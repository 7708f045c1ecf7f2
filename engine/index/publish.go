package index

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"
)

// Publish finishes the work copy and puts it in the place of the published file. An interruption
// at any instant leaves the one or the other there, whole, and the work copy for the next build.
func (w *fileWriter) Publish(ctx context.Context, options PublishOptions) (Published, error) {
	published, err := w.publish(ctx, options)
	if err != nil {
		return Published{}, fmt.Errorf("publish %s: %w", w.path, w.damaged(err))
	}
	return published, nil
}

func (w *fileWriter) publish(ctx context.Context, options PublishOptions) (Published, error) {
	var published Published
	w.changed = true
	if err := w.transact(ctx, func(tx *sql.Tx) (err error) {
		published.Snapshot, err = w.finish(ctx, tx)
		return err
	}); err != nil {
		return published, err
	}
	var err error
	if w.generations, err = readGenerations(ctx, w.conn, w.store); err != nil {
		return published, err
	}
	if err := w.tidy(ctx, options.Compact); err != nil {
		return published, err
	}
	if g := inState(w.generations, Active); g != nil {
		if err := w.index(ctx, g, options.Index); err != nil {
			return published, err
		}
		published.VectorIndex, published.VectorNote, published.Recall = string(g.built), g.note, g.Recall
	} else {
		published.VectorIndex = string(IndexExact)
	}
	if err := w.checkpoint(ctx); err != nil {
		return published, err
	}
	if err := w.shut(); err != nil {
		return published, err
	}
	if err := replace(w.working, w.path); err != nil {
		return published, err
	}
	w.changed = false
	if info, err := os.Stat(w.path); err == nil {
		published.Bytes = info.Size()
	}
	return published, w.Close()
}

// finish drops what nothing refers to, completes the filled generation, and stamps the file. It
// returns the snapshot.
func (w *fileWriter) finish(ctx context.Context, tx *sql.Tx) (string, error) {
	if _, err := tx.ExecContext(ctx, statement("publish/prune.sql")); err != nil {
		return "", fmt.Errorf("prune: %w", err)
	}
	for _, name := range []string{"publish/prune_words.sql", "publish/count_terms.sql"} {
		if _, err := tx.ExecContext(ctx, statement(name)); err != nil {
			return "", fmt.Errorf("count words: %w", err)
		}
	}
	for _, g := range w.generations {
		if _, err := tx.ExecContext(ctx, statement("publish/prune_kept.sql", g.tables()...)); err != nil {
			return "", fmt.Errorf("prune vectors: %w", err)
		}
	}
	views := statement("views/no_vectors.sql")
	if g, err := w.filled(); err == nil {
		if err := w.activate(ctx, tx, g.Generation); err != nil {
			return "", err
		}
		views = statement("views/active_vectors.sql", g.tables()...)
	}
	for _, text := range []string{views, statement("views.sql")} {
		if _, err := tx.ExecContext(ctx, text); err != nil {
			return "", fmt.Errorf("views: %w", err)
		}
	}
	snapshot, err := w.snapshot(ctx, tx)
	if err != nil {
		return "", err
	}
	return snapshot, errors.Join(writeMeta(ctx, tx, "snapshot", snapshot), writeMeta(ctx, tx, "revision", rand.Text()))
}

// snapshot is that of live content as it is now.
func (w *fileWriter) snapshot(ctx context.Context, tx *sql.Tx) (string, error) {
	fingerprint := ""
	if g, err := w.filled(); err == nil {
		fingerprint = g.Fingerprint
	}
	var facts []fact
	err := each(ctx, tx, statement("publish/facts.sql"), bind("store", string(w.store)), func(scan func(...any) error) error {
		var f fact
		err := scan(&f.collection, &f.file, &f.content, &f.extractor, &f.chunker)
		facts = append(facts, f)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("snapshot: %w", err)
	}
	return snapshotOf(facts, fingerprint), nil
}

// activate counts a generation and makes it the active one. Errors: *IncompleteError.
func (w *fileWriter) activate(ctx context.Context, tx *sql.Tx, g Generation) error {
	row := tx.QueryRowContext(ctx, statement("publish/counts.sql", g.tables()...), bind("store", string(g.Store))...)
	if err := row.Scan(&g.Embedded, &g.Missing, &g.Skipped); err != nil {
		return fmt.Errorf("count vectors: %w", err)
	}
	if g.Missing > 0 {
		return &IncompleteError{Missing: g.Missing}
	}
	_, err := tx.ExecContext(ctx, statement("publish/activate.sql"), bind("store", string(g.Store), "id", g.ID,
		"embedded", g.Embedded, "missing", g.Missing, "skipped", g.Skipped, "now", micros(time.Now()))...)
	return err
}

// checkpoint moves everything from the log into the file.
func (w *fileWriter) checkpoint(ctx context.Context) error {
	fault("before checkpoint")
	if _, err := w.conn.ExecContext(ctx, "CHECKPOINT"); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	fault("after checkpoint")
	return nil
}

// NeedsIndex reports whether publishing with this kind would build or drop an index.
func (w *fileWriter) NeedsIndex(kind IndexKind) bool {
	g := inState(w.generations, Active)
	if g == nil || kind == "" {
		return false
	}
	if kind.of(g.Embedded) == IndexExact {
		return g.built == IndexHNSW
	}
	refused := g.Recall > 0 && g.Recall < hnswRecall
	return g.built != IndexHNSW && !refused
}

// of is what a kind comes to for a number of live vectors: exact or hnsw.
func (k IndexKind) of(vectors int) IndexKind {
	if k == IndexHNSW || k == IndexAuto && vectors >= hnswFrom {
		return IndexHNSW
	}
	return IndexExact
}

// index records how the vectors of a generation are searched, after building an HNSW index where
// that is asked for and comes out good enough. What stands in the way of one is a note, no error.
func (w *fileWriter) index(ctx context.Context, g *indexed, kind IndexKind) error {
	if kind == "" {
		kind = g.asked
	}
	g.asked, g.built, g.Recall, g.note = kind, IndexExact, 0, ""
	if kind.of(g.Embedded) == IndexHNSW && g.Embedded > 0 {
		if err := w.buildHNSW(ctx, g); err != nil {
			return err
		}
	}
	return w.transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, statement("publish/set_index.sql"), bind("store", string(g.Store), "id", g.ID,
			"kind", string(g.asked), "built", string(g.built), "note", g.note, "recall", g.Recall)...)
		return err
	})
}

// buildHNSW builds the index of a generation, last of all, and measures it. One that misses too
// much is dropped again.
func (w *fileWriter) buildHNSW(ctx context.Context, g *indexed) error {
	err := loadVSS(ctx, w.conn, w.options.VSS)
	if extension := (*ExtensionError)(nil); errors.As(err, &extension) {
		g.note = err.Error()
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := w.conn.ExecContext(ctx, "SET hnsw_enable_experimental_persistence = true"); err != nil {
		return err
	}
	if _, err := w.conn.ExecContext(ctx, statement("publish/hnsw_table.sql", g.tables()...)); err != nil {
		return fmt.Errorf("index vectors: %w", err)
	}
	// The log must hold nothing but the index: it cannot be replayed without the extension, and a
	// build that resumes may have to do without the log.
	if err := w.checkpoint(ctx); err != nil {
		return err
	}
	holes := append(g.tables(), "index", identifier(g.table("graph")))
	if _, err := w.conn.ExecContext(ctx, statement("publish/hnsw_index.sql", holes...)); err != nil {
		return fmt.Errorf("index vectors: %w", err)
	}
	fault("after index")
	if err := w.checkpoint(ctx); err != nil {
		return err
	}
	if err := tuneHNSW(ctx, w.conn); err != nil {
		return err
	}
	search := hnswSearch{db: w.db, generation: g.Generation}
	if g.Recall, err = search.recall(ctx, g.Embedded); err != nil {
		return fmt.Errorf("measure the index: %w", err)
	}
	if g.Recall >= hnswRecall {
		g.built = IndexHNSW
		return nil
	}
	g.note = fmt.Sprintf("the HNSW index finds %.1f %% of the nearest chunks, less than %.0f %%", 100*g.Recall, 100*hnswRecall)
	_, err = w.conn.ExecContext(ctx, statement("publish/drop_table.sql", "table", identifier(g.table("hnsw"))))
	return err
}
