// Package report writes evaluations for other programs and for reviewers: JUnit XML for a CI
// server, Markdown for a comment on a pull request. It decides nothing: verdicts come with the
// evaluation. Views for the terminal and JSON answers belong to the commands.
package report

import (
	"fmt"
	"strings"
	"time"

	"octavo/engine/eval"
)

// longest lists in a report; what is left out is counted.
const (
	longestCauses = 10
	longestMoves  = 10
)

// brief is a duration without digits that no measurement means.
func brief(d time.Duration) string { return d.Round(10 * time.Microsecond).String() }

// rank names a 1-based rank.
func rank(r int) string {
	if r == 0 {
		return "not found"
	}
	return fmt.Sprint(r)
}

// counts says what the means of a report are over.
func counts(r eval.Report) string {
	parts := []string{fmt.Sprintf("%d questions", len(r.Questions))}
	for _, c := range []struct {
		count int
		text  string
	}{
		{r.Drafted, "drafted"}, {r.WithoutHits, "without an answer"}, {r.WithoutRelevant, "without a relevant document"},
	} {
		if c.count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.count, c.text))
		}
	}
	return strings.Join(parts, ", ")
}
