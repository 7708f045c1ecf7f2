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
	found, err := s.find(ctx, r, of)
	if err != nil {
		return Answer{}, err
	}
	answer := found.answer
	best := found.ranked[:min(answer.Limit, len(found.ranked))]
	if answer.Hits, err = s.hits(ctx, found, r, best); err != nil {
		return Answer{}, err
	}
	if err := s.addCopies(ctx, answer.Hits, found.question); err != nil {
		return Answer{}, err
	}
	return answer, s.addNeighbours(ctx, answer.Hits, r.Context)
}

// finding is a request that was carried out up to its ranking.
type finding struct {
	query    Query
	question question
	answer   Answer // without hits
	ranked   []candidate
	places   []index.TextMatch // of the candidates, where a pattern was looked for
}

// find carries a request out, but for reading what its hits show.
func (s Searcher) find(ctx context.Context, r Request, of unit) (finding, error) {
	query, err := Parse(r)
	if err != nil {
		return finding{}, err
	}
	info, err := s.Reader.Info(ctx)
	if err != nil {
		return finding{}, err
	}
	answer := Answer{Text: query.Text, Like: r.Like, Mode: r.Mode, Scope: query.Scope()}
	answer.Limit, answer.Notes = clampLimit(r.Limit)
	if answer.Collections, err = query.Resolve(paths(info.Collections)); err != nil {
		return finding{}, err
	}
	answer.Passages = passages(info.Collections, answer.Collections)
	q := question{text: query.Words.Text(), filter: filterFor(answer.Collections, info.Collections), unit: of, copies: r.Copies}
	f := finding{query: query, question: q, answer: answer}
	if r.Mode == ModeSubstring || r.Mode == ModeRegex {
		return f, s.grep(ctx, r.Mode, &f)
	}
	f.question.filter.Where = query.Words.Filters
	if err := s.plan(ctx, query, info, &f); err != nil {
		return finding{}, err
	}
	return f, s.rank(ctx, r.Mode, &f)
}

// plan makes out what to look up: the words of the question, or those of the text that it is about.
func (s Searcher) plan(ctx context.Context, query Query, info index.Info, f *finding) error {
	if f.answer.Like != nil {
		return s.takeLike(ctx, *f.answer.Like, &f.question)
	}
	q := &f.question
	q.plan = query.Words.Plan(info.Languages)
	if len(q.plan.Scored) > mostWords {
		q.plan.Scored = q.plan.Scored[:mostWords]
		f.answer.Notes = append(f.answer.Notes, fmt.Sprintf("only the first %d different words of the query rank", mostWords))
	}
	return nil
}

// rank finds the best candidates by the mode that was asked for, or that the model allows, and
// notes which one it was.
func (s Searcher) rank(ctx context.Context, mode Mode, f *finding) error {
	automatic := mode == "" || mode == ModeAuto
	empty := f.answer.Like != nil && f.question.vector == nil // nothing is like a text that says nothing
	if f.answer.Passages == 0 || empty {
		if automatic {
			f.answer.Mode = ModeHybrid
		}
		return nil
	}
	if mode != ModeLexical {
		err := s.takeVector(ctx, &f.question)
		switch {
		case err == nil && automatic:
			mode = ModeHybrid
		case automatic && errors.Is(err, embed.ErrNone):
			mode = ModeLexical
		case automatic && degrades(ctx, err):
			mode, f.answer.Degraded = ModeLexical, err
		case err != nil:
			return err
		}
	}
	f.answer.Mode = mode
	var err error
	switch limit := f.answer.Limit; mode {
	case ModeLexical:
		f.ranked, err = s.byLexicon(ctx, f.question, limit)
	case ModeSemantic:
		f.ranked, err = s.bySemantics(ctx, f.question, limit)
	default:
		f.ranked, err = s.byBoth(ctx, f.question, limit)
	}
	return err
}

// takeVector embeds the question, unless its vector is known.
func (s Searcher) takeVector(ctx context.Context, q *question) error {
	if q.vector != nil {
		return nil
	}
	var err error
	q.vector, err = s.embedQuestion(ctx, q.text)
	return err
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
func (s Searcher) hits(ctx context.Context, f finding, r Request, best []candidate) ([]Hit, error) {
	refs := make([]index.ChunkRef, len(best))
	for i, c := range best {
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
			ChunkIndex: p.Index, Chunks: p.Chunks, Rank: i,
			Page: p.Page, Box: p.Box, Legs: s.explain(best[i]),
		}
		if r.Full {
			hits[i].Text = p.Text
		}
		if f.places != nil {
			hits[i].Snippet = around(p.Text, f.places[i])
		} else {
			hits[i].Snippet = Snippet(p.Text, f.question.text, p.Index > 0)
		}
	}
	return hits, nil
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
