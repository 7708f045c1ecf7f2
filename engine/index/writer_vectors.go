package index

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"slices"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"octavo/engine/corpus"
)

// Missing reads on a connection of its own, so that it may run beside a commit: it then sees the
// state before or after it, and a vector that moves with the commit is there in both.
func (w *fileWriter) Missing(ctx context.Context, keys []corpus.TextKey) ([]corpus.TextKey, error) {
	g, err := w.filled()
	if err != nil {
		return nil, err
	}
	present, err := presentKeys(ctx, w.db, g.Generation, keys)
	if err != nil {
		return nil, fmt.Errorf("look up vectors: %w", w.damaged(err))
	}
	var out []corpus.TextKey
	for _, k := range keys {
		if !present[k] {
			out = append(out, k)
		}
	}
	return out, nil
}

func presentKeys(ctx context.Context, on session, g Generation, keys []corpus.TextKey) (map[corpus.TextKey]bool, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	names := make([]string, len(keys))
	for i, k := range keys {
		id := duckdb.UUID(k)
		names[i] = id.String()
	}
	present := map[corpus.TextKey]bool{}
	err := each(ctx, on, statement("writer/present.sql", g.tables()...), bind("keys", names), func(scan func(...any) error) error {
		var id duckdb.UUID
		err := scan(&id)
		present[corpus.TextKey(id)] = true
		return err
	})
	return present, err
}

// KeepVectors passes over texts that have a vector already.
func (w *fileWriter) KeepVectors(ctx context.Context, vectors []KeyedVector) error {
	g, err := w.filled()
	if err != nil {
		return err
	}
	keys := make([]corpus.TextKey, len(vectors))
	for i, v := range vectors {
		if err := checkVector(v.Key, v.Vector, g.Spec.Dimension); err != nil {
			return err
		}
		keys[i] = v.Key
	}
	if len(vectors) == 0 {
		return nil
	}
	return w.change(ctx, "keep vectors", func(tx *sql.Tx) error {
		present, err := presentKeys(ctx, tx, g.Generation, keys)
		if err != nil {
			return err
		}
		var rows [][]driver.Value
		for _, v := range vectors {
			if !present[v.Key] {
				present[v.Key] = true
				code := quantise(v.Vector)
				rows = append(rows, []driver.Value{duckdb.UUID(v.Key), code.scale, code.codes})
			}
		}
		return w.appendRows(g.table("kept"), slices.Values(rows))
	})
}
