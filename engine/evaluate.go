package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"

	"octavo/engine/eval"
	"octavo/engine/eval/measure"
	"octavo/engine/search"
)

// EvaluateRequest says what to ask and what to hold the answers against.
type EvaluateRequest struct {
	Asking
	Queries, Qrels string // files; see eval.Load
	AllowMissing   bool   // judged documents that were not searched count as never found
	// Modes are compared side by side. Gates and baseline are about the first.
	Modes    []search.Mode
	Measures []measure.Measure
	Gates    []eval.Gate
	Baseline string // file of a saved run; empty without one
	MaxDrop  float64
}

// EvaluateAnswer is an evaluation with what it was made under.
type EvaluateAnswer struct {
	eval.Evaluation
	Asking  Asking
	Asked   eval.Judgements
	Runs    []eval.Run // by report
	Index   IndexState
	Beside  []eval.Comparison // each further mode against the first
	Missing []string          // ids of judged documents that were not searched
	Notes   []string          // what is to be kept in mind when reading the numbers
}

// seed feeds the randomisation test and the bootstrap, so that the same runs give the same report.
const seed = 1

// Evaluate asks judged questions and measures the answers. A failed gate is not an error of the
// evaluation: see eval.Evaluation.Err.
//
// Errors: *UsageError, those of eval.Load, eval.Resolve and eval.Evaluate, those of Search with the
// question's id before them.
func (e *Engine) Evaluate(ctx context.Context, r EvaluateRequest) (EvaluateAnswer, error) {
	measures := eval.Measures(r.Measures, r.Gates)
	if err := r.check(measures); err != nil {
		return EvaluateAnswer{}, err
	}
	r.Literal = r.Literal || r.Qrels != ""
	answer := EvaluateAnswer{Asking: r.Asking}
	baseline, err := r.baseline()
	if err != nil {
		return answer, err
	}
	if answer.Asked, err = eval.Load(r.Queries, r.Qrels); err != nil {
		return answer, unreadable(err)
	}
	answer.Judgements, answer.Unjudged = r.Queries, answer.Asked.Unjudged
	documents, err := e.searched(ctx, answer.Asked.Queries, r.Asking)
	if err != nil {
		return answer, err
	}
	if answer.Missing, err = resolve(answer.Asked, documents, r.AllowMissing); err != nil {
		return answer, err
	}
	for i, mode := range r.Modes {
		asking := r.Asking
		asking.Report = share(r.Report, i, len(r.Modes))
		asked, err := e.ask(ctx, answer.Asked.Queries, mode, asking)
		if err != nil {
			return answer, err
		}
		report, err := eval.Evaluate(answer.Asked, asked.run, measures)
		if err != nil {
			return answer, err
		}
		answer.Index = asked.index
		answer.Runs = append(answer.Runs, asked.run)
		answer.Reports = append(answer.Reports, report)
		answer.Latencies = append(answer.Latencies, eval.Latencies(asked.took))
	}
	return answer, answer.hold(r, baseline)
}

// hold holds the first report against gates and baseline, and the others against the first.
func (a *EvaluateAnswer) hold(r EvaluateRequest, baseline *eval.Saved) error {
	first := a.Reports[0]
	var err error
	if a.Verdicts, err = eval.Check(r.Gates, first); err != nil {
		return err
	}
	for _, other := range a.Reports[1:] {
		beside, err := eval.Compare(first, other, eval.CompareOptions{MaxDrop: 1, Seed: seed})
		if err != nil {
			return err
		}
		a.Beside = append(a.Beside, beside)
	}
	a.note()
	if baseline == nil {
		return nil
	}
	comparison, err := eval.Compare(baseline.Report, first, eval.CompareOptions{MaxDrop: r.MaxDrop, Seed: seed})
	if err != nil {
		return err
	}
	a.Comparison = &comparison
	for _, m := range first.Measures {
		if _, had := baseline.Report.Mean(m.String()); !had {
			a.Notes = append(a.Notes, fmt.Sprintf("the baseline has no %s, so it was not compared", m))
		}
	}
	now := a.Saved().Settings
	for _, key := range slices.Sorted(maps.Keys(now)) {
		if then := baseline.Settings[key]; then != now[key] {
			a.Notes = append(a.Notes, fmt.Sprintf("the baseline was made with %s %q, this run with %q", key, then, now[key]))
		}
	}
	return nil
}

func (a *EvaluateAnswer) note() {
	if n := len(a.Missing); n > 0 {
		a.Notes = append(a.Notes, fmt.Sprintf("judged documents that were not searched and count as never found: %d", n))
	}
	if n := a.Asked.Drafted(); n > 0 {
		a.Notes = append(a.Notes, fmt.Sprintf("drafted questions: %d. They compare rankings and do not tell how good one is for real questions", n))
	}
}

// Saved is the run of the first mode as a baseline for later ones.
func (a EvaluateAnswer) Saved() eval.Saved {
	return eval.Saved{
		Report: a.Reports[0],
		Index:  eval.IndexFacts{Snapshot: a.Index.Snapshot, Generation: a.Index.Generation, Version: a.Index.Version},
		Settings: map[string]string{
			"mode": a.Reports[0].Name, "unit": string(a.Asking.Unit), "depth": strconv.Itoa(a.Asking.Depth),
			"scope": a.Asking.Scope, "all": strconv.FormatBool(a.Asking.All),
		},
	}
}

func (r EvaluateRequest) check(measures []measure.Measure) error {
	if err := r.Asking.check(); err != nil {
		return err
	}
	if len(r.Modes) == 0 {
		return &UsageError{Message: "no mode to evaluate is named"}
	}
	for _, m := range measures {
		if ranks, limited := m.Depth(); limited && ranks > r.Depth {
			return &UsageError{Message: fmt.Sprintf("%s looks at %d ranks, and only %d are asked for", m, ranks, r.Depth)}
		}
	}
	return nil
}

// baseline reads the saved run, where one is named. A run of another unit cannot be compared.
func (r EvaluateRequest) baseline() (*eval.Saved, error) {
	if r.Baseline == "" {
		return nil, nil
	}
	saved, err := readSaved(r.Baseline)
	if err != nil {
		return nil, err
	}
	if saved.Report.Unit != r.Unit {
		return nil, &UsageError{Message: fmt.Sprintf("the baseline %s is a run of %s, not of %s", r.Baseline, saved.Report.Unit, r.Unit)}
	}
	return &saved, nil
}

// resolve gives judged documents their names in the index. Where that is allowed, those that are
// not there are listed instead of being an error; ids that could be read in two ways never are.
func resolve(j eval.Judgements, documents []eval.DocumentName, allowMissing bool) ([]string, error) {
	err := eval.Resolve(j, documents)
	var failed *eval.ResolveError
	if !allowMissing || !errors.As(err, &failed) {
		return nil, err
	}
	missing := failed.Unknown
	failed.Unknown = nil
	if len(failed.Ambiguous)+len(failed.Doubled) > 0 {
		return nil, failed
	}
	return missing, nil
}

// unreadable makes a file that was named and cannot be opened a fault of the request.
func unreadable(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return &UsageError{Message: fmt.Sprintf("%s cannot be read: %v", path.Path, path.Err)}
	}
	return err
}

// share reports progress of the i-th of n equal parts as progress of the whole.
func share(report func(done, of int), i, n int) func(done, of int) {
	if report == nil {
		return nil
	}
	return func(done, of int) { report(i*of+done, n*of) }
}
