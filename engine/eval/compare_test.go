package eval

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"octavo/engine/corpus"
)

func TestPValuesEqualNumbersWorkedOutByHand(t *testing.T) {
	for _, tc := range []struct {
		name        string
		differences []float64
		want        float64
	}{
		{"nothing moved", []float64{0, 0, 0}, 1},
		{"nothing compared", nil, 1},
		{"one moved: either sign is as far", []float64{.5, 0}, 1},
		{"two the same way: ++ and -- of four", []float64{.5, .2}, .5},
		{"three the same way: two of eight", []float64{1, 1, 1}, .25},
		{"two against each other, equal", []float64{1, -1}, 1},
		{"3, 2, -1: sums 4, 6, and their mirrors, of eight", []float64{3, 2, -1}, .5},
		{"ten the same way: two of 1024", []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 2. / 1024},
	} {
		if got, exact := PValue(tc.differences, 10_000, 1); !exact || math.Abs(got-tc.want) > 1e-12 {
			t.Errorf("%s: p = %v (exact %v), want %v", tc.name, got, exact, tc.want)
		}
	}
}

func TestASampledPValueIsNearTheExactOne(t *testing.T) {
	differences := []float64{.3, -.1, .25, .4, -.2, .1, .05, .3, -.15, .2, .12, .07}
	want, exact := PValue(differences, 10_000, 1)
	if !exact {
		t.Fatal("twelve differences are not counted")
	}
	got, exact := PValue(differences, 4_000, 7)
	if exact || math.Abs(got-want) > .02 {
		t.Errorf("sampled %v (exact %v), counted %v", got, exact, want)
	}
	if again, _ := PValue(differences, 4_000, 7); again != got {
		t.Errorf("the same seed gave %v and %v", got, again)
	}
}

func TestPIsNeverZeroAndFlatWhereNothingHappened(t *testing.T) {
	far, alternating := make([]float64, 200), make([]float64, 200)
	for i := range far {
		far[i], alternating[i] = 1, float64(1-2*(i%2))
	}
	if p, exact := PValue(far, 10_000, 1); exact || p != 1./10_001 {
		t.Errorf("all moved the same way: p = %v", p)
	}
	if p, _ := PValue(alternating, 10_000, 1); p != 1 {
		t.Errorf("no move in the mean: p = %v", p)
	}
}

func TestTheIntervalHoldsTheMeanAndNarrowsWithQuestions(t *testing.T) {
	width := 0.0
	for i, n := range []int{10, 100, 1000} {
		differences := make([]float64, n)
		for i := range differences {
			differences[i] = float64(i%5) / 10 // mean .2, deviation .1414
		}
		low, high := Interval(differences, 2_000, 3)
		if low > .2 || high < .2 {
			t.Errorf("%d questions: %v to %v does not hold .2", n, low, high)
		}
		// 1.96 standard errors on each side, give or take a fifth
		if want := 2 * 1.96 * .1414 / math.Sqrt(float64(n)); math.Abs(high-low-want) > want/5 {
			t.Errorf("%d questions: width %v, want about %v", n, high-low, want)
		}
		if i > 0 && high-low >= width {
			t.Errorf("%d questions: width %v after %v", n, high-low, width)
		}
		width = high - low
	}
	if low, high := Interval([]float64{.5}, 100, 1); low != .5 || high != .5 {
		t.Errorf("one question: %v to %v", low, high)
	}
}

// many makes a report of n questions, each with its document at rank one, except those in ranks.
func many(t testing.TB, name string, n int, ranks map[int]int) Report {
	var queries []Query
	hits := map[string][]Hit{}
	for i := range n {
		id := fmt.Sprintf("q%02d", i)
		queries = append(queries, asked(id, "right"))
		list := ranked("a", "b", "c", "d")
		switch rank := ranks[i]; rank {
		case -1: // not found
		case 0:
			list = append(ranked("right"), list...)
		default:
			list = slices.Insert(list, rank-1, ranked("right")[0])
		}
		hits[id] = list
	}
	report := evaluate(t, queries, hits, "mrr", "success@1")
	report.Name = name
	return report
}

