package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"octavo/engine/corpus"
	"octavo/engine/index"
)

// Chunk reads one chunk. A chunk or document that is not there is an answer, not an error: it
// carries the valid range.
func (e *Engine) Chunk(ctx context.Context, at index.Locator, chunk int) (ChunkAnswer, error) {
	answer := ChunkAnswer{Collection: at.Collection, File: at.File, ChunkIndex: chunk}
	reader, err := e.open(ctx)
	if err != nil {
		return answer, err
	}
	defer reader.Close()
	d, err := document(ctx, reader, at)
	if errors.Is(err, index.ErrNotFound) {
		answer.Message = fmt.Sprintf("%s is not in the index", name(at))
		return answer, nil
	}
	if err != nil {
		return answer, err
	}
	answer.Collection, answer.File, answer.Total = d.Collection, d.File, d.Chunks
	if chunk < 0 || chunk >= d.Chunks {
		answer.Message = fmt.Sprintf("%s has no chunk %d: its chunks are 0 to %d", d.File, chunk, d.Chunks-1)
		return answer, nil
	}
	passages, err := reader.Passages(ctx, []index.ChunkRef{{Collection: d.Collection, File: d.File, Index: chunk}})
	if err != nil {
		return answer, err
	}
	if len(passages) != 1 {
		return answer, &index.CorruptError{Path: e.Config.Database, Cause: fmt.Errorf("chunk %d of %s is missing", chunk, d.File)}
	}
	answer.Found, answer.Passage = true, passages[0]
	return answer, nil
}

// File reads the whole text of a document. Errors: *UsageError where there is no such document.
func (e *Engine) File(ctx context.Context, at index.Locator) (FileAnswer, error) {
	reader, err := e.open(ctx)
	if err != nil {
		return FileAnswer{}, err
	}
	defer reader.Close()
	d, err := present(ctx, reader, at)
	if err != nil {
		return FileAnswer{}, err
	}
	text, err := reader.Text(ctx, index.Locator{Collection: d.Collection, File: d.File})
	return FileAnswer{Document: d, Text: text.Characters}, err
}

// FileAt reads the whole text of the document that a path leads to: its document path, or the path
// of its collection with that of the file behind it. Where two collections fit, the longer name is
// tried first. Errors: *UsageError where there is no such document.
func (e *Engine) FileAt(ctx context.Context, path string) (FileAnswer, error) {
	reader, err := e.open(ctx)
	if err != nil {
		return FileAnswer{}, err
	}
	defer reader.Close()
	candidates, err := locators(ctx, reader, path)
	if err != nil {
		return FileAnswer{}, err
	}
	for _, at := range candidates {
		d, err := document(ctx, reader, at)
		if errors.Is(err, index.ErrNotFound) {
			continue
		}
		if err != nil {
			return FileAnswer{}, err
		}
		text, err := reader.Text(ctx, index.Locator{Collection: d.Collection, File: d.File})
		return FileAnswer{Document: d, Text: text.Characters}, err
	}
	return FileAnswer{}, &UsageError{Message: path + " is not in the index"}
}

// locators are the documents that a path may mean, those of the longest collection name first.
func locators(ctx context.Context, reader index.Reader, path string) ([]Locator, error) {
	if corpus.IsDocumentPath(path) {
		return []Locator{{DocumentPath: path}}, nil
	}
	collections, err := shelves(ctx, reader)
	if err != nil {
		return nil, err
	}
	var out []Locator
	for _, c := range slices.Backward(collections) { // in order of path: what is below comes later
		if file, below := strings.CutPrefix(path, string(c)+"/"); below {
			out = append(out, Locator{Collection: c, File: corpus.FilePath(file)})
		}
	}
	return out, nil
}

// Document reads what is known of a document, never its text. Errors: *UsageError where there is
// no such document.
func (e *Engine) Document(ctx context.Context, at index.Locator) (index.Document, error) {
	reader, err := e.open(ctx)
	if err != nil {
		return index.Document{}, err
	}
	defer reader.Close()
	return present(ctx, reader, at)
}

// present finds a document that must be there.
func present(ctx context.Context, reader index.Reader, at index.Locator) (index.Document, error) {
	d, err := document(ctx, reader, at)
	if errors.Is(err, index.ErrNotFound) {
		return d, unknownDocument(ctx, reader, at)
	}
	return d, err
}

// unknownDocument names what is nearest to a document that is not there.
func unknownDocument(ctx context.Context, reader index.Reader, at index.Locator) error {
	missing := &UsageError{Message: name(at) + " is not in the index"}
	if at.File == "" {
		return missing
	}
	files, err := reader.Files(ctx, at.Collection)
	if err != nil {
		return err
	}
	if nearest := nearestFile(at.File, files); nearest != "" {
		missing.Hint = fmt.Sprintf("Did you mean %s?", nearest)
	} else if len(files) == 0 {
		missing.Hint = "octavo status lists the collections"
	}
	return missing
}

func nearestFile(to corpus.FilePath, files map[corpus.FilePath]index.FileState) corpus.FilePath {
	return corpus.Nearest(to, slices.Sorted(maps.Keys(files)))
}

func name(at index.Locator) string {
	if at.File == "" {
		return at.DocumentPath
	}
	return string(at.Collection) + "/" + string(at.File)
}

// Files lists the files of a collection in order of name; a collection that is not there has none.
func (e *Engine) Files(ctx context.Context, collection corpus.CollectionPath) ([]corpus.FilePath, error) {
	reader, err := e.open(ctx)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	files, err := reader.Files(ctx, collection)
	return slices.Sorted(maps.Keys(files)), err
}

// Collections lists what the file holds.
func (e *Engine) Collections(ctx context.Context) ([]index.Collection, error) {
	reader, err := e.open(ctx)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	info, err := reader.Info(ctx)
	return info.Collections, err
}
