package report

import (
	"bytes"
	"encoding/xml"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"octavo/engine/corpus"
	"octavo/engine/eval"
	"octavo/engine/eval/measure"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (run with -update and look at the difference):\n%s", path, got)
	}
}

// hits ranks documents given by one letter each.
func hits(letters string) []eval.Hit {
	var out []eval.Hit
	for _, letter := range letters {
		out = append(out, eval.Hit{Document: eval.DocumentName{Collection: "ACME", File: corpus.FilePath(string(letter) + ".pdf")}})
	}
	return out
}

// evaluation holds two runs, gates and a baseline; with healthy, all promises are kept.
func evaluation(t *testing.T, healthy bool) eval.Evaluation {
	t.Helper()
	var measures []measure.Measure
	for _, spec := range []string{"ndcg@10", "mrr"} {
		m, err := measure.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		measures = append(measures, m)
	}
	var j eval.Judgements
	for _, q := range []struct{ id, text, right string }{
		{"q1", "accrued benefit obligation", "a"},
		{"q2", "what did @alice say about | pipes\nand <tags> & #12 *stars*?", "b"},
		{"q3", "a control character \x01 inside", "c"},
	} {
		j.Queries = append(j.Queries, eval.Query{ID: q.id, Text: q.text, Drafted: q.id == "q3", Answers: []eval.Answer{{
			ID: q.right, Document: eval.DocumentName{Collection: "ACME", File: corpus.FilePath(q.right + ".pdf")}, Grade: 1,
		}}})
	}
	evaluate := func(name, one, two, three string) eval.Report {
		r, err := eval.Evaluate(j, eval.Run{Name: name, Unit: eval.Documents, Hits: map[string][]eval.Hit{
			"q1": hits(one), "q2": hits(two), "q3": hits(three),
		}}, measures)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	hybrid := evaluate("hybrid", "xa", "xyzb", "")
	if healthy {
		hybrid = evaluate("hybrid", "ax", "bx", "xc")
	}
	var gates []eval.Gate
	for _, text := range []string{"ndcg@10>=0.45", "mrr>=0.2"} {
		g, err := eval.ParseGate(text)
		if err != nil {
			t.Fatal(err)
		}
		gates = append(gates, g)
	}
	verdicts, err := eval.Check(gates, hybrid)
	if err != nil {
		t.Fatal(err)
	}
	comparison, err := eval.Compare(evaluate("hybrid of last week", "ax", "xb", "cx"), hybrid, eval.CompareOptions{MaxDrop: .2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return eval.Evaluation{
		Judgements: "queries.jsonl", Reports: []eval.Report{hybrid, evaluate("lexical", "a", "b", "")},
		Verdicts: verdicts, Comparison: &comparison,
	}
}

func TestReportsMatchGolden(t *testing.T) {
	failed, passed := evaluation(t, false), evaluation(t, true)
	measured := eval.Evaluation{Reports: passed.Reports, Latencies: []eval.Latency{
		eval.Latencies([]time.Duration{12345678, 20 * time.Millisecond}), eval.Latencies([]time.Duration{4 * time.Millisecond}),
	}}
	for name, e := range map[string]eval.Evaluation{"failed": failed, "passed": passed, "measured": measured} {
		var junit, markdown bytes.Buffer
		if err := WriteJUnit(&junit, e); err != nil {
			t.Fatal(err)
		}
		if err := WriteMarkdown(&markdown, e); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".xml", junit.Bytes())
		golden(t, name+".md", markdown.Bytes())
	}
}

func TestCountsOfAJUnitReportAddUp(t *testing.T) {
	for _, healthy := range []bool{true, false} {
		e := evaluation(t, healthy)
		var b bytes.Buffer
		if err := WriteJUnit(&b, e); err != nil {
			t.Fatal(err)
		}
		var read junitSuites
		if err := xml.Unmarshal(b.Bytes(), &read); err != nil {
			t.Fatal(err)
		}
		tests, failures := 0, 0
		for _, suite := range read.Suites {
			failed := 0
			for _, c := range suite.Cases {
				if c.Name == "" || c.Class == "" {
					t.Errorf("a case without a name: %+v", c)
				}
				if c.Failure != nil {
					failed++
				}
			}
			if suite.Tests != len(suite.Cases) || suite.Tests == 0 || suite.Failures != failed {
				t.Errorf("suite %s says %d tests and %d failures, has %d and %d", suite.Name, suite.Tests, suite.Failures, len(suite.Cases), failed)
			}
			tests, failures = tests+suite.Tests, failures+suite.Failures
		}
		if read.Tests != tests || read.Failures != failures || (failures == 0) != (e.Err() == nil) {
			t.Errorf("says %d tests and %d failures, has %d and %d; the evaluation says %v", read.Tests, read.Failures, tests, failures, e.Err())
		}
		if strings.Contains(b.String(), "time") {
			t.Error("a report without latencies has a time")
		}
	}
}

func TestTextFromQuestionsStaysTextInMarkdown(t *testing.T) {
	for in, want := range map[string]string{
		"plain words, 100 %":  "plain words, 100 %",
		"a | b":               "a &#124; b",
		"two\n\tlines":        "two lines",
		"@team see #12 `x`":   "&#64;team see &#35;12 &#96;x&#96;",
		"<b>&amp;</b> [x](y)": "&#60;b&#62;&#38;amp;&#60;/b&#62; &#91;x&#93;(y)",
		`\*_~!$`:              "&#92;&#42;&#95;&#126;&#33;&#36;",
	} {
		if got := escape(in); got != want {
			t.Errorf("escape(%q) = %q, want %q", in, got, want)
		}
	}
}
