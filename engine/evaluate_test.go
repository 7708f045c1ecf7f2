package engine

import (
	"errors"
	"slices"
	"testing"

	"octavo/engine/eval"
	"octavo/engine/search"
)

func TestAQuestionIsAskedWhereItsAnswersAreLookedFor(t *testing.T) {
	for _, tc := range []struct {
		name   string
		asking Asking
		query  eval.Query
		want   SearchRequest
	}{
		{"anywhere", Asking{All: true}, eval.Query{Text: "words"}, SearchRequest{Query: "words", All: true, Copies: true}},
		{"in the scope asked for", Asking{Scope: "ACME"}, eval.Query{Text: "words"}, SearchRequest{Query: "words", Scope: "ACME", Copies: true}},
		{"in its own collection and below", Asking{Scope: "ACME"}, eval.Query{Text: "words", Collection: "ACME/Reports"},
			SearchRequest{Query: "namespace:ACME/Reports words", Scope: "ACME", Copies: true}},
		{"in one with a space in its name", Asking{Scope: "ACME"}, eval.Query{Text: "words", Collection: "My Notes"},
			SearchRequest{Query: "words", Scope: "My Notes", Copies: true}},
		{"with texts, where passages are judged", Asking{Unit: eval.Chunks, Depth: 7}, eval.Query{Text: "words"},
			SearchRequest{Query: "words", Limit: 7, Full: true, Copies: true}},
	} {
		if got := tc.asking.request(tc.query, ""); got != tc.want {
			t.Errorf("%s: %+v, want %+v", tc.name, got, tc.want)
		}
	}
}

func TestOnlyMissingDocumentsMayBeAllowed(t *testing.T) {
	documents := []eval.DocumentName{{Collection: "A", File: "x/one.md"}, {Collection: "A", File: "y/one.md"}, {Collection: "A", File: "two.md"}}
	judged := func(ids ...string) eval.Judgements {
		q := eval.Query{ID: "q", Text: "t"}
		for _, id := range ids {
			q.Answers = append(q.Answers, eval.Answer{ID: id, Grade: 1})
		}
		return eval.Judgements{Queries: []eval.Query{q}}
	}
	var failed *eval.ResolveError
	if _, err := resolve(judged("gone.md", "two"), documents, false); !errors.As(err, &failed) {
		t.Errorf("a missing document is no error where it was not allowed: %v", err)
	}
	if missing, err := resolve(judged("gone.md", "two"), documents, true); err != nil || !slices.Equal(missing, []string{"gone.md"}) {
		t.Errorf("missing %v, %v", missing, err)
	}
	if _, err := resolve(judged("gone.md", "one"), documents, true); !errors.As(err, &failed) || len(failed.Ambiguous) != 1 || len(failed.Unknown) != 0 {
		t.Errorf("an ambiguous id passes as a missing one: %v", err)
	}
	var empty *eval.EmptyError
	if _, err := resolve(judged("two"), nil, true); !errors.As(err, &empty) {
		t.Errorf("no documents at all: %v", err)
	}
}

func TestDraftsAskForNoFunctionWords(t *testing.T) {
	frequency := frequencies([]eval.Sample{
		{Document: eval.DocumentName{File: "a"}, Text: "The trustees of the fund decide about the rate, and they do that each year."},
		{Document: eval.DocumentName{File: "b"}, Text: "The rate of the fund is the one that was chosen by all of them. 年假 is leave."},
	})
	for word, want := range map[string]int{"the": 0, "rate": 2, "fund": 2, "trustees": 1, "absent": 0, "年假": 1, "": 0} {
		if got := frequency(word); got != want {
			t.Errorf("%q is held by %d, want %d", word, got, want)
		}
	}
}

func TestProgressOfPartsIsProgressOfTheWhole(t *testing.T) {
	var seen []int
	report := func(done, of int) { seen = append(seen, done, of) }
	for part := range 2 {
		for done := range 2 {
			share(report, part, 2)(done+1, 2)
		}
	}
	if want := []int{1, 4, 2, 4, 3, 4, 4, 4}; !slices.Equal(seen, want) {
		t.Errorf("%v, want %v", seen, want)
	}
	if share(nil, 0, 1) != nil {
		t.Error("nobody asked for progress")
	}
}

func TestDepthStaysWithinWhatSearchesGive(t *testing.T) {
	for depth, fine := range map[int]bool{0: false, -1: false, 1: true, search.MaxLimit: true, search.MaxLimit + 1: false} {
		if err := (Asking{Depth: depth}).check(); (err == nil) != fine {
			t.Errorf("depth %d: %v", depth, err)
		}
	}
}

func TestAnEvaluationOfNoModeIsRefused(t *testing.T) {
	var usage *UsageError
	if _, err := New(Options{}).Evaluate(t.Context(), EvaluateRequest{Asking: Asking{Depth: 1}}); !errors.As(err, &usage) {
		t.Errorf("%v", err)
	}
}
