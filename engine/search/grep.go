package search

import (
	"context"
	"strings"

	"octavo/engine/corpus"
	"octavo/engine/index"
)

// mostMatches bounds how many matches of a pattern are looked at for one answer.
const mostMatches = 1 << 20

// grep finds passages by a pattern, in the order of their place: there is no better and worse. One
// hit stands for all matches in its chunk, or in its document.
func (s Searcher) grep(ctx context.Context, mode Mode, f *finding) error {
	pattern := index.Pattern{Text: f.query.Text, Regexp: mode == ModeRegex}
	limit := f.answer.Limit
	matches, err := competing(f.question, limit, 10*limit, func(limit int) ([]index.TextMatch, error) {
		return s.Reader.Grep(ctx, pattern, f.question.filter, min(limit, mostMatches))
	}, func(m index.TextMatch) (index.ChunkRef, string) { return m.ChunkRef, m.Revision })
	for _, m := range matches {
		f.ranked = append(f.ranked, candidate{at: m.ChunkRef, revision: m.Revision, meaning: unranked, words: unranked})
	}
	f.places = matches
	return err
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
