package search

import (
	"context"
	"errors"
	"fmt"

	"octavo/engine/corpus"
	"octavo/engine/embed"
	"octavo/engine/index"
)

// Searcher answers requests over one open index. It is safe for concurrent use if its parts are.
type Searcher struct {
	Reader index.Reader
	// Embedder is called only when a question is to be embedded. Errors: embed.ErrNone where no model
	// is configured, and those of opening one.
	Embedder func() (embed.Embedder, error)
	Ranking  Ranking
}

// mostWords bounds how many different words of a question rank, in the order of the question.
const mostWords = 64

// Documents returns one hit per file, with its best chunk, best first. Order is total: equal scores
// fall to (collection path, file path, chunk index).
// Errors: those of Parse and Query.Resolve, index.ErrNoActiveGeneration, those of the embedder.
func (s Searcher) Documents(ctx context.Context, r Request) (Answer, error) {
	return s.run(ctx, r, documents)
}

// Chunks returns every chunk as a hit of its own, best first, in the same order.
func (s Searcher) Chunks(ctx context.Context, r Request) (Answer, error) {
	return s.run(ctx, r, chunks)
}

func (s Searcher) run(ctx context.Context, r Request, of unit) (Answer, error) {
	query, err := Parse(r)
	if err != nil {
		return Answer{}, err
	}
	info, err := s.Reader.Info(ctx)
	if err != nil {
		return Answer{}, err
	}
	answer := Answer{Text: query.Text, Mode: r.Mode, Scope: query.Scope()}
	answer.Limit, answer.Notes = clampLimit(r.Limit)
	if answer.Collections, err = query.Resolve(paths(info.Collections)); err != nil {
		return Answer{}, err
	}
	answer.Passages = passages(info.Collections, answer.Collections)
	filter := filterFor(answer.Collections, info.Collections)
	if r.Mode == ModeSubstring || r.Mode == ModeRegex {
		answer.Hits, err = s.grep(ctx, r, query.Text, filter, of, answer.Limit)
		return answer, err
	}
	filter.Where = query.Words.Filters
	q := question{text: query.Words.Text(), plan: query.Words.Plan(info.Languages), filter: filter, unit: of}
	if len(q.plan.Scored) > mostWords {
		q.plan.Scored = q.plan.Scored[:mostWords]
		answer.Notes = append(answer.Notes, fmt.Sprintf("only the first %d different words of the query rank", mostWords))
	}
	found, err := s.rank(ctx, r.Mode, q, &answer)
	if err != nil {
		return Answer{}, err
	}
	answer.Hits, err = s.hits(ctx, q.text, r, found)
	return answer, err
}

// rank finds the best candidates by the mode that was asked for, or that the model allows, and
// notes which one it was.
func (s Searcher) rank(ctx context.Context, mode Mode, q question, answer *Answer) ([]candidate, error) {
	if answer.Passages == 0 {
		if mode == "" || mode == ModeAuto {
			answer.Mode = ModeHybrid
		}
		return nil, nil
	}
	var vector []float32
	if mode != ModeLexical {
		var err error
		vector, err = s.embedQuestion(ctx, q.text)
		automatic := mode == "" || mode == ModeAuto
		switch {
		case err == nil && automatic:
			mode = ModeHybrid
		case automatic && errors.Is(err, embed.ErrNone):
			mode = ModeLexical
		case automatic && degrades(ctx, err):
			mode, answer.Degraded = ModeLexical, err
		case err != nil:
			return nil, err
		}
	}
	answer.Mode = mode
	switch mode {
	case ModeLexical:
		return s.byLexicon(ctx, q, answer.Limit)
	case ModeSemantic:
		return s.bySemantics(ctx, q, vector, answer.Limit)
	}
	return s.byBoth(ctx, q, vector, answer.Limit)
}

func (s Searcher) embedQuestion(ctx context.Context, text string) ([]float32, error) {
	embedder, err := s.Embedder()
	if err != nil {
		return nil, err
	}
	vector, err := embedder.EmbedQuery(ctx, text)
	if err != nil {
		return nil, &embed.FailedError{Cause: err}
	}
	return vector, nil
}

