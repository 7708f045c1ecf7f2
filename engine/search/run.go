package search

import (
	"context"
	"fmt"

	"octavo/engine/corpus"
	"octavo/engine/embed"
	"octavo/engine/index"
)

// Searcher answers requests over one open index. It is safe for concurrent use if its parts are.
type Searcher struct {
	Reader   index.Reader
	Embedder func() (embed.Embedder, error) // called only when a question is to be embedded
}

// Documents returns one hit per file, its best chunk, best first. Order is total: equal cosines
// fall to (collection path, file path, chunk index).
// Errors: those of Parse and Query.Resolve, index.ErrNoActiveGeneration, those of the embedder.
func (s Searcher) Documents(ctx context.Context, r Request) (Answer, error) {
	return s.run(ctx, r, s.bestOfFiles)
}

// Chunks returns every chunk as a hit of its own, best first, in the same order.
func (s Searcher) Chunks(ctx context.Context, r Request) (Answer, error) {
	return s.run(ctx, r, s.Reader.Nearest)
}

// ranking finds the limit best matches for a query vector.
type ranking func(ctx context.Context, vector []float32, filter index.Filter, limit int) ([]index.Match, error)

func (s Searcher) run(ctx context.Context, r Request, rank ranking) (Answer, error) {
	query, err := Parse(r)
	if err != nil {
		return Answer{}, err
	}
	info, err := s.Reader.Info(ctx)
	if err != nil {
		return Answer{}, err
	}
	answer := Answer{Text: query.Text, Mode: ModeSemantic, Scope: query.Scope()}
	answer.Limit, answer.Notes = clampLimit(r.Limit)
	if answer.Collections, err = query.Resolve(paths(info.Collections)); err != nil {
		return Answer{}, err
	}
	answer.Passages = passages(info.Collections, answer.Collections)
	if answer.Passages == 0 {
		return answer, nil
	}
	matches, err := s.nearest(ctx, query.Text, filterFor(answer.Collections, info.Collections), answer.Limit, rank)
	if err != nil {
		return Answer{}, err
	}
	answer.Hits, err = s.hits(ctx, query.Text, r, matches)
	return answer, err
}

func (s Searcher) nearest(ctx context.Context, text string, filter index.Filter, limit int, rank ranking) ([]index.Match, error) {
	embedder, err := s.Embedder()
	if err != nil {
		return nil, err
	}
	vector, err := embedder.EmbedQuery(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("embed query: %w", err)
	}
	return rank(ctx, vector, filter, limit)
}

// bestOfFiles asks for ever more chunks until limit files are among them or there are no more.
func (s Searcher) bestOfFiles(ctx context.Context, vector []float32, filter index.Filter, limit int) ([]index.Match, error) {
	type file struct {
		collection corpus.CollectionPath
		path       corpus.FilePath
	}
	for depth := 4 * limit; ; depth *= 4 {
		matches, err := s.Reader.Nearest(ctx, vector, filter, depth)
		if err != nil {
			return nil, err
		}
		var best []index.Match
		seen := map[file]bool{}
		for _, match := range matches {
			of := file{match.Collection, match.File}
			if !seen[of] && len(best) < limit {
				seen[of] = true
				best = append(best, match)
			}
		}
		if len(best) == limit || len(matches) < depth {
			return best, nil
		}
	}
}

// hits reads what a hit shows of each match.
func (s Searcher) hits(ctx context.Context, question string, r Request, matches []index.Match) ([]Hit, error) {
	refs := make([]index.ChunkRef, len(matches))
	for i, match := range matches {
		refs[i] = match.ChunkRef
	}
	passages, err := s.Reader.Passages(ctx, refs)
	if err != nil {
		return nil, err
	}
	if len(passages) != len(refs) {
		return nil, fmt.Errorf("the index has vectors for %d chunks that it cannot read", len(refs)-len(passages))
	}
	hits := make([]Hit, len(passages))
	for i, p := range passages {
		hits[i] = Hit{
			DocumentPath: p.DocumentPath, Collection: p.Collection, File: p.File, Title: p.Title,
			ChunkIndex: p.Index, Chunks: p.Chunks, Rank: i, Snippet: Snippet(p.Text, question, p.Index > 0),
			Page: p.Page, Box: p.Box, Cosine: matches[i].Cosine,
		}
		if r.Full {
			hits[i].Text = p.Text
		}
		if hits[i].Before, hits[i].After, err = s.neighbours(ctx, p, r.Context); err != nil {
			return nil, err
		}
	}
	return hits, nil
}

func (s Searcher) neighbours(ctx context.Context, of index.Passage, distance int) (before, after []Neighbour, err error) {
	if distance <= 0 {
		return nil, nil, nil
	}
	var refs []index.ChunkRef
	for i := max(0, of.Index-distance); i <= min(of.Chunks-1, of.Index+distance); i++ {
		if i != of.Index {
			refs = append(refs, index.ChunkRef{Collection: of.Collection, File: of.File, Index: i})
		}
	}
	passages, err := s.Reader.Passages(ctx, refs)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range passages {
		neighbour := Neighbour{ChunkIndex: p.Index, Text: p.Text}
		if p.Index < of.Index {
			before = append(before, neighbour)
		} else {
			after = append(after, neighbour)
		}
	}
	return before, after, nil
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
