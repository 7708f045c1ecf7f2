package index

import (
	"context"
	"database/sql"
	"fmt"
)

// When a work file is written anew. Each run of a collection's rows beyond the first costs a
// search of it at most one more row group, so some are borne; so is free space, which later builds
// reuse but DuckDB never gives back.
const (
	runsPerCollection = 2
	runsBorne         = 8
	freeShare         = 4       // at most a quarter of the blocks
	freeBorne         = 8 << 20 // bytes
	looseShare        = 4       // at most a quarter of the postings
	looseBorne        = 1 << 18
)

// tidy writes the work file anew, live rows and postings in order, where they lie scattered or much
// of the file is free, or where that is asked for. The fresh file takes the work file's part; until
// it is published the work file stays.
func (w *fileWriter) tidy(ctx context.Context, compact bool) error {
	if compact {
		return w.rewrite(ctx)
	}
	scattered, err := w.scattered(ctx)
	if err != nil {
		return err
	}
	loose, err := w.loose(ctx)
	if err != nil {
		return err
	}
	hollow, err := w.hollow(ctx)
	if err != nil || !scattered && !loose && !hollow {
		return err
	}
	return w.rewrite(ctx)
}

// loose reports whether many postings lie in the order in which they came, not by term: a search
// reads all of those.
func (w *fileWriter) loose(ctx context.Context) (bool, error) {
	m, err := readMeta(ctx, w.conn, w.working)
	if err != nil || m.loose <= looseBorne {
		return false, err
	}
	var all int
	if err := w.conn.QueryRowContext(ctx, statement("publish/postings.sql")).Scan(&all); err != nil {
		return false, fmt.Errorf("count postings: %w", err)
	}
	return m.loose*looseShare > all, nil
}

// scattered reports whether collections lie in too many pieces.
func (w *fileWriter) scattered(ctx context.Context) (bool, error) {
	for _, g := range w.generations {
		var runs, collections int
		row := w.conn.QueryRowContext(ctx, statement("publish/runs.sql", g.tables()...))
		if err := row.Scan(&runs, &collections); err != nil {
			return false, fmt.Errorf("look at the order of rows: %w", err)
		}
		if runs > runsPerCollection*collections+runsBorne {
			return true, nil
		}
	}
	return false, nil
}

// hollow reports whether much of the file is free.
func (w *fileWriter) hollow(ctx context.Context) (bool, error) {
	if err := w.checkpoint(ctx); err != nil {
		return false, err
	}
	var size, free, all int64
	if err := w.conn.QueryRowContext(ctx, statement("publish/blocks.sql")).Scan(&size, &free, &all); err != nil {
		return false, fmt.Errorf("look at free space: %w", err)
	}
	return free*freeShare > all && free*size > freeBorne, nil
}

const freshAs = "fresh"

// rewrite copies everything into a fresh file and goes on with that one.
func (w *fileWriter) rewrite(ctx context.Context) error {
	fresh := freshPath(w.path)
	if err := discard(fresh); err != nil {
		return err
	}
	if err := w.copyInto(ctx, fresh); err != nil {
		return fmt.Errorf("write the file anew: %w", err)
	}
	if err := w.shut(); err != nil {
		return err
	}
	w.working = fresh
	fault("after rewrite")
	if err := w.attach(ctx); err != nil {
		return err
	}
	return w.transact(ctx, func(tx *sql.Tx) error { return writeMeta(ctx, tx, "loose_postings", "0") })
}

func (w *fileWriter) copyInto(ctx context.Context, fresh string) error {
	run := func(texts ...string) error {
		for _, text := range texts {
			if _, err := w.conn.ExecContext(ctx, text); err != nil {
				return err
			}
		}
		return nil
	}
	if err := run("ATTACH " + literal(fresh) + " AS " + freshAs + " (" + readWrite + ")"); err != nil {
		return err
	}
	if err := keepMode(w.working, fresh, 0); err != nil { // before there is text in it
		return err
	}
	if err := run("USE "+freshAs, statement("schema/001_initial.sql")); err != nil {
		return err
	}
	for _, g := range w.generations {
		if err := run(statement("schema/generation.sql", g.tables()...)); err != nil {
			return err
		}
	}
	views := []string{statement("views/no_vectors.sql"), statement("views.sql")}
	if g := inState(w.generations, Active); g != nil {
		views[0] = statement("views/active_vectors.sql", g.tables()...)
	}
	if err := run(append(views, "USE "+attachedAs)...); err != nil {
		return err
	}
	for _, table := range sharedTables {
		copying := "publish/copy_table.sql"
		if inOrder, found := laidOut[table]; found {
			copying = inOrder
		}
		if err := run(statement(copying, between(table)...)); err != nil {
			return err
		}
	}
	for _, g := range w.generations {
		if err := run(
			statement("publish/copy_vectors.sql", between(g.table("vectors"))...),
			statement("publish/copy_table.sql", between(g.table("kept"))...),
		); err != nil {
			return err
		}
	}
	return run("CHECKPOINT "+freshAs, "DETACH "+freshAs)
}

// sharedTables are those of the schema; the test of rewriting holds the list to it.
var sharedTables = []string{
	"meta", "collections", "roots", "revisions", "chunks", "live_documents",
	"content_versions", "activations", "version_documents", "vector_generations", "ingest_outcomes",
	"terms", "postings", "revision_terms", "term_documents",
}

// laidOut are the tables that are copied in another order than that in which they lie.
var laidOut = map[string]string{"terms": "publish/copy_terms.sql", "postings": "publish/copy_postings.sql"}

// between names a table in the work file and in the fresh one.
func between(table string) []string {
	return []string{"from", attachedAs + ".main." + identifier(table), "to", freshAs + ".main." + identifier(table)}
}
