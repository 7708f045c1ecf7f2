package eval

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"octavo/engine/corpus"
)

func TestQuestionsAreReadInEitherForm(t *testing.T) {
	for _, tc := range []struct {
		name, line string
		want       Query
	}{
		{"BEIR", `{"_id":"q1","text":"lift in a slipstream","metadata":{"x":1}}`, Query{ID: "q1", Text: "lift in a slipstream"}},
		{"ours without a file", `{"id":"q1","query":"lift"}`, Query{ID: "q1", Text: "lift"}},
		{"ours with a file", `{"id":"q1","query":"lift","file":"a/b.pdf"}`,
			Query{ID: "q1", Text: "lift", Answers: []Answer{{ID: "a/b.pdf", Document: DocumentName{File: "a/b.pdf"}, Grade: 1}}}},
		{"ours with a place", `{"id":"q1","query":"lift","file":"b.pdf","collection":"ACME/Reports","passage":"the lift","page":4,"grade":2}`,
			Query{ID: "q1", Text: "lift", Collection: "ACME/Reports", Answers: []Answer{{
				ID: "b.pdf", Document: DocumentName{"ACME/Reports", "b.pdf"}, Passage: "the lift", Page: 4, Grade: 2}}}},
		{"ours with files", `{"id":"q1","query":"lift","files":[{"file":"a","grade":3},{"file":"b"},{"file":"c","grade":0}],"drafted":true}`,
			Query{ID: "q1", Text: "lift", Drafted: true, Answers: []Answer{
				{ID: "a", Document: DocumentName{File: "a"}, Grade: 3},
				{ID: "b", Document: DocumentName{File: "b"}, Grade: 1},
				{ID: "c", Document: DocumentName{File: "c"}, Grade: 0}}}},
	} {
		got, err := ReadQueries("queries.jsonl", strings.NewReader("\ufeff"+tc.line+"\r\n\n"))
		if err != nil || len(got) != 1 || !reflect.DeepEqual(got[0], tc.want) {
			t.Errorf("%s: got %+v, %v; want %+v", tc.name, got, err, tc.want)
		}
	}
}

func TestQuestionsThatCannotBeMeantAreRefusedWithTheirLine(t *testing.T) {
	for _, tc := range []struct{ line, cause string }{
		{`{"id":"q1"`, "not a JSON object"},
		{`["q1"]`, "not a JSON object"},
		{`{"id":"q1","query":"x","flie":"a"}`, `unknown field "flie"`},
		{`{"query":"x","file":"a"}`, "no id"},
		{`{"id":"q1","query":" ","file":"a"}`, "no words"},
		{`{"_id":"q1"}`, "no words"},
		{`{"id":"q1","query":"x","file":"a","files":[{"file":"b"}]}`, "both file and files"},
		{`{"id":"q1","query":"x","passage":"y"}`, "without a file"},
		{`{"id":"q1","query":"x","file":"a","page":-1}`, "pages begin at 1"},
		{`{"id":"q1","query":"x","files":[{"grade":1}]}`, "answer without a file"},
		{`{"id":"q1","query":"x","files":[{"file":"a"},{"file":"a"}]}`, "twice"},
		{`{"id":"q1","query":"x","file":"a","collection":"../b"}`, "relative segment"},
		{`{"id":"first","query":"again"}`, "occurs twice"},
		{"{\"id\":\"q\xff\",\"query\":\"x\"}", "UTF-8"},
	} {
		_, err := ReadQueries("queries.jsonl", strings.NewReader(`{"id":"first","query":"fine"}`+"\n\n"+tc.line))
		var refused *ReadError
		if !errors.As(err, &refused) || refused.Line != 3 || refused.File != "queries.jsonl" || !strings.Contains(refused.Cause, tc.cause) {
			t.Errorf("%s: got %v; want a cause with %q at line 3", tc.line, err, tc.cause)
		}
	}
}