// degrades reports whether a search can do without the model: it is not carried, or it failed. That
// the file belongs to another model is no such failure, and nor is an interruption.
func degrades(ctx context.Context, err error) bool {
	var missing *embed.ModelMissing
	var failed *embed.FailedError
	return ctx.Err() == nil && (errors.As(err, &missing) || errors.As(err, &failed))
}

// hits reads what a hit shows of each candidate.
func (s Searcher) hits(ctx context.Context, question string, r Request, found []candidate) ([]Hit, error) {
	refs := make([]index.ChunkRef, len(found))
	for i, c := range found {
		refs[i] = c.at
	}
	passages, err := s.Reader.Passages(ctx, refs)
	if err != nil {
		return nil, err
	}
	if len(passages) != len(refs) {
		return nil, fmt.Errorf("the index has %d chunks that it cannot read", len(refs)-len(passages))
	}
	hits := make([]Hit, len(passages))
	for i, p := range passages {
		hits[i] = Hit{
			DocumentPath: p.DocumentPath, Collection: p.Collection, File: p.File, Title: p.Title,
			ChunkIndex: p.Index, Chunks: p.Chunks, Rank: i, Snippet: Snippet(p.Text, question, p.Index > 0),
			Page: p.Page, Box: p.Box, Legs: s.explain(found[i]),
		}
		if r.Full {
			hits[i].Text = p.Text
		}
	}
	return hits, s.addNeighbours(ctx, hits, r.Context)
}

// addNeighbours reads the chunks on both sides of every hit at once.
func (s Searcher) addNeighbours(ctx context.Context, hits []Hit, distance int) error {
	if distance <= 0 {
		return nil
	}
	var refs []index.ChunkRef
	for _, h := range hits {
		for i := max(0, h.ChunkIndex-distance); i <= min(h.Chunks-1, h.ChunkIndex+distance); i++ {
			refs = append(refs, index.ChunkRef{Collection: h.Collection, File: h.File, Index: i})
		}
	}
	passages, err := s.Reader.Passages(ctx, refs)
	if err != nil {
		return err
	}
	texts := map[index.ChunkRef]string{}
	for _, p := range passages {
		texts[p.ChunkRef] = p.Text
	}
	for k := range hits {
		h := &hits[k]
		for i := max(0, h.ChunkIndex-distance); i <= min(h.Chunks-1, h.ChunkIndex+distance); i++ {
			text, found := texts[index.ChunkRef{Collection: h.Collection, File: h.File, Index: i}]
			switch {
			case !found:
			case i < h.ChunkIndex:
				h.Before = append(h.Before, Neighbour{ChunkIndex: i, Text: text})
			case i > h.ChunkIndex:
				h.After = append(h.After, Neighbour{ChunkIndex: i, Text: text})
			}
		}
	}
	return nil
}

// clampLimit brings a limit into 1..MaxLimit and says so.
func clampLimit(limit int) (int, []string) {
	clamped := min(max(limit, 1), MaxLimit)
	if clamped == limit {
		return limit, nil
	}
	return clamped, []string{fmt.Sprintf("the limit %d was taken as %d (limits are 1 to %d)", limit, clamped, MaxLimit)}
}

func paths(collections []index.Collection) []corpus.CollectionPath {
	out := make([]corpus.CollectionPath, len(collections))
	for i, c := range collections {
		out[i] = c.Path
	}
	return out
}

func passages(all []index.Collection, chosen []corpus.CollectionPath) int {
	total, next := 0, 0
	for _, c := range all {
		if next < len(chosen) && chosen[next] == c.Path {
			total += c.Chunks
			next++
		}
	}
	return total
}

// filterFor leaves the filter out where it would name every collection: an unscoped search may be
// answered by an index.
func filterFor(chosen []corpus.CollectionPath, all []index.Collection) index.Filter {
	if len(chosen) == len(all) {
		return index.Filter{}
	}
	return index.Filter{Collections: chosen}
}
