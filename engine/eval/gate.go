package eval

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"octavo/engine/eval/measure"
)

// slack is how far a mean may lie on the wrong side of a threshold: means are sums of rounded
// numbers, and .3 must pass ">=0.3" however it was added up.
const slack = 1e-9

// Gate is a promise about a mean, for example "ndcg@10>=0.45".
type Gate struct {
	Measure   measure.Measure
	Operator  string // ">=", ">", "<=", "<" or "=="
	Threshold float64
}

// operators, longest first, so that ">=" is not read as ">".
var operators = []string{">=", "<=", "==", ">", "<"}

func (g Gate) String() string {
	return g.Measure.String() + g.Operator + strconv.FormatFloat(g.Threshold, 'g', -1, 64)
}

// GateError says why a text is no gate.
type GateError struct {
	Text  string
	Cause error
}

func (e *GateError) Error() string { return fmt.Sprintf("%q is not a gate: %v", e.Text, e.Cause) }
func (e *GateError) Unwrap() error { return e.Cause }

// ParseGate reads a measure, a comparison and a threshold from 0 to 1, as in "ndcg@10>=0.45".
// Errors: *GateError, around a *measure.SpecError where the measure is at fault.
func ParseGate(text string) (Gate, error) {
	fail := func(cause error) (Gate, error) { return Gate{}, &GateError{text, cause} }
	for _, operator := range operators {
		left, right, found := strings.Cut(text, operator)
		if !found {
			continue
		}
		m, err := measure.Parse(left)
		if err != nil {
			return fail(err)
		}
		threshold, err := strconv.ParseFloat(strings.TrimSpace(right), 64)
		if err != nil || math.IsNaN(threshold) || threshold < 0 || threshold > 1 {
			return fail(fmt.Errorf("the threshold %q is not a number from 0 to 1", strings.TrimSpace(right)))
		}
		return Gate{m, operator, threshold}, nil
	}
	return fail(fmt.Errorf("it has no comparison (one of %s)", strings.Join(operators, " ")))
}

// holds compares with slack; a strict comparison needs more than the slack.
func (g Gate) holds(value float64) bool {
	difference := value - g.Threshold
	switch g.Operator {
	case ">=":
		return difference >= -slack
	case ">":
		return difference > slack
	case "<=":
		return difference <= slack
	case "<":
		return difference < -slack
	default:
		return math.Abs(difference) <= slack
	}
}

// Verdict is a gate held against a report.
type Verdict struct {
	Gate      Gate
	Run       string
	Value     float64
	Questions int // that the mean is over
	Passed    bool
	Causes    []Cause // of a failure: questions on the wrong side of the threshold, worst first
}

// Cause is a question that pulled a mean to the wrong side.
type Cause struct {
	ID, Text string
	Value    float64
	First    int // 1-based rank of its first relevant hit; 0 where there is none
}

// Check holds gates against a report, in their order. A gate whose measure the report lacks is an
// error (*MissingMeasureError), as is a report over no question (*EmptyError): a gate that looked
// at nothing must not pass.
func Check(gates []Gate, report Report) ([]Verdict, error) {
	if len(report.Questions) == 0 {
		return nil, &EmptyError{What: "judged questions", In: "the report of " + report.Name}
	}
	var out []Verdict
	for _, gate := range gates {
		column := report.column(gate.Measure.String())
		if column < 0 {
			return nil, &MissingMeasureError{gate.Measure.String(), report.Name}
		}
		v := Verdict{Gate: gate, Run: report.Name, Value: report.Means[column], Questions: len(report.Questions)}
		if v.Passed = gate.holds(v.Value); !v.Passed {
			v.Causes = causes(gate, report, column)
		}
		out = append(out, v)
	}
	return out, nil
}

// MissingMeasureError says that a report lacks a measure that was asked of it.
type MissingMeasureError struct{ Measure, Report string }

func (e *MissingMeasureError) Error() string {
	return fmt.Sprintf("the report of %s has no %s", e.Report, e.Measure)
}

func causes(gate Gate, report Report, column int) []Cause {
	var out []Cause
	for _, r := range report.Questions {
		if !gate.holds(r.Values[column]) {
			out = append(out, Cause{r.ID, r.Text, r.Values[column], r.First()})
		}
	}
	slices.SortStableFunc(out, func(a, b Cause) int {
		return cmp.Compare(math.Abs(b.Value-gate.Threshold), math.Abs(a.Value-gate.Threshold))
	})
	return out
}

// Measures joins measures with those that gates need, each once, in order.
func Measures(asked []measure.Measure, gates []Gate) []measure.Measure {
	var out []measure.Measure
	add := func(m measure.Measure) {
		if !slices.ContainsFunc(out, func(n measure.Measure) bool { return n.String() == m.String() }) {
			out = append(out, m)
		}
	}
	for _, m := range asked {
		add(m)
	}
	for _, g := range gates {
		add(g.Measure)
	}
	return out
}

// FailedError says which promises were not kept, and which questions caused it.
type FailedError struct {
	Verdicts []Verdict // those that failed
	Drops    []Change  // those that fell further than allowed
}

func (e *FailedError) Error() string {
	var parts []string
	for _, v := range e.Verdicts {
		text := fmt.Sprintf("%s: %s failed with %.4f over %d questions", v.Run, v.Gate, v.Value, v.Questions)
		if len(v.Causes) > 0 {
			text += "; furthest off: " + some(ids(v.Causes, func(c Cause) string { return c.ID }))
		}
		parts = append(parts, text)
	}
	for _, c := range e.Drops {
		parts = append(parts, fmt.Sprintf("%s fell from %.4f to %.4f, more than %g; most: %s",
			c.Measure, c.Before, c.After, c.MaxDrop, some(ids(c.Fallen(), func(m Move) string { return m.ID }))))
	}
	return strings.Join(parts, "\n")
}

func ids[T any](items []T, id func(T) string) []string {
	out := make([]string, len(items))
	for i, item := range items {
		out[i] = id(item)
	}
	return out
}

// Evaluation is everything that one evaluation found out: what printers and report files are given.
type Evaluation struct {
	Judgements string // where the judgements came from
	Unjudged   int    // questions passed over because nothing is known about them
	Reports    []Report
	Verdicts   []Verdict
	Comparison *Comparison // nil without a baseline
	Latencies  []Latency   // by report; nil unless times were asked for
}

// Asserted tells whether anything could have failed: a gate, or a mean that may not fall to 0.
func (e Evaluation) Asserted() bool {
	return len(e.Verdicts) > 0 || e.Comparison != nil &&
		slices.ContainsFunc(e.Comparison.Changes, func(c Change) bool { return c.MaxDrop < 1 })
}

// Err is a *FailedError where any gate failed or any measure fell too far, else nil.
func (e Evaluation) Err() error {
	var failed FailedError
	for _, v := range e.Verdicts {
		if !v.Passed {
			failed.Verdicts = append(failed.Verdicts, v)
		}
	}
	if e.Comparison != nil {
		failed.Drops = e.Comparison.Failed()
	}
	if len(failed.Verdicts)+len(failed.Drops) == 0 {
		return nil
	}
	return &failed
}
