package index

import (
	"context"
	"fmt"
	"regexp"
)

// grepStretch is how many chunks a statement looks at: what it unpacks of them fits the memory of a
// one-shot process.
const grepStretch = 8192

// grepTexts is how many of them are read at once.
const grepTexts = 256

// Grep goes through the documents in order, a stretch at a time, and stops at the limit. DuckDB
// finds the chunks that hold the pattern; where in them it lies is told here.
func (r *fileReader) Grep(ctx context.Context, pattern Pattern, filter Filter, limit int) ([]TextMatch, error) {
	expression, err := pattern.compile()
	if err != nil {
		return nil, err
	}
	if pattern.Text == "" || limit <= 0 {
		return nil, nil
	}
	g := grep{reader: r, pattern: pattern, expression: expression, limit: limit}
	documents, err := describe(ctx, r.db, r.edition, filter)
	for len(documents) > 0 && err == nil && len(g.out) < limit {
		some := firstStretch(documents)
		documents = documents[len(some):]
		for from := 0; (from == 0 || from < some[0].chunks) && err == nil && len(g.out) < limit; from += grepStretch {
			err = g.look(ctx, some, from)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("search text: %w", damaged(r.path, err))
	}
	return g.out, nil
}

// firstStretch is as many documents as have together no more chunks than a stretch, at least one.
func firstStretch(documents []described) []described {
	chunks := documents[0].chunks
	n := 1
	for ; n < len(documents) && chunks+documents[n].chunks <= grepStretch; n++ {
		chunks += documents[n].chunks
	}
	return documents[:n]
}

type grep struct {
	reader     *fileReader
	pattern    Pattern
	expression *regexp.Regexp
	limit      int
	out        []TextMatch
}

// patternHolder is a chunk that holds the pattern.
type patternHolder struct {
	described
	index int32
}

// look adds the matches in some documents, from a chunk on.
func (g *grep) look(ctx context.Context, documents []described, from int) error {
	holding, err := g.holding(ctx, documents, from)
	if err != nil {
		return err
	}
	var chunks []patternHolder
	for _, d := range documents {
		for _, index := range holding[d.revision] {
			chunks = append(chunks, patternHolder{d, index})
		}
	}
	for len(chunks) > 0 && len(g.out) < g.limit && err == nil {
		some := chunks[:min(len(chunks), g.limit-len(g.out)+slack, grepTexts)]
		chunks = chunks[len(some):]
		err = g.find(ctx, some)
	}
	return err
}

// holding is, by revision, the chunks that hold the pattern.
func (g *grep) holding(ctx context.Context, documents []described, from int) (map[int32][]int32, error) {
	revisions := make([]int32, len(documents))
	for i, d := range documents {
		revisions[i] = d.revision
	}
	words, regex, expression := g.pattern.Text, "", g.pattern.Regexp || g.pattern.FoldCase
	if expression {
		words, regex = "", g.expression.String()
	}
	out := map[int32][]int32{}
	args := bind("revisions", revisions, "from", from, "to", from+grepStretch, "expression", expression, "words", words, "regex", regex)
	err := each(ctx, g.reader.db, statement("reader/grep.sql"), args, func(scan func(...any) error) error {
		var revision, index int32
		err := scan(&revision, &index)
		out[revision] = append(out[revision], index)
		return err
	})
	return out, err
}

// find adds the matches in some chunks.
func (g *grep) find(ctx context.Context, chunks []patternHolder) error {
	asked := map[place]bool{}
	for _, c := range chunks {
		for near := c.index - 1; near <= c.index+1; near++ {
			asked[place{c.revision, near}] = true
		}
	}
	rows, err := g.reader.rows(ctx, asked)
	if err != nil {
		return err
	}
	for _, c := range chunks {
		near := func(step int32) row { return rows[place{c.revision, c.index + step}] }
		w := window{text: tail(near(-1).part, near(0).overlap) + near(0).part, before: near(0).overlap, after: near(1).overlap}
		for _, at := range w.find(g.expression) {
			if len(g.out) < g.limit {
				g.out = append(g.out, TextMatch{c.ref(int(c.index)), c.digest, at[0], at[1]})
			}
		}
	}
	return nil
}
