package index

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"octavo/engine/corpus"
)

func (w *fileWriter) Collections(ctx context.Context) ([]Collection, error) {
	collections, err := readCollections(ctx, w.conn, edition{store: w.store})
	return collections, w.damaged(err)
}

func (w *fileWriter) SetCollection(ctx context.Context, c Collection) error {
	if err := gateCollection(c); err != nil {
		return err
	}
	return w.change(ctx, "set collection", func(tx *sql.Tx) error {
		ids, err := collectionIDs(ctx, tx, c.Path)
		if errors.Is(err, ErrNotFound) {
			var id int32
			err = tx.QueryRowContext(ctx, statement("writer/add_collection.sql"), bind("path", string(c.Path))...).Scan(&id)
			ids = map[corpus.CollectionPath]int32{c.Path: id}
		}
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, statement("writer/clear_roots.sql"), bind("id", ids[c.Path])...); err != nil {
			return err
		}
		for i, root := range c.Roots {
			args := bind("id", ids[c.Path], "position", i, "path", root.Path, "include", root.Include, "exclude", root.Exclude)
			if _, err := tx.ExecContext(ctx, statement("writer/add_root.sql"), args...); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *fileWriter) RemoveCollection(ctx context.Context, path corpus.CollectionPath) error {
	return w.change(ctx, "remove collection", func(tx *sql.Tx) error {
		ids, err := collectionIDs(ctx, tx, path)
		if err != nil {
			return err
		}
		documents, err := readIDs(ctx, tx, "writer/collection_documents.sql", bind("id", ids[path]))
		if err != nil {
			return err
		}
		if err := w.forget(ctx, tx, documents); err != nil {
			return err
		}
		for _, name := range []string{"writer/clear_roots.sql", "writer/clear_outcomes.sql", "writer/remove_collection.sql"} {
			if _, err := tx.ExecContext(ctx, statement(name), bind("id", ids[path])...); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *fileWriter) RenameCollection(ctx context.Context, from, to corpus.CollectionPath) error {
	if err := gate(field{"collection path", string(to)}); err != nil {
		return err
	}
	return w.change(ctx, "rename collection", func(tx *sql.Tx) error {
		ids, err := collectionIDs(ctx, tx, from)
		if err != nil {
			return err
		}
		if _, err := collectionIDs(ctx, tx, to); !errors.Is(err, ErrNotFound) {
			if err == nil {
				err = ErrExists
			}
			return err
		}
		_, err = tx.ExecContext(ctx, statement("writer/rename_collection.sql"), bind("id", ids[from], "path", string(to))...)
		return err
	})
}

func (w *fileWriter) Generation(context.Context) (Generation, error) {
	g, err := w.filled()
	if err != nil {
		return Generation{}, err
	}
	return g.Generation, nil
}

func (w *fileWriter) BeginGeneration(ctx context.Context, spec GenerationSpec) (Generation, error) {
	text, err := json.Marshal(spec)
	if err != nil {
		return Generation{}, err
	}
	if err := gate(field{"generation", string(text)}); err != nil {
		return Generation{}, err
	}
	next := Generation{Store: w.store, ID: max(1, w.options.Generation), State: Building, Spec: spec, Fingerprint: spec.Fingerprint(), Created: stored(time.Now())}
	var generations []indexed
	err = w.change(ctx, "begin generation", func(tx *sql.Tx) error {
		for _, g := range w.generations {
			next.ID = max(next.ID, g.ID+1)
			if g.State != Building {
				generations = append(generations, g)
			} else if err := w.giveUp(ctx, tx, g.Generation); err != nil {
				return err
			}
		}
		if inState(generations, Active) == nil {
			if _, err := tx.ExecContext(ctx, statement("writer/remove_all_documents.sql"), bind("store", string(w.store))...); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, statement("schema/generation.sql", next.tables()...)); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, statement("writer/add_generation.sql"), bind(
			"store", string(w.store), "id", next.ID, "spec", string(text), "fingerprint", next.Fingerprint,
			"model", spec.Model, "dimension", spec.Dimension, "kind", string(IndexAuto), "created", micros(next.Created))...)
		return err
	})
	if err != nil {
		return Generation{}, err
	}
	generations = append(generations, indexed{Generation: next, asked: IndexAuto, built: IndexExact})
	w.generations = generations
	return next, nil
}

// giveUp drops a generation that never became active.
func (w *fileWriter) giveUp(ctx context.Context, tx session, g Generation) error {
	if _, err := tx.ExecContext(ctx, statement("schema/drop_generation.sql", g.tables()...)); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, statement("writer/remove_generation.sql"), bind("store", string(g.Store), "id", g.ID)...)
	return err
}
