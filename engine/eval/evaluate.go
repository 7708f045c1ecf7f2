package eval

import (
	"fmt"

	"octavo/engine/eval/measure"
)

// Report is what one run is worth, by question and on average.
type Report struct {
	Name      string
	Unit      Unit
	Measures  []measure.Measure
	Means     []float64 // by measure, over all Questions
	Questions []Result  // all judged ones, in the order of the judgements

	Drafted         int // questions that no person wrote
	WithoutHits     int // questions for which the run found nothing at all; they count 0
	WithoutRelevant int // questions without any relevant document; they count 0, as in trec_eval -c
	Unjudged        int // questions of the run that are not judged; they count nothing
}

// Result is one question of a report.
type Result struct {
	ID, Text string
	Values   []float64 // by measure of the report
	Relevant int       // relevant documents that exist
	Hits     []GradedHit
}

// GradedHit is a hit with what the judgements say of it.
type GradedHit struct {
	Hit
	Grade int // 0 where unjudged, or where an earlier hit gave the same answer
}

// First is the 1-based rank of the first relevant hit; 0 where there is none.
func (r Result) First() int {
	for i, hit := range r.Hits {
		if hit.Grade > 0 {
			return i + 1
		}
	}
	return 0
}

// Mean returns the mean of the measure that spec names; ok is false where the report has none.
func (r Report) Mean(spec string) (value float64, ok bool) {
	i := r.column(spec)
	if i < 0 {
		return 0, false
	}
	return r.Means[i], true
}

func (r Report) column(spec string) int {
	for i, m := range r.Measures {
		if m.String() == spec {
			return i
		}
	}
	return -1
}

// Evaluate holds a run against judgements. Ranks are the places of the hits in the run; means are
// over all judged questions (trec_eval -c), so a question that found nothing lowers them.
//
// In a run of chunks an answer counts once, at the first chunk that gives it; further chunks of the
// same answer take up ranks and gain nothing.
//
// Errors: *EmptyError for judgements that hold no question or no relevant document at all, *HitError.
func Evaluate(j Judgements, run Run, measures []measure.Measure) (Report, error) {
	report := Report{Name: run.Name, Unit: run.Unit, Measures: measures, Drafted: j.Drafted(), Unjudged: len(run.Hits)}
	if len(j.Queries) == 0 {
		return Report{}, &EmptyError{What: "judged questions", In: "the evaluation of " + run.Name}
	}
	for _, q := range j.Queries {
		hits, asked := run.Hits[q.ID]
		if asked {
			report.Unjudged--
		}
		result, err := judge(q, run.Unit, hits, measures)
		if err != nil {
			return Report{}, err
		}
		if len(hits) == 0 {
			report.WithoutHits++
		}
		if result.Relevant == 0 {
			report.WithoutRelevant++
		}
		report.Questions = append(report.Questions, result)
	}
	if report.WithoutRelevant == len(report.Questions) {
		return Report{}, &EmptyError{What: "relevant documents", In: "the evaluation of " + run.Name}
	}
	report.Means = means(report.Questions, len(measures))
	return report, nil
}

// HitError says that a run of documents holds one of them twice for a question.
type HitError struct {
	Question string
	Document DocumentName
}

func (e *HitError) Error() string {
	return fmt.Sprintf("document %s occurs twice for question %s", e.Document, e.Question)
}

func judge(q Query, unit Unit, hits []Hit, measures []measure.Measure) (Result, error) {
	answers := map[DocumentName]*matcher{}
	judged := make([]int, len(q.Answers))
	for i, a := range q.Answers {
		answers[a.Document] = newMatcher(a)
		judged[i] = a.Grade
	}
	result := Result{ID: q.ID, Text: q.Text, Hits: make([]GradedHit, len(hits))}
	found := make([]int, len(hits))
	seen := map[DocumentName]bool{}
	for i, hit := range hits {
		if unit == Documents && seen[hit.Document] {
			return Result{}, &HitError{Question: q.ID, Document: hit.Document}
		}
		seen[hit.Document] = true
		if m := answers[hit.Document]; m != nil && (unit == Documents || m.matches(hit)) {
			found[i] = m.grade
			delete(answers, hit.Document)
		}
		result.Hits[i] = GradedHit{hit, found[i]}
	}
	ranking := measure.NewRanking(found, judged)
	result.Relevant = len(ranking.Relevant)
	for _, m := range measures {
		result.Values = append(result.Values, m.Of(ranking))
	}
	return result, nil
}

// means adds in the order of the questions, so that the same results give the same bytes.
func means(results []Result, measures int) []float64 {
	out := make([]float64, measures)
	for i := range out {
		for _, r := range results {
			out[i] += r.Values[i]
		}
		out[i] /= float64(len(results))
	}
	return out
}
