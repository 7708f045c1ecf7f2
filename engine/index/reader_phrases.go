package index

import (
	"context"
	"strings"

	"octavo/engine/lexical"
)

// textsTogether is how many texts are read in one statement to look for phrases.
const textsTogether = 64

// honouring leaves of ranked texts those that hold what the plan demands: at least the limit best,
// where there are so many, and all that are equal to the last of them.
func (r *fileReader) honouring(ctx context.Context, plan lexical.Plan, ranked []rankedText, level Level, limit int) ([]rankedText, error) {
	last := func(out []rankedText, next rankedText) bool {
		return len(out) >= limit && next.score < out[len(out)-1].score
	}
	var out []rankedText
	for len(ranked) > 0 && !last(out, ranked[0]) {
		some := ranked[:min(textsTogether, len(ranked))]
		ranked = ranked[len(some):]
		tokens := func(int) []lexical.Token { return nil }
		if demands(plan) {
			read := r.tokensOfRevisions
			if level == LevelChunks {
				read = r.tokensOfChunks
			}
			var err error
			if tokens, err = read(ctx, some); err != nil {
				return nil, err
			}
		}
		for i, text := range some {
			if last(out, text) {
				break
			}
			if !demands(plan) || honours(plan, tokens(i)) {
				out = append(out, text)
			}
		}
	}
	return out, nil
}

// tokensOfRevisions reads whole texts; the function that it returns analyses one of them.
func (r *fileReader) tokensOfRevisions(ctx context.Context, texts []rankedText) (func(i int) []lexical.Token, error) {
	type whole struct {
		strings.Builder
		language lexical.Language
	}
	read := map[int32]*whole{}
	err := each(ctx, r.db, statement("reader/texts.sql"), bind("revisions", revisionsOf(texts)), func(scan func(...any) error) error {
		var revision int32
		var language lexical.Language
		var part string
		err := scan(&revision, &language, &part)
		if read[revision] == nil {
			read[revision] = &whole{language: language}
		}
		read[revision].WriteString(part)
		return err
	})
	return func(i int) []lexical.Token {
		text := read[texts[i].revision]
		return lexical.Analyze(text.String(), text.language)
	}, err
}

// tokensOfChunks reads chunks with their neighbours.
func (r *fileReader) tokensOfChunks(ctx context.Context, texts []rankedText) (func(i int) []lexical.Token, error) {
	asked := map[place]bool{}
	for _, text := range texts {
		for near := text.index - 1; near <= text.index+1; near++ {
			asked[place{text.revision, int32(near)}] = true
		}
	}
	rows, err := r.rows(ctx, asked)
	if err != nil {
		return nil, err
	}
	languages := map[int32]lexical.Language{}
	err = each(ctx, r.db, statement("reader/languages.sql"), bind("revisions", revisionsOf(texts)), func(scan func(...any) error) error {
		var revision int32
		var language lexical.Language
		err := scan(&revision, &language)
		languages[revision] = language
		return err
	})
	return func(i int) []lexical.Token {
		revision, index := texts[i].revision, texts[i].index
		near := func(step int) row { return rows[place{revision, int32(index + step)}] }
		return tokensWithin(near(-1).part, near(0).part, near(1).part, near(0).overlap, languages[revision])
	}, err
}

func revisionsOf(texts []rankedText) []int32 {
	out := make([]int32, len(texts))
	for i, text := range texts {
		out[i] = text.revision
	}
	return out
}
