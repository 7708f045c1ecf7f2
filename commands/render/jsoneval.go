package render

import (
	"time"

	"octavo/engine"
	"octavo/engine/eval"
)

// Evaluation prints measures, gates and comparisons. Values have six decimals.
func (p *JSON) Evaluation(a engine.EvaluateAnswer) error {
	out := evalJSON{
		Schema: "octavo.eval/1",
		Judgements: judgementsJSON{
			Queries: a.Judgements, Questions: len(a.Asked.Queries), Drafted: a.Asked.Drafted(), Unjudged: a.Unjudged, Missing: full(a.Missing),
		},
		Query: askedJSON{Unit: string(a.Asking.Unit), Depth: a.Asking.Depth, Scope: optional(a.Asking.Scope), All: a.Asking.All},
		Index: indexOf(a.Index), Runs: []runJSON{}, Gates: []gateJSON{}, Beside: []comparisonJSON{},
		Notes: full(a.Notes), Timings: p.timings(),
	}
	if failed := a.Err(); failed != nil {
		out.Failure = &failureJSON{Error: engine.Classify(failed).Name, Message: failed.Error()}
	}
	if a.Comparison != nil {
		baseline := comparisonOf(*a.Comparison)
		out.Baseline = &baseline
	}
	if a.Asserted() {
		passed := out.Failure == nil
		out.Passed = &passed
	}
	for i, r := range a.Reports {
		out.Runs = append(out.Runs, p.run(r, a.Latencies[i]))
	}
	for _, v := range a.Verdicts {
		out.Gates = append(out.Gates, gateOf(v))
	}
	for _, c := range a.Beside {
		out.Beside = append(out.Beside, comparisonOf(c))
	}
	return p.print(out)
}

func (p *JSON) run(r eval.Report, l eval.Latency) runJSON {
	out := runJSON{
		Name: r.Name, Questions: len(r.Questions), WithoutHits: r.WithoutHits, WithoutRelevant: r.WithoutRelevant,
		Measures: measuresOf(r, r.Means),
	}
	if p.options.PerQuery {
		for _, q := range r.Questions {
			out.PerQuestion = append(out.PerQuestion, questionJSON{
				ID: q.ID, Text: q.Text, Measures: measuresOf(r, q.Values), Relevant: q.Relevant, First: position(q.First()),
			})
		}
	}
	if p.options.Elapsed != nil {
		out.Latency = &latencyJSON{P50: fine(l.P50), P90: fine(l.P90), P99: fine(l.P99), Max: fine(l.Max)}
	}
	return out
}

func measuresOf(r eval.Report, values []float64) []measureJSON {
	out := make([]measureJSON, len(values))
	for i, value := range values {
		out[i] = measureJSON{Measure: r.Measures[i].String(), Value: round(value, 6)}
	}
	return out
}

func gateOf(v eval.Verdict) gateJSON {
	out := gateJSON{
		Gate: v.Gate.String(), Run: v.Run, Measure: v.Gate.Measure.String(), Operator: v.Gate.Operator, Threshold: v.Gate.Threshold,
		Value: round(v.Value, 6), Questions: v.Questions, Passed: v.Passed, Causes: []causeJSON{},
	}
	for _, c := range v.Causes {
		out.Causes = append(out.Causes, causeJSON{ID: c.ID, Text: c.Text, Value: round(c.Value, 6), First: position(c.First)})
	}
	return out
}

func comparisonOf(c eval.Comparison) comparisonJSON {
	out := comparisonJSON{
		Before: c.Before, After: c.After, Questions: c.Questions,
		OnlyBefore: full(c.OnlyBefore), OnlyAfter: full(c.OnlyAfter), Changes: []changeJSON{},
	}
	for _, change := range c.Changes {
		moves := []moveJSON{}
		for _, m := range change.Moves {
			moves = append(moves, moveOf(m))
		}
		out.Changes = append(out.Changes, changeJSON{
			Measure: change.Measure, Before: round(change.Before, 6), After: round(change.After, 6), Difference: round(change.Difference, 6),
			Low: round(change.Low, 6), High: round(change.High, 6), P: round(change.P, 6), Exact: change.Exact,
			MaxDrop: change.MaxDrop, Passed: change.Passed, Moves: moves,
		})
	}
	return out
}

