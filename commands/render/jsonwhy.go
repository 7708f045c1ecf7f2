package render

import "octavo/engine"

// Why prints where a passage stands in the answer to a question.
func (p *JSON) Why(a engine.WhyAnswer) error {
	out := whyJSON{
		Schema: "octavo.why/1", CollectionPath: string(a.Collection), FilePath: string(a.File), ChunkIndex: unlessNegative(a.Chunk),
		Indexed: a.Indexed, Shown: a.Shown, Rank: unlessNegative(a.Rank),
		Reasons: []obstacleJSON{}, Lacks: full(a.Lacks), Remedies: full(a.Remedies), Timings: p.timings(),
	}
	if o := a.Outcome; o != nil {
		out.Outcome = &outcomeJSON{Outcome: o.Outcome, Reason: o.Reason, Detail: o.Detail}
	}
	for _, r := range a.Reasons {
		out.Reasons = append(out.Reasons, obstacleJSON{Obstacle: string(r.Obstacle), What: optional(r.What)})
	}
	if !a.Indexed {
		return p.print(out)
	}
	query, state := queryOf("", a.Answer), indexOf(a.Index)
	out.Query, out.Index, out.Legs = &query, &state, explain(a.Legs)
	if a.Rank >= 0 && !a.Shown && len(a.Legs) > 0 {
		out.Gap = &gapJSON{Score: round(a.Score, 6), Last: round(a.Last, 6)}
	}
	if a.Limit > 0 {
		out.Limit = &a.Limit
	}
	return p.print(out)
}
