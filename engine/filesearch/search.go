package filesearch

import (
	"context"
	"slices"
	"strconv"

	"octavo/engine/index"
	"octavo/engine/lexical"
	"octavo/engine/search"
)

// deepest bounds how far pages of results lead: what ranks lower than that answers no question.
const deepest = 1000

// SearchRequest asks for documents by words.
type SearchRequest struct {
	Query   string // in the query language of search
	Place          // where; either may be empty
	Limit   int
	Cursor  string // of the page before
	Snippet int    // words
}

// Hit is a document with the text around its best match.
type Hit struct {
	Row
	Rank    int // from 0, over all pages
	Score   float64
	Chunk   int // index of the best chunk, on which the snippet is centred
	Page    int // of that chunk; 0 where the format has no pages
	Snippet string
}

// Results is a page of hits, best first.
type Results struct {
	Hits []Hit
	Next string // cursor; empty on the last page
}

// Search ranks documents by BM25 over the words of all documents that are read, wherever it looks.
// Errors: *UnknownError, *CursorError, *search.QueryError, search.ErrEmptyQuery, those of the reader.
func (l Library) Search(ctx context.Context, r SearchRequest) (Results, error) {
	query, err := search.Parse(search.Request{Query: r.Query, Mode: search.ModeLexical, All: true})
	if err != nil {
		return Results{}, err
	}
	rows, err := l.rows(ctx)
	if err != nil {
		return Results{}, err
	}
	if rows, err = l.within(rows, r.Place); err != nil {
		return Results{}, err
	}
	if query.Namespace != "" {
		rows = slices.DeleteFunc(rows, func(row Row) bool { return !row.Collection.Within(query.Namespace) })
	}
	info, err := l.Reader.Info(ctx)
	if err != nil {
		return Results{}, err
	}
	digest := digestOf("search", info.Snapshot, r.Query, r.Category, r.Group, strconv.Itoa(r.Snippet))
	from, err := offsetOf(r.Cursor, digest)
	if err != nil {
		return Results{}, err
	}
	plan := query.Words.Plan(info.Languages)
	filter := index.Filter{Where: query.Words.Filters, Documents: []index.DocumentRef{}}
	byName := map[index.DocumentRef]Row{}
	for _, row := range rows {
		ref := index.DocumentRef{Collection: row.Collection, File: row.File}
		filter.Documents = append(filter.Documents, ref)
		byName[ref] = row
	}
	until := min(from+r.Limit, deepest)
	matches, err := l.Reader.Words(ctx, plan, filter, index.LevelDocuments, until+1)
	if err != nil {
		return Results{}, err
	}
	var out Results
	for rank := from; rank < min(until, len(matches)); rank++ {
		m := matches[rank]
		hit := Hit{Row: byName[index.DocumentRef{Collection: m.Collection, File: m.File}], Rank: rank, Score: m.Score, Chunk: m.Index}
		if hit.Snippet, hit.Page, err = l.around(ctx, m.ChunkRef, hit.Chunks, plan, r.Snippet); err != nil {
			return Results{}, err
		}
		out.Hits = append(out.Hits, hit)
	}
	if len(matches) > until && until < deepest {
		out.Next = cursorAt(until, digest)
	}
	return out, nil
}

// around is the excerpt of a document at its best chunk, and the page of that chunk.
func (l Library) around(ctx context.Context, at index.ChunkRef, chunks int, plan lexical.Plan, words int) (string, int, error) {
	best, err := l.Reader.Passages(ctx, []index.ChunkRef{at})
	if err != nil || len(best) == 0 {
		return "", 0, err
	}
	// as many chunks on both sides as the words may fill; one has some hundred words at least
	const wordsOfChunk = 100
	reach := 1 + words/wordsOfChunk
	text, err := l.stretch(ctx, index.DocumentRef{Collection: at.Collection, File: at.File}, max(at.Index-reach, 0), min(at.Index+reach+1, chunks))
	if err != nil {
		return "", 0, err
	}
	var terms []string
	for _, group := range plan.Scored {
		terms = append(terms, group.Terms...)
	}
	return excerpt(text, lexical.Detect(text), terms, words), best[0].Page, nil
}
