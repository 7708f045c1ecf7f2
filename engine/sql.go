package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"

	"octavo/engine/corpus"
	"octavo/engine/index"
)

// SQL runs one query that reads the file and hands its rows to show. In it query_vector('text') is
// the vector of a question under the model of the file.
// Errors besides those of opening: *index.QueryError, those of the model, what show returns.
func (e *Engine) SQL(ctx context.Context, query string, show func(index.Table) error) error {
	console, err := e.console(ctx, "")
	if err != nil {
		return err
	}
	defer console.Close()
	return console.Query(ctx, query, show)
}

// SaveSQL runs one query and writes its rows to a Parquet file, whole or not at all. Errors: those
// of SQL, *UsageError where the file exists and force is false.
func (e *Engine) SaveSQL(ctx context.Context, query, file string, force bool) (rows int64, err error) {
	err = writeWhole(file, force, func(part string) error {
		console, err := e.console(ctx, part)
		if err != nil {
			return err
		}
		defer console.Close()
		rows, err = console.Save(ctx, query, part)
		return err
	})
	return rows, err
}

// console opens the file for queries that may write to one path, or to none where it is empty.
func (e *Engine) console(ctx context.Context, file string) (*index.Console, error) {
	return index.OpenConsole(ctx, e.Config.Database, index.ConsoleOptions{File: file, Embed: e.questionVector})
}

func (e *Engine) questionVector(ctx context.Context, g *index.Generation, text string) ([]float32, error) {
	if corpus.Blank(text) {
		return nil, &UsageError{Message: "the text is blank and has no vector"}
	}
	embedder, err := e.embedderOf(g)
	if err != nil {
		return nil, err
	}
	return embedder.EmbedQuery(ctx, text)
}

// writeWhole has write fill a file beside path, by its name, and puts it in the place of path once
// it is complete and on disk. Errors: *UsageError where path exists and force is false.
func writeWhole(path string, force bool, write func(part string) error) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if info, err := os.Lstat(path); err == nil && (!force || info.IsDir()) {
		return &UsageError{Message: path + " exists already", Hint: "It is left as it is. Name another file, or replace it with --force"}
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	part, err := renameio.NewPendingFile(path, renameio.WithPermissions(0o644))
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer func() { _ = part.Cleanup() }() // does nothing once it is in place
	if err := write(part.Name()); err != nil {
		return err
	}
	if err := part.CloseAtomicallyReplace(); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