func TestJudgementsAreReadFromTRECAndBEIR(t *testing.T) {
	want := []Query{
		{ID: "q2", Answers: []Answer{newAnswer("d1", 2), newAnswer("d 2", -1)}},
		{ID: "q1", Answers: []Answer{newAnswer("d1", 0)}},
	}
	for name, text := range map[string]string{
		"TREC":                  "q2 0 d1 2\nq2\t0\td%202\t-1\nq1 Q0 d1 0\n",
		"TREC in another order": "q2 0 d1 2\nq1 Q0 d1 0\nq2 0 d%202 -1",
		"BEIR":                  "query-id\tcorpus-id\tscore\r\nq2\td1\t2\r\nq2\td 2\t-1\r\nq1\td1\t0\r\n",
	} {
		if got, err := ReadQrels("qrels", strings.NewReader(text)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
}

func TestJudgementsThatCannotBeMeantAreRefusedWithTheirLine(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		line       int
	}{
		{"BEIR without its header", "q1\td1\t1\n", 1},
		{"a missing column", "q1 0 d1 1\nq1 0 d2\n", 2},
		{"a grade that is no number", "q1 0 d1 high\n", 1},
		{"a grade with a fraction", "q1 0 d1 0.5\n", 1},
		{"a document judged twice", "q1 0 d1 1\nq2 0 d1 1\nq1 0 d1 2\n", 3},
		{"BEIR with a missing column", "query-id\tcorpus-id\tscore\nq1 d1 1\n", 2},
		{"BEIR with an empty id", "query-id\tcorpus-id\tscore\nq1\t\t1\n", 2},
	} {
		_, err := ReadQrels("qrels", strings.NewReader(tc.text))
		var refused *ReadError
		if !errors.As(err, &refused) || refused.Line != tc.line {
			t.Errorf("%s: got %v, want an error at line %d", tc.name, err, tc.line)
		}
	}
}

func TestNothingToEvaluateIsAnError(t *testing.T) {
	var empty *EmptyError
	if _, err := ReadQueries("q", strings.NewReader("\n \n")); !errors.As(err, &empty) {
		t.Errorf("questions: %v", err)
	}
	for _, text := range []string{"", "query-id\tcorpus-id\tscore\n"} {
		if _, err := ReadQrels("q", strings.NewReader(text)); !errors.As(err, &empty) {
			t.Errorf("judgements %q: %v", text, err)
		}
	}
	if _, err := ReadTREC("r", strings.NewReader("")); !errors.As(err, &empty) {
		t.Errorf("run: %v", err)
	}
	if err := Resolve(Judgements{}, nil); !errors.As(err, &empty) {
		t.Errorf("index: %v", err)
	}
}

func load(t *testing.T, queries, qrels string) (Judgements, error) {
	t.Helper()
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if qrels == "" {
		return Load(write("queries", queries), "")
	}
	return Load(write("queries", queries), write("qrels", qrels))
}

func TestQuestionsAndJudgementsAreJoined(t *testing.T) {
	j, err := load(t, `{"id":"a","query":"x","collection":"ACME"}
{"_id":"b","text":"y"}
{"_id":"c","text":"z"}`, "c 0 d1 1\na 0 d2 1")
	if err != nil {
		t.Fatal(err)
	}
	if len(j.Queries) != 2 || j.Queries[0].ID != "a" || j.Queries[1].ID != "c" || j.Unjudged != 1 {
		t.Errorf("got %+v, want a and c in the order of the questions, b unjudged", j)
	}
	if got := j.Queries[0].Answers[0].Document; got != (DocumentName{"ACME", "d2"}) {
		t.Errorf("the question's collection does not narrow its judgements: %+v", got)
	}
}

func TestQuestionsAndJudgementsThatDoNotMeetAreRefused(t *testing.T) {
	_, err := load(t, `{"_id":"a","text":"x"}`, "a 0 d1 1\nb 0 d1 1\nc 0 d1 1")
	var unaskable *UnaskableError
	if !errors.As(err, &unaskable) || !slices.Equal(unaskable.IDs, []string{"b", "c"}) {
		t.Errorf("judged questions without words: %v", err)
	}
	var refused *ReadError
	if _, err := load(t, `{"id":"a","query":"x","file":"d1"}`, "a 0 d1 1"); !errors.As(err, &refused) {
		t.Errorf("judged in both files: %v", err)
	}
	if _, err := load(t, `{"id":"a","query":"x"}`, ""); !errors.As(err, &refused) {
		t.Errorf("judged nowhere: %v", err)
	}
	if _, err := Load("/nonexistent/queries", ""); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no such file: %v", err)
	}
}

var library = []DocumentName{
	{"ACME", "reports/2025.pdf"}, {"ACME", "184.txt"}, {"ACME", "notes.md"}, {"Other", "notes.md"},
	{"Other", "old/summary.md"}, {"ACME", "summary.txt"}, {"ACME", "summary"}, {"Other", "re\u0301sume\u0301.txt"},
	{"Other", "plan.md"}, {"Other", "plan.txt"}, {"Deep/Below", "minutes.md"}, {"Elsewhere", "minutes.md"}, {"Deeper", "minutes.md"},
}

