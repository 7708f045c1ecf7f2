package index

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

func (w *fileWriter) Cut(ctx context.Context, label, note string) (Version, error) {
	label, err := ParseLabel(label)
	if err != nil {
		return Version{}, err
	}
	if err := gate(field{"note", note}); err != nil {
		return Version{}, err
	}
	var cut storedVersion
	err = w.change(ctx, "cut version", func(tx *sql.Tx) error {
		if _, err := findVersion(ctx, tx, label); err == nil {
			return ErrExists
		} else if missing := (*VersionMissingError)(nil); !errors.As(err, &missing) {
			return err
		}
		snapshot, err := w.snapshot(ctx, tx)
		if err != nil {
			return err
		}
		var id int32
		if err := tx.QueryRowContext(ctx, statement("writer/next_version.sql")).Scan(&id); err != nil {
			return err
		}
		of := edition{store: w.store}
		for _, name := range []string{"writer/close_documents.sql", "writer/open_documents.sql"} {
			if _, err := tx.ExecContext(ctx, of.statement(name), bind("id", id)...); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, statement("writer/add_version.sql"), bind("id", id, "label", label, "note", note,
			"snapshot", snapshot, "store", string(w.store), "created", micros(time.Now()))...); err != nil {
			return err
		}
		cut, err = findVersion(ctx, tx, label)
		return err
	})
	return cut.Version, err
}

func (w *fileWriter) Activate(ctx context.Context, label string) (Version, error) {
	found, err := findVersion(ctx, w.conn, label)
	if err != nil || found.State == VersionIsActive {
		return found.Version, err
	}
	err = w.change(ctx, "activate version", func(tx *sql.Tx) error {
		args := bind("id", found.id, "now", micros(time.Now()))
		if _, err := tx.ExecContext(ctx, statement("writer/activate_version.sql"), args...); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, statement("writer/add_activation.sql"), bind("id", found.id)...); err != nil {
			return err
		}
		found, err = findVersion(ctx, tx, label)
		return err
	})
	return found.Version, err
}

func (w *fileWriter) Drop(ctx context.Context, label string) (Version, error) {
	found, err := findVersion(ctx, w.conn, label)
	if err != nil {
		return Version{}, err
	}
	return found.Version, w.change(ctx, "drop version", func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, statement("writer/drop_version.sql"), bind("id", found.id)...); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, statement("writer/forget_documents.sql"))
		return err
	})
}

func findVersion(ctx context.Context, on session, label string) (storedVersion, error) {
	versions, err := readVersions(ctx, on)
	if err != nil {
		return storedVersion{}, err
	}
	return versionNamed(versions, storedVersion.public, label)
}
