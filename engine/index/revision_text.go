package index

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"unicode/utf8"

	"octavo/engine/corpus"
	"octavo/engine/lexical"
)

// revisionText is the text of a revision as it is stored.
type revisionText struct {
	revision int32
	language lexical.Language
	parts    []string
}

func (t revisionText) whole() string { return strings.Join(t.parts, "") }

// count analyses the text.
func (t revisionText) count() []lexical.Counts {
	chunks := make([]corpus.Chunk, len(t.parts))
	end := 0
	for i, part := range t.parts {
		end += utf8.RuneCountInString(part)
		chunks[i].End = end // all that the count looks at
	}
	return lexical.CountByChunk(lexical.Analyze(t.whole(), t.language), chunks)
}

// textStretch is how many revisions are read at once.
const textStretch = 256

// eachStretch reads the texts of all revisions, some at a time.
func eachStretch(ctx context.Context, on session, visit func(texts []revisionText) error) error {
	for after := int32(0); ; {
		var texts []revisionText
		args := bind("after", after, "count", textStretch)
		err := each(ctx, on, statement("reader/revision_texts.sql"), args, func(scan func(...any) error) error {
			var revision int32
			var language string
			var part sql.NullString
			if err := scan(&revision, &language, &part); err != nil {
				return err
			}
			if n := len(texts); n == 0 || texts[n-1].revision != revision {
				texts = append(texts, revisionText{revision: revision, language: lexical.Language(language)})
			}
			if part.Valid {
				last := &texts[len(texts)-1]
				last.parts = append(last.parts, part.String)
			}
			return nil
		})
		if err != nil || len(texts) == 0 {
			return err
		}
		if err := visit(texts); err != nil {
			return fmt.Errorf("revisions after %d: %w", after, err)
		}
		after = texts[len(texts)-1].revision
	}
}
