package render

import (
	"fmt"
	"strings"

	"octavo/engine"
	"octavo/engine/search"
)

// Why prints the verdict first, then what keeps the passage out, what would bring it in, and where it
// stands in each leg.
func (p *Text) Why(a engine.WhyAnswer) error {
	b := p.page()
	name := safe(string(a.File))
	if a.Chunk >= 0 {
		name += fmt.Sprintf(" · chunk %d", a.Chunk)
	}
	b.line("%s", p.strong.Render(b.cut(0, standing(a))))
	b.block(0, p.faint.Render(safe(string(a.Collection))+" · "+name))
	b.line("")
	if o := a.Outcome; o != nil {
		b.block(2, safe(fmt.Sprintf("The last build that saw it: %s (%s) %s", o.Outcome, o.Reason, o.Detail)))
	}
	for _, r := range a.Reasons {
		b.block(2, safe(obstacle(r, a)))
	}
	for _, leg := range a.Legs {
		b.block(2, p.faint.Render(explained(leg)))
	}
	if len(a.Lacks) > 0 {
		b.block(2, p.faint.Render("lacks: "+safe(strings.Join(a.Lacks, ", "))))
	}
	if len(a.Remedies) > 0 {
		b.line("")
	}
	for _, remedy := range a.Remedies {
		b.block(0, "→ "+safe(remedy))
	}
	return p.finish(b)
}

func standing(a engine.WhyAnswer) string {
	switch {
	case !a.Indexed:
		return "It is not in the index"
	case a.Shown:
		return fmt.Sprintf("It is among the results: number %d of at most %d", a.Rank+1, a.Answer.Limit)
	case a.Rank >= 0:
		return fmt.Sprintf("It is not among the results: it ranks as number %d, they end at %d", a.Rank+1, a.Answer.Limit)
	}
	return "It is not among the results"
}

// obstacle is a reason in words.
func obstacle(r search.Reason, a engine.WhyAnswer) string {
	switch r.Obstacle {
	case search.OutsideScope:
		return fmt.Sprintf("Its collection %s was not searched, only %s.", r.What, searched(a.Answer.Collections))
	case search.Filtered:
		return fmt.Sprintf("The filter %s does not let it through.", r.What)
	case search.PhraseMissing:
		return fmt.Sprintf("It does not hold the phrase %s.", r.What)
	case search.Excluded:
		return fmt.Sprintf("It holds what %s excludes.", r.What)
	case search.PatternAbsent:
		return fmt.Sprintf("It does not hold %s.", r.What)
	case search.WordsAbsent:
		return "It holds none of the words, and nothing else was asked."
	case search.Folded:
		return fmt.Sprintf("Its copy %s stands for it.", r.What)
	case search.TextItself:
		return "It is the text that others are to be like, or a copy of it."
	case search.NoCandidate:
		return "No leg put it among the best that are fused into the results."
	case search.BeyondLimit:
		if len(a.Legs) == 0 {
			return "Others come first."
		}
		return fmt.Sprintf("Others rank better: its score is %.4f, that of the last result %.4f.", a.Score, a.Last)
	}
	return string(r.Obstacle)
}
