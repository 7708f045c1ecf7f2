package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"octavo/engine"
	"octavo/engine/eval"
)

// mostShown is how many questions a list names; the rest is counted.
const mostShown = 10

// Evaluation prints the measures of all runs side by side with their thresholds and verdicts, then
// what failed, what moved against the baseline, and what is to be kept in mind.
func (p *Text) Evaluation(a engine.EvaluateAnswer) error {
	b := p.page()
	b.line("%s", p.strong.Render("Retrieval quality: "+outcome(a.Evaluation)))
	b.block(0, p.faint.Render(safe(fmt.Sprintf("%s of %s, %s to depth %d", plural(len(a.Asked.Queries), "question"), a.Judgements, a.Asking.Unit, a.Asking.Depth))))
	b.line("")
	p.measures(b, a)
	for _, v := range a.Verdicts {
		if !v.Passed {
			p.causes(b, v)
		}
	}
	if a.Comparison != nil {
		p.comparison(b, fmt.Sprintf("%s against the baseline %s", a.Comparison.After, a.Comparison.Before), *a.Comparison, true)
	}
	for _, c := range a.Beside {
		p.comparison(b, fmt.Sprintf("%s beside %s", c.After, c.Before), c, false)
	}
	if p.options.PerQuery {
		for _, r := range a.Reports {
			p.questions(b, r)
		}
	}
	for _, note := range a.Notes {
		b.line("")
		b.block(0, safe("Note: "+note))
	}
	return p.finish(b)
}

func outcome(e eval.Evaluation) string {
	switch {
	case e.Err() != nil:
		return "FAILED"
	case e.Asserted():
		return "passed"
	}
	return "measured"
}

// measures is the table: a column a run, and for the first run thresholds and verdicts.
func (p *Text) measures(b *page, a engine.EvaluateAnswer) {
	rows := [][]string{{"measure"}}
	right := []int{}
	for i, r := range a.Reports {
		rows[0] = append(rows[0], r.Name)
		right = append(right, i+1)
	}
	for i, m := range a.Reports[0].Measures {
		row := []string{m.String()}
		for _, r := range a.Reports {
			row = append(row, value(r.Means[i]))
		}
		var thresholds, verdicts []string
		for _, v := range a.Verdicts {
			if v.Gate.Measure.String() == m.String() {
				thresholds = append(thresholds, strings.TrimPrefix(v.Gate.String(), m.String()))
				verdicts = append(verdicts, verdict(v.Passed))
			}
		}
		rows = append(rows, append(row, strings.Join(thresholds, " "), strings.Join(verdicts, " ")))
	}
	for _, line := range []struct {
		name string
		of   func(i int) string
	}{
		{"questions", func(i int) string { return count(len(a.Reports[i].Questions)) }},
		{"unanswered", func(i int) string { return count(a.Reports[i].WithoutHits) }},
		{"time p50", func(i int) string { return milliseconds(a.Latencies[i].P50) }},
		{"time p90", func(i int) string { return milliseconds(a.Latencies[i].P90) }},
		{"time p99", func(i int) string { return milliseconds(a.Latencies[i].P99) }},
	} {
		row := []string{line.name}
		for i := range a.Reports {
			row = append(row, line.of(i))
		}
		rows = append(rows, row)
	}
	if len(a.Verdicts) > 0 {
		rows[0] = append(rows[0], "must be", "verdict")
	}
	b.columns(0, rows, right...)
}

// causes names the questions on the wrong side of a threshold, worst first.
func (p *Text) causes(b *page, v eval.Verdict) {
	b.line("")
	b.line("%s", p.strong.Render(fmt.Sprintf("%s failed with %s. Furthest off:", v.Gate, value(v.Value))))
	for _, c := range v.Causes[:min(mostShown, len(v.Causes))] {
		where := "no right answer found"
		if c.First > 0 {
			where = "first right answer at rank " + count(c.First)
		}
		b.line("%s", b.cut(0, safe(fmt.Sprintf("  %s  %s, %s", c.ID, value(c.Value), where))))
		b.block(4, p.faint.Render(safe(c.Text)))
	}
	more(b, len(v.Causes))
}

