package eval

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"octavo/engine/corpus"
)

// ReadTREC reads a run as trec_eval does: six columns (query, "Q0", document, rank, score, name),
// in any order of lines. The ranking is by score, highest first, and equal scores by document id,
// highest byte first; the rank column is passed over. trec_eval holds scores in 32 bits, so scores
// that differ by less are equal here too. Errors: *ReadError, *EmptyError.
func ReadTREC(file string, r io.Reader) (Run, error) {
	run := Run{Unit: Documents, Hits: map[string][]Hit{}}
	seen := map[[2]string]bool{}
	err := eachLine(file, r, func(line []byte) error {
		columns := strings.Fields(string(line))
		if len(columns) != 6 {
			return fmt.Errorf("has %d columns; a TREC run has 6 (query, Q0, document, rank, score, name)", len(columns))
		}
		query, document := trecUnescape(columns[0]), columns[2]
		score, err := strconv.ParseFloat(columns[4], 64)
		if err != nil || score != score {
			return fmt.Errorf("the score %q is not a number", columns[4])
		}
		pair := [2]string{query, trecUnescape(document)}
		if seen[pair] {
			return fmt.Errorf("document %q occurs twice for question %q", document, query)
		}
		seen[pair] = true
		run.Name = trecUnescape(columns[5])
		run.Hits[query] = append(run.Hits[query], Hit{Document: DocumentName{File: corpus.FilePath(document)}, Score: score})
		return nil
	})
	if err == nil && len(run.Hits) == 0 {
		err = &EmptyError{What: "results", In: file}
	}
	for _, hits := range run.Hits {
		slices.SortFunc(hits, trecOrder)
		for i := range hits {
			hits[i].Document.File = corpus.FilePath(trecUnescape(string(hits[i].Document.File)))
		}
	}
	return run, err
}

// trecOrder is the order in which trec_eval ranks, whatever the order and ranks of a file.
func trecOrder(a, b Hit) int {
	return cmp.Or(cmp.Compare(float32(b.Score), float32(a.Score)), cmp.Compare(b.Document.File, a.Document.File))
}

// WriteTREC writes a run that trec_eval reads in our order. trec_eval sorts by score, so the scores
// of a question are written as they are only where they strictly decrease in 32 bits; otherwise
// they are n, n-1, ..., 1. Of several passages of one document the first is written. Judged
// documents stand under the id that the judgements give them, others under collection and file;
// white space in an id becomes %20.
func WriteTREC(w io.Writer, run Run, j Judgements) error {
	out := bufio.NewWriter(w)
	ids := map[string]map[DocumentName]string{}
	for _, q := range j.Queries {
		ids[q.ID] = map[DocumentName]string{}
		for _, a := range q.Answers {
			ids[q.ID][a.Document] = a.ID
		}
	}
	name := cmp.Or(trecEscape(run.Name), "run")
	for _, query := range slices.Sorted(maps.Keys(run.Hits)) {
		hits := firstOfDocuments(run.Hits[query])
		honest := strictlyDecreasing(hits)
		for i, hit := range hits {
			id, judged := ids[query][hit.Document]
			if !judged {
				id = hit.Document.String()
			}
			score := float64(len(hits) - i)
			if honest {
				score = hit.Score
			}
			fmt.Fprintf(out, "%s Q0 %s %d %s %s\n", trecEscape(query), trecEscape(id), i+1, strconv.FormatFloat(score, 'g', -1, 64), name)
		}
	}
	return out.Flush()
}

func firstOfDocuments(hits []Hit) []Hit {
	seen := map[DocumentName]bool{}
	var out []Hit
	for _, hit := range hits {
		if !seen[hit.Document] {
			seen[hit.Document] = true
			out = append(out, hit)
		}
	}
	return out
}

func strictlyDecreasing(hits []Hit) bool {
	for i := 1; i < len(hits); i++ {
		if float32(hits[i].Score) >= float32(hits[i-1].Score) {
			return false
		}
	}
	return true
}
