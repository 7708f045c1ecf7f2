package eval

import (
	"bytes"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"octavo/engine/corpus"
)

func files(hits []Hit) []corpus.FilePath {
	var out []corpus.FilePath
	for _, hit := range hits {
		out = append(out, hit.Document.File)
	}
	return out
}

func TestARunIsRankedByScoreAndThenByIdFromTheEnd(t *testing.T) {
	run, err := ReadTREC("r", strings.NewReader(`q1 Q0 a 1 1.0 tag
q1 Q0 c 2 1.0 tag
q2 Q0 a 1 -3 tag
q1 Q0 b 3 1.00000000001 tag
q1 Q0 d 4 2e0 tag
`))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := files(run.Hits["q1"]), []corpus.FilePath{"d", "c", "b", "a"}; !slices.Equal(got, want) || run.Name != "tag" {
		t.Errorf("got %q of %q, want %q: b is higher than c in 64 bits only", got, run.Name, want)
	}
}

func TestRunsThatCannotBeMeantAreRefusedWithTheirLine(t *testing.T) {
	for _, text := range []string{"q1 Q0 a 1 1.0", "q1 Q0 a 1 high tag", "q1 Q0 a 1 NaN tag", "q1 Q0 b 1 1 tag", "q1 Q0 %62 1 1 tag"} {
		_, err := ReadTREC("r", strings.NewReader("q1 Q0 b 1 1 tag\n"+text))
		var refused *ReadError
		if !errors.As(err, &refused) || refused.Line != 2 {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestWrittenRunsKeepOurOrder(t *testing.T) {
	hit := func(file string, chunk int, score float64) Hit {
		return Hit{Document: DocumentName{"ACME", corpus.FilePath(file)}, Chunk: chunk, Score: score}
	}
	run := Run{Name: "my run", Unit: Chunks, Hits: map[string][]Hit{
		"decreasing": {hit("a", 0, 3.5), hit("b", 0, 2), hit("c", 0, -1)},
		"ties":       {hit("a", 0, 1), hit("b", 0, 1), hit("c", 0, 1)},
		"no scores":  {hit("c", 0, 0), hit("b", 0, 0), hit("a", 0, 0)},
		"near":       {hit("a", 0, 1+1e-12), hit("b", 0, 1)},
		"passages":   {hit("a", 4, 9), hit("a 100%.pdf", 1, 8), hit("a", 2, 7), hit("b", 0, 6)},
	}}
	j := Judgements{Queries: []Query{{ID: "ties", Answers: []Answer{{ID: "judged-b", Document: DocumentName{"ACME", "b"}, Grade: 1}}}}}
	var b bytes.Buffer
	if err := WriteTREC(&b, run, j); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"decreasing Q0 ACME/a 1 3.5 my%20run",
		"ties Q0 judged-b 2 2 my%20run",
		"no%20scores Q0 ACME/c 1 3 my%20run",
		"passages Q0 ACME/a%20100%25.pdf 2 8 my%20run",
	} {
		if !strings.Contains(b.String(), line+"\n") {
			t.Errorf("no line %q in\n%s", line, &b)
		}
	}
	got, err := ReadTREC("written", &b)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]corpus.FilePath{
		"decreasing": {"ACME/a", "ACME/b", "ACME/c"},
		"ties":       {"ACME/a", "judged-b", "ACME/c"},
		"no scores":  {"ACME/c", "ACME/b", "ACME/a"},
		"near":       {"ACME/a", "ACME/b"},
		"passages":   {"ACME/a", "ACME/a 100%.pdf", "ACME/b"},
	}
	for id := range maps.Keys(want) {
		if !slices.Equal(files(got.Hits[id]), want[id]) {
			t.Errorf("%s: read back as %q, want %q", id, files(got.Hits[id]), want[id])
		}
	}
	if got.Name != run.Name || len(got.Hits) != len(want) {
		t.Errorf("name %q, %d questions", got.Name, len(got.Hits))
	}
}

func FuzzARunReadAndWrittenIsTheSameRun(f *testing.F) {
	f.Add([]byte("q1 Q0 a 1 1.0 tag\nq1 Q0 b 2 1.0 tag\nq2 Q0 %20 1 2 t"))
	f.Add([]byte("q Q0 a%zz 1 1e300 tag\nq Q0 a%25zy 1 1e301 tag"))
	f.Fuzz(func(t *testing.T, text []byte) {
		run, err := ReadTREC("f", bytes.NewReader(text))
		if err != nil {
			return
		}
		var written bytes.Buffer
		if err := WriteTREC(&written, run, Judgements{}); err != nil {
			t.Fatal(err)
		}
		again, err := ReadTREC("f", bytes.NewReader(written.Bytes()))
		if err != nil {
			t.Fatalf("cannot read what was written: %v\n%s", err, written.Bytes())
		}
		ranks := func(r Run) map[string][]corpus.FilePath {
			out := map[string][]corpus.FilePath{}
			for id, hits := range r.Hits {
				out[id] = files(hits)
			}
			return out
		}
		if !reflect.DeepEqual(ranks(run), ranks(again)) {
			t.Errorf("%v became %v", ranks(run), ranks(again))
		}
	})
}