// comparison is a table of means and below it the questions that moved most. Only a baseline has
// verdicts.
func (p *Text) comparison(b *page, title string, c eval.Comparison, judged bool) {
	b.line("")
	b.line("%s", p.strong.Render(b.cut(0, safe(title+", "+plural(c.Questions, "question")))))
	rows := [][]string{{"measure", "before", "after", "change", "95 % interval", "p"}}
	if judged {
		rows[0] = append(rows[0], "may fall", "verdict")
	}
	for _, change := range c.Changes {
		row := []string{
			change.Measure, value(change.Before), value(change.After), signed(change.Difference),
			signed(change.Low) + " " + signed(change.High), fmt.Sprintf("%.4f", change.P),
		}
		if judged {
			row = append(row, allowed(change.MaxDrop), verdict(change.Passed))
		}
		rows = append(rows, row)
	}
	b.columns(0, rows, 1, 2, 3, 4, 5, 6)
	for _, only := range []struct {
		ids   []string
		where string
	}{{c.OnlyBefore, c.Before}, {c.OnlyAfter, c.After}} {
		if len(only.ids) > 0 {
			b.line("%s", safe(fmt.Sprintf("%s only in %s, not compared", plural(len(only.ids), "question"), only.where)))
		}
	}
	p.moves(b, c)
}

// moves shows the questions of one measure: the first that failed, else the first that moved.
func (p *Text) moves(b *page, c eval.Comparison) {
	at := slices.IndexFunc(c.Changes, func(c eval.Change) bool { return !c.Passed })
	if at < 0 {
		at = slices.IndexFunc(c.Changes, func(c eval.Change) bool { return len(c.Moves) > 0 })
	}
	if at < 0 {
		return
	}
	change := c.Changes[at]
	b.line("")
	b.line("Moved most in %s:", change.Measure)
	for _, m := range change.Moves[:min(mostShown, len(change.Moves))] {
		line := fmt.Sprintf("  %s  %s -> %s", m.ID, value(m.Before), value(m.After))
		if m.Document.File != "" {
			line += fmt.Sprintf(", rank %s -> %s of %s", place(m.RankBefore), place(m.RankAfter), m.Document)
		}
		b.block(0, safe(line))
		b.block(4, p.faint.Render(safe(m.Text)))
	}
	more(b, len(change.Moves))
}

// questions is a table of one run, a row a question.
func (p *Text) questions(b *page, r eval.Report) {
	b.line("")
	b.line("%s", p.strong.Render(safe(r.Name+" by question")))
	head := []string{"question"}
	var right []int
	for i, m := range r.Measures {
		head = append(head, m.String())
		right = append(right, i+1)
	}
	rows := [][]string{append(head, "first")}
	for _, q := range r.Questions {
		row := []string{safe(q.ID)}
		for _, v := range q.Values {
			row = append(row, value(v))
		}
		rows = append(rows, append(row, place(q.First())))
	}
	b.columns(0, rows, append(right, len(head))...)
}

// Draft says what was drafted, and the command that measures with it.
func (p *Text) Draft(file string, a engine.DraftAnswer) error {
	b := p.page()
	b.block(0, fmt.Sprintf("Wrote %s: %s from %s of %s", safe(file), plural(len(a.Queries), "question"), plural(a.Passages, "passage"), plural(a.Documents, "document")))
	b.line("")
	b.block(0, "They are drafts: right for comparing two rankings. Put questions of real people beside them, then remove the drafts")
	b.line("")
	b.line("Next: %s", p.suggest("eval", "--queries", file))
	return p.finish(b)
}

func more(b *page, of int) {
	if left := of - mostShown; left > 0 {
		b.line("  and %s more", count(left))
	}
}

func value(x float64) string { return fmt.Sprintf("%.4f", x) }

func signed(x float64) string { return fmt.Sprintf("%+.4f", x) }

func verdict(passed bool) string {
	if passed {
		return "passed"
	}
	return "FAILED"
}

// allowed is how far a mean may fall; means lie between 0 and 1.
func allowed(drop float64) string {
	if drop >= 1 {
		return "any"
	}
	return strconv.FormatFloat(drop, 'g', -1, 64)
}

// place is a 1-based rank.
func place(rank int) string {
	if rank == 0 {
		return "none"
	}
	return count(rank)
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}
