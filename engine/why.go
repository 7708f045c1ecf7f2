package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"octavo/engine/corpus"
	"octavo/engine/index"
	"octavo/engine/search"
)

// Why tells why a document, or one passage of it, is not in the answer to a question. That it is not
// indexed is an answer too. Errors: those of Search and SearchChunks; *UsageError for a chunk that
// the document does not have, and for a document path that leads nowhere.
func (e *Engine) Why(ctx context.Context, r WhyRequest) (WhyAnswer, error) {
	answer := WhyAnswer{Collection: r.At.Collection, File: r.At.File}
	answer.Chunk, answer.Rank = r.Chunk, -1
	if _, err := search.Parse(r.SearchRequest); err != nil {
		return answer, err
	}
	reader, info, err := e.searchable(ctx)
	if err != nil {
		return answer, err
	}
	defer reader.Close()
	d, err := document(ctx, reader, r.At)
	switch {
	case errors.Is(err, index.ErrNotFound) && r.At.File != "":
		return answer, e.explainAbsence(ctx, reader, info, &answer)
	case errors.Is(err, index.ErrNotFound):
		return answer, unknownDocument(ctx, reader, r.At)
	case err != nil:
		return answer, err
	case r.Chunk >= d.Chunks:
		return answer, &UsageError{Message: fmt.Sprintf("%s has no chunk %d: its chunks are 0 to %d", d.File, r.Chunk, d.Chunks-1)}
	}
	answer.Indexed, answer.Collection, answer.File = true, d.Collection, d.File
	answer.Standing, err = e.searcher(reader, info).Why(ctx, r.SearchRequest, index.DocumentRef{Collection: d.Collection, File: d.File}, r.Chunk)
	if err != nil {
		return answer, err
	}
	answer.Index = e.state(info, answer.Answer)
	answer.Remedies = remedies(answer.Standing, r.SearchRequest)
	return answer, nil
}

// explainAbsence looks up what became of a file that is not in the index.
func (e *Engine) explainAbsence(ctx context.Context, reader index.Reader, info index.Info, answer *WhyAnswer) error {
	outcome, err := reader.Outcome(ctx, index.DocumentRef{Collection: answer.Collection, File: answer.File})
	switch {
	case err == nil:
		answer.Outcome = &outcome
		answer.Remedies = []string{"once the cause is mended: octavo build"}
		return nil
	case !errors.Is(err, index.ErrNotFound):
		return err
	}
	var known []corpus.CollectionPath
	for _, c := range info.Collections {
		if known = append(known, c.Path); c.Path == answer.Collection {
			files, err := reader.Files(ctx, c.Path)
			if err != nil {
				return err
			}
			if nearest := nearestFile(answer.File, files); nearest != "" {
				answer.Remedies = append(answer.Remedies, "did you mean "+string(nearest)+"?")
			}
			answer.Remedies = append(answer.Remedies, "no build saw this file: octavo build with the folder that holds it")
			return nil
		}
	}
	if nearest := corpus.Nearest(answer.Collection, known); nearest != "" {
		answer.Remedies = append(answer.Remedies, "did you mean the collection "+string(nearest)+"?")
	}
	answer.Remedies = append(answer.Remedies, "the file holds no such collection; its collections: "+list(known))
	return nil
}

// remedies says what would bring a passage in, for each obstacle.
func remedies(s search.Standing, r search.Request) []string {
	var out []string
	for _, reason := range s.Reasons {
		switch reason.Obstacle {
		case search.OutsideScope:
			out = append(out, fmt.Sprintf("search its collection: --scope %s, or --all", quoteShell(reason.What)))
		case search.Filtered:
			out = append(out, "leave out "+reason.What)
		case search.PhraseMissing:
			out = append(out, "leave the quotes of "+reason.What+" out")
		case search.Excluded:
			out = append(out, "leave out "+reason.What)
		case search.Folded:
			out = append(out, "--copies shows each copy")
		case search.WordsAbsent:
			out = append(out, "--mode semantic or hybrid finds by meaning; or use its own words")
		case search.BeyondLimit, search.NoCandidate:
			out = append(out, limits(s, r)...)
		}
	}
	return out
}

func limits(s search.Standing, r search.Request) []string {
	var out []string
	if s.Limit > 0 {
		out = append(out, fmt.Sprintf("--limit %d shows it", s.Limit))
	}
	if len(out) == 0 && len(s.Lacks) > 0 && s.Answer.Like == nil {
		out = append(out, "ask with words that it holds; it lacks "+strings.Join(s.Lacks, ", "))
	}
	return append(out, "ask among fewer files, for example with file:"+string(s.Document.File))
}