func moveOf(m eval.Move) moveJSON {
	out := moveJSON{ID: m.ID, Text: m.Text, Before: round(m.Before, 6), After: round(m.After, 6)}
	if m.Document.File != "" {
		name := nameOf(m.Document)
		out.Document, out.RankBefore, out.RankAfter = &name, position(m.RankBefore), position(m.RankAfter)
	}
	return out
}

func nameOf(d eval.DocumentName) nameJSON {
	return nameJSON{CollectionPath: string(d.Collection), FilePath: string(d.File)}
}

func namesOf(list []eval.DocumentName) []nameJSON {
	out := make([]nameJSON, len(list))
	for i, d := range list {
		out[i] = nameOf(d)
	}
	return out
}

// position is a 1-based rank; null where nothing was found.
func position(rank int) *int {
	if rank == 0 {
		return nil
	}
	return &rank
}

// fine is a duration in seconds, to the microsecond.
func fine(d time.Duration) float64 { return round(d.Seconds(), 6) }

// Draft says what was drafted.
func (p *JSON) Draft(file string, a engine.DraftAnswer) error {
	return p.print(draftJSON{
		Schema: "octavo.eval_init/1", File: file, Questions: len(a.Queries), Documents: a.Documents, Passages: a.Passages, Timings: p.timings(),
	})
}

// Diff prints what became of documents and answers, all of it.
func (p *JSON) Diff(a engine.DiffAnswer) error {
	out := diffJSON{Schema: "octavo.diff/1", Before: sideOf(a.Before), After: sideOf(a.After), Timings: p.timings()}
	if d := a.Documents; d != nil {
		out.Documents = &documentsDiffJSON{Added: namesOf(d.Added), Removed: namesOf(d.Removed), Changed: []changedDocument{}, Unchanged: d.Unchanged}
		for _, c := range d.Changed {
			out.Documents.Changed = append(out.Documents.Changed, changedDocument{
				nameJSON: nameOf(c.Document), SameBytes: c.SameBytes, ChunksBefore: c.ChunksBefore, ChunksAfter: c.ChunksAfter, ChunksKept: c.Kept,
			})
		}
	}
	if d := a.Answers; d != nil {
		out.Answers = &answersDiffJSON{
			Depth: d.Depth, Overlap: round(d.Overlap, 6), RankBiased: round(d.RankBiased, 6),
			OnlyBefore: full(d.OnlyBefore), OnlyAfter: full(d.OnlyAfter), Questions: []answerDiffJSON{},
		}
		for _, q := range d.Questions {
			shifts := []shiftJSON{}
			for _, s := range q.Shifts {
				shifts = append(shifts, shiftJSON{nameJSON: nameOf(s.Document), ChunkIndex: s.Chunk, RankBefore: position(s.RankBefore), RankAfter: position(s.RankAfter)})
			}
			out.Answers.Questions = append(out.Answers.Questions, answerDiffJSON{ID: q.ID, Overlap: round(q.Overlap, 6), RankBiased: round(q.RankBiased, 6), Shifts: shifts})
		}
	}
	return p.print(out)
}

func sideOf(s engine.DiffSide) sideJSON {
	out := sideJSON{Kind: "run", File: s.File, Version: optional(s.Version), Snapshot: s.Snapshot, Generation: s.Generation}
	if !s.SavedRun {
		out.Kind, out.Model, out.Documents, out.Chunks = "index", optional(s.Model), &s.Documents, &s.Chunks
	}
	return out
}