func TestAnIdIsAPathOrAStemThatOneDocumentHas(t *testing.T) {
	for _, tc := range []struct {
		name, id   string
		collection corpus.CollectionPath
		want       DocumentName
	}{
		{"a file path", "reports/2025.pdf", "", DocumentName{"ACME", "reports/2025.pdf"}},
		{"a stem", "184", "", DocumentName{"ACME", "184.txt"}},
		{"a stem below a folder", "2025", "", DocumentName{"ACME", "reports/2025.pdf"}},
		{"a path with its collection", "Other/notes.md", "", DocumentName{"Other", "notes.md"}},
		{"a path narrowed by its collection", "notes.md", "Other", DocumentName{"Other", "notes.md"}},
		{"a stem narrowed by its collection", "summary", "Other", DocumentName{"Other", "old/summary.md"}},
		{"a path narrowed by a collection above", "minutes.md", "Deep", DocumentName{"Deep/Below", "minutes.md"}},
		{"a path before a stem", "summary", "", DocumentName{"ACME", "summary"}},
		{"another form of the same letters", "r\u00e9sum\u00e9.txt", "", DocumentName{"Other", "re\u0301sume\u0301.txt"}},
	} {
		j := Judgements{Queries: []Query{{ID: "q", Answers: []Answer{newAnswer(tc.id, 1)}}}}
		j.Queries[0].Answers[0].Document.Collection = tc.collection
		for range 2 { // what is resolved stays resolved
			if err := Resolve(j, library); err != nil || j.Queries[0].Answers[0].Document != tc.want {
				t.Errorf("%s: %q is %v, %v; want %v", tc.name, tc.id, j.Queries[0].Answers[0].Document, err, tc.want)
			}
		}
	}
}

func TestIdsThatNameNoDocumentOrSeveralAreAllNamed(t *testing.T) {
	j := Judgements{Queries: []Query{
		{ID: "q1", Answers: []Answer{newAnswer("gone", 1), newAnswer("notes.md", 1), newAnswer("184", 1), newAnswer("184.txt", 1)}},
		{ID: "q2", Answers: []Answer{newAnswer("gone", 1), newAnswer("plan", 1), newAnswer("lost", 0)}},
	}}
	err := Resolve(j, library)
	var failed *ResolveError
	if !errors.As(err, &failed) {
		t.Fatalf("got %v", err)
	}
	if !slices.Equal(failed.Unknown, []string{"gone", "lost"}) {
		t.Errorf("unknown: %q", failed.Unknown)
	}
	if len(failed.Ambiguous) != 2 || failed.Ambiguous[0].ID != "notes.md" || len(failed.Ambiguous[1].Documents) != 2 {
		t.Errorf("ambiguous: %+v", failed.Ambiguous)
	}
	if got := j.Queries[0].Answers[2].Document; got != (DocumentName{"ACME", "184.txt"}) {
		t.Errorf("beside those that failed, 184 is %v", got)
	}
	if len(failed.Doubled) != 1 {
		t.Errorf("doubled: %q", failed.Doubled)
	}
	for _, name := range []string{"gone", "lost", "notes.md", "plan", "184"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("the message does not name %s: %v", name, err)
		}
	}
}

func TestWrittenQuestionsAreReadBackTheSame(t *testing.T) {
	queries := []Query{
		{ID: "draft-001", Text: "a <b> & \"c\"", Drafted: true, Collection: "ACME", Answers: []Answer{
			{ID: "a b.pdf", Document: DocumentName{"ACME", "a b.pdf"}, Passage: "two\nlines", Page: 3, Grade: 1}}},
		{ID: "q2", Text: "several", Answers: []Answer{newAnswer("x", 0), newAnswer("y", 1), newAnswer("z", 3)}},
	}
	var b bytes.Buffer
	if err := WriteQueries(&b, queries); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadQueries("written", &b); err != nil || !reflect.DeepEqual(got, queries) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func FuzzReadQueriesNeverGivesWhatCannotBeAsked(f *testing.F) {
	f.Add([]byte(`{"id":"q1","query":"lift","files":[{"file":"a","grade":3}],"drafted":true}`))
	f.Add([]byte("{\"_id\":\"q1\",\"text\":\"x\"}\n{\"id\":\"q2\",\"query\":\"y\",\"file\":\"a\",\"page\":1}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		queries, err := ReadQueries("f", bytes.NewReader(text))
		if err != nil {
			return
		}
		for _, q := range queries {
			if q.ID == "" || strings.TrimSpace(q.Text) == "" {
				t.Errorf("read %+v", q)
			}
		}
		var first, second bytes.Buffer
		if err := WriteQueries(&first, queries); err != nil {
			t.Fatal(err)
		}
		again, err := ReadQueries("f", bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatalf("cannot read what was written: %v\n%s", err, first.Bytes())
		}
		if err := WriteQueries(&second, again); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%s\nbecame\n%s", first.Bytes(), second.Bytes())
		}
	})
}

func FuzzReadQrelsJudgesEachDocumentOnce(f *testing.F) {
	f.Add([]byte("q1 0 d1 2\nq1 0 d2 -1\n"))
	f.Add([]byte("query-id\tcorpus-id\tscore\nq1\td1\t2\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		queries, err := ReadQrels("f", bytes.NewReader(text))
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, q := range queries {
			if seen[q.ID] || len(q.Answers) == 0 {
				t.Errorf("question %q occurs twice or has no judgement", q.ID)
			}
			seen[q.ID] = true
			documents := map[string]bool{}
			for _, a := range q.Answers {
				if documents[a.ID] {
					t.Errorf("question %q judges %q twice", q.ID, a.ID)
				}
				documents[a.ID] = true
			}
		}
	})
}