func TestAFallBeyondTheAllowedOneFailsAndNamesTheQuestion(t *testing.T) {
	before := many(t, "before", 40, map[int]int{3: 2})
	after := many(t, "after", 40, map[int]int{3: 1, 7: -1, 9: 4})
	c, err := Compare(before, after, CompareOptions{MaxDrop: .01, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	mrr := c.Changes[0]
	if c.Questions != 40 || mrr.Measure != "mrr" || mrr.Passed {
		t.Fatalf("got %+v", c)
	}
	if want := (.5 - 1 - .75) / 40; math.Abs(mrr.Difference-want) > 1e-12 {
		t.Errorf("difference %v, want %v", mrr.Difference, want)
	}
	// The sums of -1, -.75 and .5 under all signs are 2.25, 1.25, .75, .25 and their mirrors.
	if !mrr.Exact || mrr.P != 4./8 {
		t.Errorf("p = %v, exact %v; want 4 of 8", mrr.P, mrr.Exact)
	}
	want := []Move{
		{"q07", "what is q07", 1, 0, DocumentName{File: "right"}, 1, 0},
		{"q09", "what is q09", 1, .25, DocumentName{File: "right"}, 1, 4},
		{"q03", "what is q03", .5, 1, DocumentName{File: "right"}, 2, 1},
	}
	if !slices.Equal(mrr.Moves, want) {
		t.Errorf("moves %+v, want %+v", mrr.Moves, want)
	}
	failure := Evaluation{Comparison: &c}.Err()
	var failed *FailedError
	if !errors.As(failure, &failed) || len(failed.Drops) != 2 || !strings.Contains(failure.Error(), "q07, q09") || strings.Contains(failure.Error(), "q03") {
		t.Errorf("got %v; want both measures, and the two questions that fell", failure)
	}
	if allowed, err := Compare(before, after, CompareOptions{MaxDrop: .05}); err != nil || len(allowed.Failed()) != 0 {
		t.Errorf("a fall within what is allowed fails: %+v, %v", allowed.Failed(), err)
	}
}

func TestTheSameRunAgainPassesWithoutAnyAllowance(t *testing.T) {
	report := many(t, "run", 40, map[int]int{3: 2, 5: -1})
	c, err := Compare(report, report, CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range c.Changes {
		if !change.Passed || change.Difference != 0 || change.P != 1 || change.Low != 0 || change.High != 0 || len(change.Moves) != 0 {
			t.Errorf("got %+v", change)
		}
	}
}

func TestOnlyWhatBothRunsHoldIsCompared(t *testing.T) {
	before, after := many(t, "before", 4, nil), many(t, "after", 4, map[int]int{0: -1, 1: -1})
	before.Questions, after.Questions = before.Questions[1:], after.Questions[:3]
	before.Measures, after.Measures = before.Measures[:1], append(parseMeasures(t, "map"), after.Measures[:1]...)
	for i := range after.Questions {
		after.Questions[i].Values = append([]float64{9}, after.Questions[i].Values...)
	}
	c, err := Compare(before, after, CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if c.Questions != 2 || !slices.Equal(c.OnlyBefore, []string{"q03"}) || !slices.Equal(c.OnlyAfter, []string{"q00"}) {
		t.Errorf("questions: %+v", c)
	}
	if len(c.Changes) != 1 || c.Changes[0].Measure != "mrr" || c.Changes[0].Before != 1 || c.Changes[0].After != .5 {
		t.Errorf("changes: %+v", c.Changes)
	}

	var empty *EmptyError
	if _, err := Compare(Report{Questions: before.Questions}, after, CompareOptions{}); !errors.As(err, &empty) {
		t.Errorf("no common measure: %v", err)
	}
	if _, err := Compare(Report{Measures: before.Measures}, after, CompareOptions{}); !errors.As(err, &empty) {
		t.Errorf("no common question: %v", err)
	}
}

func TestAMoveIsExplainedByTheDocumentThatChangedMost(t *testing.T) {
	q := Query{ID: "q", Answers: []Answer{newAnswer("good", 3), newAnswer("a", 1), newAnswer("b", 1)}}
	for _, tc := range []struct {
		name          string
		before, after []Hit
		want          corpus.FilePath
		then, now     int
	}{
		{"a better one by one rank, a lesser one by two", ranked("good", "x", "a"), ranked("a", "good"), "good", 1, 2},
		{"one that is new", ranked("x", "a"), ranked("good", "a"), "good", 0, 1},
		{"the first found of two that changed alike", ranked("a", "x", "b"), ranked("b", "x", "a"), "a", 1, 3},
		{"none", ranked("x"), ranked("y"), "", 0, 0},
	} {
		report := func(hits []Hit) Result {
			return evaluate(t, []Query{q}, map[string][]Hit{"q": hits}, "mrr").Questions[0]
		}
		got := pair{report(tc.before), report(tc.after)}.move(0, 1)
		if got.Document.File != tc.want || got.RankBefore != tc.then || got.RankAfter != tc.now {
			t.Errorf("%s: %s from %d to %d, want %s from %d to %d", tc.name, got.Document, got.RankBefore, got.RankAfter, tc.want, tc.then, tc.now)
		}
	}
}
