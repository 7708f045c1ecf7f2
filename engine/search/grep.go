package search

import (
	"context"
	"strings"

	"octavo/engine/corpus"
	"octavo/engine/index"
)

// mostMatches bounds how many matches of a pattern are looked at for one answer.
const mostMatches = 10 * MaxLimit

// grep finds passages by a pattern, in the order of their place: there is no better and worse. One
// hit stands for all matches in its chunk, or in its document.
func (s Searcher) grep(ctx context.Context, r Request, text string, filter index.Filter, of unit, limit int) ([]Hit, error) {
	matches, err := s.Reader.Grep(ctx, index.Pattern{Text: text, Regexp: r.Mode == ModeRegex}, filter, mostMatches)
	if err != nil {
		return nil, err
	}
	var found []candidate
	var first []index.TextMatch
	seen := map[index.ChunkRef]bool{}
	for _, m := range matches {
		if key := of.key(m.ChunkRef); !seen[key] && len(found) < limit {
			seen[key] = true
			found = append(found, candidate{at: m.ChunkRef, meaning: unranked, words: unranked})
			first = append(first, m)
		}
	}
	hits, err := s.hits(ctx, "", Request{Full: true, Context: r.Context}, found)
	for i := range hits {
		hits[i].Snippet = around(hits[i].Text, first[i])
		if !r.Full {
			hits[i].Text = ""
		}
	}
	return hits, err
}

// around is one line of text that begins a little before a match.
func around(text string, m index.TextMatch) string {
	const before = SnippetLength / 4
	points := []rune(text)
	start := max(0, m.Start-before)
	for start > 0 && start < m.Start && points[start-1] != ' ' && points[start-1] != '\n' {
		start++
	}
	line := strings.Join(strings.Fields(string(points[start:])), " ")
	if start > 0 {
		line = "… " + line
	}
	return corpus.Clip(line, SnippetLength)
}
