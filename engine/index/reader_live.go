package index

import (
	"context"
	"fmt"

	"octavo/engine/lexical"
)

// liveText is how much text is live, counted once: the file does not change.
type liveText struct {
	documents, chunks census
	languages         []lexical.Language
}

func (l liveText) of(level Level) census {
	if level == LevelDocuments {
		return l.documents
	}
	return l.chunks
}

func (r *fileReader) live(ctx context.Context) (liveText, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.counted != nil {
		return *r.counted, nil
	}
	var live liveText
	err := each(ctx, r.db, r.statement("reader/census.sql"), bind("store", string(r.store)), func(scan func(...any) error) error {
		var language lexical.Language
		var documents, chunks, words int
		if err := scan(&language, &documents, &chunks, &words); err != nil {
			return err
		}
		live.documents.texts += documents
		live.documents.words += words
		live.chunks.texts += chunks
		live.chunks.words += words
		if words > 0 {
			live.languages = append(live.languages, language)
		}
		return nil
	})
	if err != nil {
		return liveText{}, fmt.Errorf("count words: %w", damaged(r.path, err))
	}
	r.counted = &live
	return live, nil
}
