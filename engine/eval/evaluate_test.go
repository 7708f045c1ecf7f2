package eval

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"octavo/engine/corpus"
)

// ranked makes hits of documents, in order.
func ranked(files ...corpus.FilePath) []Hit {
	hits := make([]Hit, len(files))
	for i, file := range files {
		hits[i].Document.File = file
	}
	return hits
}

// asked makes a question with relevant documents of grade 1.
func asked(id string, files ...string) Query {
	q := Query{ID: id, Text: "what is " + id}
	for _, file := range files {
		q.Answers = append(q.Answers, newAnswer(file, 1))
	}
	return q
}

func evaluate(t testing.TB, queries []Query, hits map[string][]Hit, specs ...string) Report {
	t.Helper()
	report, err := Evaluate(Judgements{Queries: queries}, Run{Name: "run", Unit: Documents, Hits: hits}, parseMeasures(t, specs...))
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestMeansAreOverAllJudgedQuestions(t *testing.T) {
	queries := []Query{asked("first", "a"), asked("second", "b"), asked("silent", "c"), {ID: "hopeless", Drafted: true, Answers: []Answer{newAnswer("d", 0)}}}
	report := evaluate(t, queries, map[string][]Hit{
		"first": ranked("a", "x"), "second": ranked("x", "b"), "hopeless": ranked("d"), "stray": ranked("a"),
	}, "mrr", "recall@1")
	if mrr, _ := report.Mean("mrr"); mrr != (1+.5+0+0)/4 {
		t.Errorf("mrr %v, want %v", mrr, 1.5/4)
	}
	if recall, _ := report.Mean("recall@1"); recall != 1./4 {
		t.Errorf("recall@1 %v, want .25", recall)
	}
	if _, known := report.Mean("map"); known {
		t.Error("a measure that was not asked for has a mean")
	}
	if report.WithoutHits != 1 || report.WithoutRelevant != 1 || report.Unjudged != 1 || report.Drafted != 1 || len(report.Questions) != 4 {
		t.Errorf("counts: %+v", report)
	}
	if got := report.Questions[1]; got.First() != 2 || got.Relevant != 1 || got.ID != "second" || report.Questions[2].First() != 0 {
		t.Errorf("question: %+v", got)
	}
}

func TestEvaluatingNothingFails(t *testing.T) {
	var empty *EmptyError
	for name, j := range map[string]Judgements{
		"no question":          {},
		"no relevant document": {Queries: []Query{{ID: "q", Answers: []Answer{newAnswer("a", 0)}}}},
	} {
		if _, err := Evaluate(j, Run{Name: "run"}, nil); !errors.As(err, &empty) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestADocumentCannotBeFoundTwice(t *testing.T) {
	_, err := Evaluate(Judgements{Queries: []Query{asked("q", "a")}}, Run{Unit: Documents, Hits: map[string][]Hit{"q": ranked("a", "b", "a")}}, nil)
	var doubled *HitError
	if !errors.As(err, &doubled) || doubled.Document.File != "a" || doubled.Question != "q" {
		t.Errorf("got %v", err)
	}
}

func TestAnAnswerIsFoundAtTheChunkThatHoldsIt(t *testing.T) {
	long := strings.Repeat("a passage of more than a hundred characters ", 4)
	for _, tc := range []struct {
		name   string
		answer Answer
		hits   []Hit
		want   int // rank
	}{
		{"the document alone", Answer{}, []Hit{{Text: "x"}, {Text: "y"}}, 1},
		{"words", Answer{Passage: "the lift"}, []Hit{{Text: "x"}, {Text: "about the lift."}}, 2},
		{"words broken over lines", Answer{Passage: "The lift of\nwings"}, []Hit{{Text: "the  lift of wings"}}, 1},
		{"a ligature", Answer{Passage: "efficient"}, []Hit{{Text: "e\ufb03cient"}}, 1},
		{"words that are nowhere", Answer{Passage: "drag"}, []Hit{{Text: "the lift"}}, 0},
		{"the first half of a long passage", Answer{Passage: long}, []Hit{{Text: "x"}, {Text: "... " + long[:len(long)*2/3]}}, 2},
		{"the second half of a long passage", Answer{Passage: long}, []Hit{{Text: long[len(long)/3:] + "..."}}, 1},
		{"a shred of a long passage", Answer{Passage: long}, []Hit{{Text: long[:30]}}, 0},
		{"a page", Answer{Page: 4}, []Hit{{Page: 3}, {Page: 4}}, 2},
		{"words decide before a page", Answer{Page: 4, Passage: "lift"}, []Hit{{Page: 4, Text: "x"}, {Page: 3, Text: "lift"}}, 2},
	} {
		tc.answer.Grade = 1
		j := Judgements{Queries: []Query{{ID: "q", Answers: []Answer{tc.answer}}}}
		chunks, err := Evaluate(j, Run{Unit: Chunks, Hits: map[string][]Hit{"q": tc.hits}}, nil)
		if err != nil || chunks.Questions[0].First() != tc.want {
			t.Errorf("%s: found at %d, %v; want %d", tc.name, chunks.Questions[0].First(), err, tc.want)
		}
		documents, err := Evaluate(j, Run{Unit: Documents, Hits: map[string][]Hit{"q": tc.hits[:1]}}, nil)
		if err != nil || documents.Questions[0].First() != 1 {
			t.Errorf("%s: a run of documents found it at %d, %v; want 1", tc.name, documents.Questions[0].First(), err)
		}
	}
}

func TestAnAnswerGivenAgainGainsNothing(t *testing.T) {
	run := Run{Unit: Chunks, Hits: map[string][]Hit{"q": ranked("a", "a", "b")}}
	report, err := Evaluate(Judgements{Queries: []Query{asked("q", "a", "b")}}, run, parseMeasures(t, "p@3", "recall@3", "ndcg@3"))
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{2. / 3, 1, (1 + 1/math.Log2(4)) / (1 + 1/math.Log2(3))}
	for i, got := range report.Means {
		if math.Abs(got-want[i]) > 1e-12 {
			t.Errorf("%s: %v, want %v", report.Measures[i], got, want[i])
		}
	}
}

func TestPercentilesAreTimesThatWereMeasured(t *testing.T) {
	five := []time.Duration{50, 15, 40, 20, 35}
	for _, tc := range []struct {
		durations []time.Duration
		p         float64
		want      time.Duration
	}{
		{five, 5, 15}, {five, 25, 20}, {five, 30, 20}, {five, 40, 20}, {five, 50, 35}, {five, 100, 50}, // the usual textbook example
		{five, 0.001, 15}, {five[:1], 99, 50}, {nil, 50, 0},
	} {
		if got := Percentile(tc.durations, tc.p); got != tc.want {
			t.Errorf("Percentile(%v, %v) = %v, want %v", tc.durations, tc.p, got, tc.want)
		}
	}
	if five[0] != 50 {
		t.Error("the durations were sorted in place")
	}
	if got, want := Latencies(five), (Latency{5, 35, 50, 50, 50, 50}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
