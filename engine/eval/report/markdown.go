package report

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"octavo/engine/corpus"
	"octavo/engine/eval"
)

// longestText is how many characters of a question a table shows.
const longestText = 80

// WriteMarkdown writes an evaluation as a comment for a pull request: the verdict first, then the
// measures of all runs side by side, gates, and what moved against the baseline. Words that come
// from questions and documents are escaped: they mention nobody and link to nothing.
func WriteMarkdown(w io.Writer, e eval.Evaluation) error {
	var b strings.Builder
	verdict := "measured"
	if e.Err() != nil {
		verdict = "**failed**"
	} else if e.Asserted() {
		verdict = "passed"
	}
	fmt.Fprintf(&b, "### Retrieval quality: %s\n", verdict)
	writeMeasures(&b, e)
	writeGates(&b, e.Verdicts)
	if e.Comparison != nil {
		writeComparison(&b, *e.Comparison)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeMeasures(b *strings.Builder, e eval.Evaluation) {
	if len(e.Reports) == 0 {
		return
	}
	head, rule := []string{"measure"}, []string{"---"}
	for _, r := range e.Reports {
		head, rule = append(head, escape(r.Name)), append(rule, "---:")
	}
	b.WriteString("\n")
	row(b, head...)
	row(b, rule...)
	for i, m := range e.Reports[0].Measures {
		cells := []string{m.String()}
		for _, r := range e.Reports {
			cells = append(cells, fmt.Sprintf("%.4f", r.Means[i]))
		}
		row(b, cells...)
	}
	for _, l := range []struct {
		name string
		of   func(eval.Latency) string
	}{
		{"p50", func(l eval.Latency) string { return brief(l.P50) }},
		{"p99", func(l eval.Latency) string { return brief(l.P99) }},
	} {
		if len(e.Latencies) != len(e.Reports) {
			break
		}
		cells := []string{"latency " + l.name}
		for _, latency := range e.Latencies {
			cells = append(cells, l.of(latency))
		}
		row(b, cells...)
	}
	b.WriteString("\n")
	for _, r := range e.Reports {
		fmt.Fprintf(b, "- %s: means over %s.\n", escape(r.Name), counts(r))
	}
	if e.Judgements != "" {
		fmt.Fprintf(b, "- judgements: %s, %d more questions without any.\n", escape(e.Judgements), e.Unjudged)
	}
}

func writeGates(b *strings.Builder, verdicts []eval.Verdict) {
	if len(verdicts) == 0 {
		return
	}
	b.WriteString("\n#### Gates\n\n")
	row(b, "gate", "run", "value", "verdict", "questions furthest off")
	row(b, "---", "---", "---:", "---", "---")
	for _, v := range verdicts {
		var off []string
		for _, c := range v.Causes[:min(longestCauses, len(v.Causes))] {
			off = append(off, escape(c.ID))
		}
		if left := len(v.Causes) - len(off); left > 0 {
			off = append(off, fmt.Sprintf("and %d more", left))
		}
		row(b, "`"+v.Gate.String()+"`", escape(v.Run), fmt.Sprintf("%.4f", v.Value), word(v.Passed), strings.Join(off, ", "))
	}
}

func writeComparison(b *strings.Builder, c eval.Comparison) {
	fmt.Fprintf(b, "\n#### %s against the baseline %s\n\n", escape(c.After), escape(c.Before))
	row(b, "measure", "before", "after", "difference", "95 % interval", "p", "allowed drop", "verdict")
	row(b, "---", "---:", "---:", "---:", "---:", "---:", "---:", "---")
	for _, change := range c.Changes {
		row(b, change.Measure, fmt.Sprintf("%.4f", change.Before), fmt.Sprintf("%.4f", change.After),
			fmt.Sprintf("%+.4f", change.Difference), fmt.Sprintf("%+.4f to %+.4f", change.Low, change.High),
			fmt.Sprintf("%.4f", change.P), fmt.Sprintf("%g", change.MaxDrop), word(change.Passed))
	}
	fmt.Fprintf(b, "\n%d questions compared", c.Questions)
	for _, only := range []struct {
		ids  []string
		text string
	}{{c.OnlyBefore, "only in the baseline"}, {c.OnlyAfter, "only in the new run"}} {
		if len(only.ids) > 0 {
			fmt.Fprintf(b, ", %d %s", len(only.ids), only.text)
		}
	}
	b.WriteString(". The allowed drop decides; p (paired randomisation) and interval (bootstrap) inform.\n")
	for _, change := range c.Changes {
		writeMoves(b, change)
	}
}

func writeMoves(b *strings.Builder, change eval.Change) {
	if len(change.Moves) == 0 {
		return
	}
	fmt.Fprintf(b, "\n<details><summary>%d questions moved in %s</summary>\n\n", len(change.Moves), change.Measure)
	row(b, "question", "before", "after", "document", "rank before", "rank after")
	row(b, "---", "---:", "---:", "---", "---:", "---:")
	for _, m := range change.Moves[:min(longestMoves, len(change.Moves))] {
		document, before, after := "", "", ""
		if m.Document.File != "" {
			document, before, after = escape(m.Document.String()), rank(m.RankBefore), rank(m.RankAfter)
		}
		row(b, strings.TrimSpace(escape(m.ID)+" "+escape(corpus.Clip(m.Text, longestText))),
			fmt.Sprintf("%.4f", m.Before), fmt.Sprintf("%.4f", m.After), document, before, after)
	}
	if left := len(change.Moves) - longestMoves; left > 0 {
		fmt.Fprintf(b, "\nand %d more\n", left)
	}
	b.WriteString("\n</details>\n")
}

func row(b *strings.Builder, cells ...string) {
	fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
}

func word(passed bool) string {
	if passed {
		return "passed"
	}
	return "**failed**"
}

// escape makes text that stands for itself in a cell of a GitHub or GitLab table.
func escape(text string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(text), " ") {
		switch {
		case unicode.IsControl(r):
		case strings.ContainsRune("\\`*_[]<>&|@#~!$", r):
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
