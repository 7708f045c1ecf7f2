package eval

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"octavo/engine/eval/measure"
)

func TestGatesAreReadOrRefused(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"ndcg@10>=0.45", "ndcg@10>=0.45"},
		{" recall@20 > 0.7 ", "recall@20>0.7"},
		{"mrr<=1", "mrr<=1"},
		{"MAP < .5", "map<0.5"},
		{"success@1==1", "success@1==1"},
		{"ndcg@10", ""},
		{"ndcg@10>=", ""},
		{"ndcg@10>=45%", ""},
		{"ndcg@10>=1.1", ""},
		{"ndcg@10>=-0.1", ""},
		{"ndcg@10>=NaN", ""},
		{"ndcg@10=>0.5", ""},
		{"f1>=0.5", ""},
		{">=0.5", ""},
		{"", ""},
	} {
		got, err := ParseGate(tc.in)
		var refused *GateError
		switch {
		case tc.want != "" && (err != nil || got.String() != tc.want):
			t.Errorf("ParseGate(%q) = %v, %v; want %s", tc.in, got, err, tc.want)
		case tc.want == "" && !errors.As(err, &refused):
			t.Errorf("ParseGate(%q) = %v, %v; want a refusal", tc.in, got, err)
		}
	}
	var unknown *measure.SpecError
	if _, err := ParseGate("f1>=0.5"); !errors.As(err, &unknown) {
		t.Errorf("an unknown measure is not named: %v", err)
	}
}

func parseGates(t testing.TB, texts ...string) []Gate {
	t.Helper()
	var out []Gate
	for _, text := range texts {
		g, err := ParseGate(text)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, g)
	}
	return out
}

// uneven has mrr 1, 1/2, 0 and 1: a mean of 0.625.
func uneven(t testing.TB) Report {
	return evaluate(t, []Query{asked("good", "a"), asked("middling", "a"), asked("bad", "a"), asked("fine", "a")},
		map[string][]Hit{"good": ranked("a"), "middling": ranked("x", "a"), "bad": ranked("x"), "fine": ranked("a")}, "mrr", "success@1")
}

func TestAGateComparesTheMean(t *testing.T) {
	report := uneven(t)
	for text, want := range map[string]bool{
		"mrr>=0.625": true, "mrr>0.625": false, "mrr<=0.625": true, "mrr<0.625": false, "mrr==0.625": true,
		"mrr>=0.6250001": false, "mrr>0.6249999": true, "mrr<=0.6249999": false, "mrr<0.6250001": true, "mrr==0.62": false,
		"success@1>=0.5": true, "success@1>=0.500000001": true, // within rounding
	} {
		verdicts, err := Check(parseGates(t, text), report)
		if err != nil || len(verdicts) != 1 || verdicts[0].Passed != want || verdicts[0].Questions != 4 || verdicts[0].Run != "run" {
			t.Errorf("%s: %+v, %v; want passed %v", text, verdicts, err, want)
		}
	}
}

func TestAFailedGateNamesTheQuestionsThatCausedIt(t *testing.T) {
	report := uneven(t)
	verdicts, err := Check(parseGates(t, "mrr>=0.7", "mrr>=0.1", "mrr<=0.2"), report)
	if err != nil {
		t.Fatal(err)
	}
	names := func(v Verdict) []string { return ids(v.Causes, func(c Cause) string { return c.ID }) }
	if got := names(verdicts[0]); !slices.Equal(got, []string{"bad", "middling"}) {
		t.Errorf("too low: %q, want the worst first", got)
	}
	if got := verdicts[0].Causes[1]; got.First != 2 || got.Value != .5 || got.Text != "what is middling" {
		t.Errorf("cause: %+v", got)
	}
	if len(verdicts[1].Causes) != 0 {
		t.Errorf("a passed gate has causes: %q", names(verdicts[1]))
	}
	if got := names(verdicts[2]); !slices.Equal(got, []string{"good", "fine", "middling"}) {
		t.Errorf("too high: %q", got)
	}
	failure := Evaluation{Reports: []Report{report}, Verdicts: verdicts}.Err()
	var failed *FailedError
	if !errors.As(failure, &failed) || len(failed.Verdicts) != 2 {
		t.Fatalf("got %v", failure)
	}
	for _, part := range []string{"mrr>=0.7", "mrr<=0.2", "0.6250", "bad, middling"} {
		if !strings.Contains(failure.Error(), part) {
			t.Errorf("the message lacks %q: %v", part, failure)
		}
	}
	if err := (Evaluation{Verdicts: verdicts[1:2]}).Err(); err != nil {
		t.Errorf("a kept promise fails: %v", err)
	}
}

func TestAGateThatCannotLookAtAnythingFailsLoudly(t *testing.T) {
	var empty *EmptyError
	if _, err := Check(parseGates(t, "mrr>=0"), Report{Measures: parseMeasures(t, "mrr"), Means: []float64{0}}); !errors.As(err, &empty) {
		t.Errorf("no question: %v", err)
	}
	var missing *MissingMeasureError
	if _, err := Check(parseGates(t, "map>=0"), uneven(t)); !errors.As(err, &missing) {
		t.Errorf("no such measure: %v", err)
	}
}

func TestMeasuresOfGatesAreMeasuredOnce(t *testing.T) {
	var got []string
	for _, m := range Measures(parseMeasures(t, "ndcg@10", "mrr", "ndcg@10"), parseGates(t, "recall@20>=0.5", "mrr>=0.1", "recall@20<=0.9")) {
		got = append(got, m.String())
	}
	if want := []string{"ndcg@10", "mrr", "recall@20"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzAGateThatIsReadReadsBackTheSame(f *testing.F) {
	f.Add("ndcg@10>=0.45")
	f.Add(" MAP < 1e-3")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := ParseGate(text)
		if err != nil {
			return
		}
		again, err := ParseGate(g.String())
		if err != nil || again.String() != g.String() || g.Threshold < 0 || g.Threshold > 1 {
			t.Errorf("%q is %s and became %s, %v", text, g, again, err)
		}
	})
}

func TestWhatIsOnlyLookedAtAssertsNothing(t *testing.T) {
	for _, tc := range []struct {
		name string
		e    Evaluation
		want bool
	}{
		{"measures", Evaluation{}, false},
		{"a gate", Evaluation{Verdicts: []Verdict{{}}}, true},
		{"a baseline from which any fall passes", Evaluation{Comparison: &Comparison{Changes: []Change{{MaxDrop: 1}}}}, false},
		{"a baseline with a limit", Evaluation{Comparison: &Comparison{Changes: []Change{{MaxDrop: 0}}}}, true},
	} {
		if got := tc.e.Asserted(); got != tc.want {
			t.Errorf("%s: %v", tc.name, got)
		}
	}
}
