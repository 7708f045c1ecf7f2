package render

import (
	"cmp"
	"fmt"
	"slices"

	"octavo/engine"
	"octavo/engine/eval"
)

// Diff prints what became of documents, in numbers that add up, then of answers.
func (p *Text) Diff(a engine.DiffAnswer) error {
	b := p.page()
	b.columns(0, [][]string{p.side("before", a.Before), p.side("after", a.After)})
	if a.Documents != nil {
		p.documents(b, *a.Documents)
	}
	if a.Answers != nil {
		p.answers(b, *a.Answers)
	}
	return p.finish(b)
}

func (p *Text) side(name string, s engine.DiffSide) []string {
	file := safe(s.File)
	if s.Version != "" {
		file += " · version " + s.Version
	}
	row := []string{p.faint.Render(name), file}
	if s.SavedRun {
		return append(row, "run of generation "+count(s.Generation))
	}
	return append(row, fmt.Sprintf("%s, %s, %s", plural(s.Documents, "document"), plural(s.Chunks, "chunk"), s.Model))
}

func (p *Text) documents(b *page, d eval.DocumentDiff) {
	b.line("")
	before, after, kept := 0, 0, 0
	for _, c := range d.Changed {
		before, after, kept = before+c.ChunksBefore, after+c.ChunksAfter, kept+c.Kept
	}
	b.columns(0, [][]string{
		{"documents", count(len(d.Added)), "added"},
		{"", count(len(d.Removed)), "removed"},
		{"", count(len(d.Changed)), "changed"},
		{"", count(d.Unchanged), "unchanged"},
		{"chunks", count(after - kept), "new in changed documents"},
		{"", count(before - kept), "gone from them"},
		{"", count(kept), "kept in them"},
	}, 1)
	p.named(b, "added", d.Added)
	p.named(b, "removed", d.Removed)
	if len(d.Changed) == 0 {
		return
	}
	b.line("")
	b.line("%s", p.strong.Render("changed"))
	for _, c := range d.Changed[:min(mostShown, len(d.Changed))] {
		how := fmt.Sprintf("%s -> %s chunks, %s kept", count(c.ChunksBefore), count(c.ChunksAfter), count(c.Kept))
		if c.SameBytes {
			how += "; the same file, read or cut in another way"
		}
		b.block(2, safe(c.Document.String()))
		b.block(4, p.faint.Render(how))
	}
	more(b, len(d.Changed))
}

func (p *Text) named(b *page, title string, list []eval.DocumentName) {
	if len(list) == 0 {
		return
	}
	b.line("")
	b.line("%s", p.strong.Render(title))
	for _, name := range list[:min(mostShown, len(list))] {
		b.block(2, safe(name.String()))
	}
	more(b, len(list))
}

// answers names the questions whose first hits differ, most different first.
func (p *Text) answers(b *page, d eval.RunDiff) {
	b.line("")
	b.columns(0, [][]string{
		{"questions", count(len(d.Questions)), ""},
		{fmt.Sprintf("overlap@%d", d.Depth), value(d.Overlap), "of the first hits are the same"},
		{"rank-biased", value(d.RankBiased), "1 where the order is the same as well"},
	}, 1)
	for _, only := range []struct {
		ids   []string
		where string
	}{{d.OnlyBefore, "before"}, {d.OnlyAfter, "after"}} {
		if len(only.ids) > 0 {
			b.line("%s asked only %s, not compared", plural(len(only.ids), "question"), only.where)
		}
	}
	moved := leastAlike(d.Questions)
	if len(moved) == 0 {
		b.line("")
		b.line("No answer changed")
		return
	}
	b.line("")
	b.line("%s", p.strong.Render("changed answers"))
	for _, q := range moved[:min(mostShown, len(moved))] {
		b.line("%s", b.cut(0, safe(fmt.Sprintf("  %s  overlap %s, rank-biased %s", q.ID, value(q.Overlap), value(q.RankBiased)))))
		for _, s := range q.Shifts[:min(3, len(q.Shifts))] {
			name := s.Document.String()
			if s.Chunk > 0 {
				name += fmt.Sprintf(" chunk %d", s.Chunk)
			}
			b.block(4, p.faint.Render(safe(fmt.Sprintf("rank %s -> %s  %s", place(s.RankBefore), place(s.RankAfter), name))))
		}
	}
	more(b, len(moved))
}

// leastAlike are the questions whose first hits moved, those with the most different order first.
func leastAlike(questions []eval.QuestionDiff) []eval.QuestionDiff {
	moved := slices.DeleteFunc(slices.Clone(questions), func(q eval.QuestionDiff) bool { return len(q.Shifts) == 0 })
	slices.SortStableFunc(moved, func(a, b eval.QuestionDiff) int { return cmp.Compare(a.RankBiased, b.RankBiased) })
	return moved
}
