package render

import (
	"fmt"

	"octavo/engine"
	"octavo/engine/build"
)

// Build prints what became of the files, in columns that add up, and the command that comes next.
func (p *Text) Build(a engine.BuildAnswer) error {
	b := p.page()
	b.line("%s", p.strong.Render(headline(a)))
	b.line("")
	rows := [][]string{
		{"files", count(a.Seen), "seen"},
		{"", count(a.Added), "added"},
		{"", count(a.Changed), "changed"},
		{"", count(a.Unchanged), "unchanged"},
		{"", count(a.Skipped), "skipped"},
		{"", count(a.Failed), "failed"},
		{"gone", count(a.Removed), "removed from the index"},
	}
	if a.DryRun {
		rows = append(rows, []string{"chunks", count(a.Chunks), "to write"})
	} else {
		rows = append(rows, []string{"chunks", count(a.Chunks), "written"},
			[]string{"", count(a.Embedded), "embedded"},
			[]string{"", count(a.Reused), "with a vector already"})
	}
	b.columns(0, rows, 1)
	if len(a.Reasons) > 0 {
		b.line("")
		reasons(b, a.Reasons)
	}
	b.line("")
	p.ending(b, a)
	return p.put(b)
}

func headline(a engine.BuildAnswer) string {
	what, file := searched(a.Collections), safe(a.Database)
	switch {
	case a.DryRun:
		return "Would build " + what + " into " + file
	case a.Published:
		return "Built " + what + " into " + file
	}
	return "Nothing has changed in " + what + ": " + file + " stays as it was"
}

// reasons writes a line a cause, skipped files before failed ones, and under it one file that it
// befell.
func reasons(b *page, list []build.Reason) {
	for _, outcome := range []string{"skipped", "failed"} {
		for _, r := range list {
			if r.Outcome != outcome {
				continue
			}
			b.line("%-7s %s %s", outcome, count(r.Count), r.Code)
			example := "for example " + string(r.Example)
			if r.Detail != "" {
				example += ": " + r.Detail
			}
			b.block(8, safe(example))
		}
	}
}

func (p *Text) ending(b *page, a engine.BuildAnswer) {
	if a.DryRun {
		b.line("Embedding would take about %s. Nothing was written", duration(a.Expected))
		return
	}
	took := fmt.Sprintf("%s read in %s", size(a.Bytes), duration(a.Elapsed))
	if a.Embedded > 0 && a.Elapsed > 0 {
		took += fmt.Sprintf(", %s chunks a second", count(int(float64(a.Embedded)/a.Elapsed.Seconds())))
	}
	b.line("%s", took)
	if a.Published {
		vectors := a.Index.VectorIndex
		if a.Index.Recall > 0 {
			vectors += fmt.Sprintf(" (recall@10 %.3f)", a.Index.Recall)
		}
		if a.Index.VectorNote != "" {
			vectors += ": " + a.Index.VectorNote
		}
		b.line("The file has %s; vector search: %s", size(a.Index.Bytes), vectors)
	}
	b.line("")
	next := []string{"search", "your question"}
	if len(a.Collections) == 1 {
		next = append(next, "--scope", string(a.Collections[0]))
	} else {
		next = append(next, "--all")
	}
	b.line("Next: %s", p.suggest(next...))
}
