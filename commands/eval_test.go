package commands

import (
	"os"
	"strings"
	"testing"

	"octavo/engine/config"
	"octavo/engine/search"
)

var byDocuments = asking{Queries: "q", Unit: "documents", Depth: 100}

func TestEvalTakes(t *testing.T) {
	fall := 0.01
	check(t, "eval", newEvalCommand, []row[evalOptions]{
		{name: "questions alone", words: "--queries|q", want: evalOptions{common: plain, asking: byDocuments}},
		{name: "everything", words: "--queries|q|--qrels|r|--scope|A|--all|--mode|semantic,auto|--unit|chunks|--depth|50|--metric|mrr, map|--metric|p@5|" +
			"--assert|ndcg@10>=0.4,mrr>0|--assert|map<=1|--baseline|b|--max-drop|0.01|--allow-missing|--per-query|--save|s|--run|t|--junit|j|--markdown|m",
			want: evalOptions{
				common: plain, asking: asking{Queries: "q", Scope: "A", All: true, Unit: "chunks", Depth: 50}, Qrels: "r", AllowMissing: true,
				Modes: []string{"semantic", "auto"}, Metrics: []string{"mrr", "map", "p@5"}, Gates: []string{"ndcg@10>=0.4", "mrr>0", "map<=1"},
				Baseline: "b", MaxDrop: &fall, PerQuery: true, evalFiles: evalFiles{Save: "s", TREC: "t", JUnit: "j", Markdown: "m"},
			}},
		{name: "no questions", refused: "eval needs judged questions"},
		{name: "arguments", words: "--queries|q|extra", refused: `unknown command "extra"`},
		{name: "no such mode", words: "--queries|q|--mode|semantic,fuzzy", refused: `--mode: "fuzzy" is none of auto`},
		{name: "no such measure", words: "--queries|q|--metric|ndcg@10,accuracy", refused: `--metric: "accuracy" is not a measure`},
		{name: "a measure without its depth", words: "--queries|q|--metric|recall", refused: "it needs a depth"},
		{name: "no comparison", words: "--queries|q|--assert|ndcg@10", refused: "it has no comparison"},
		{name: "a threshold in percent", words: "--queries|q|--assert|ndcg@10>=45", refused: "not a number from 0 to 1"},
		{name: "a drop below nothing", words: "--queries|q|--baseline|b|--max-drop|-0.1", refused: `--max-drop: "-0.1" is not a number from 0 to 1`},
		{name: "no number", words: "--queries|q|--baseline|b|--max-drop|NaN", refused: "not a number from 0 to 1"},
		{name: "no depth", words: "--queries|q|--depth|deep", refused: `--depth: "deep" is not a whole number`},
		{name: "nothing to fall from", words: "--queries|q|--max-drop|0.1", refused: "--baseline RUN"},
		{name: "the baseline as the file to save to", words: "--queries|q|--baseline|b|--save|b", refused: "name one file"},
		{name: "two answers on stdout", words: "--queries|q|--json|--markdown|-", refused: "both write to stdout"},
	})
}

func TestDiffTakes(t *testing.T) {
	check(t, "diff", newDiffCommand, []row[diffOptions]{
		{name: "two files", words: "a|b", want: diffOptions{common: plain, asking: asking{Unit: "documents", Depth: 10}, Before: "a", After: "b"}},
		{name: "questions", words: "a|b|--queries|q|--scope|A|--all|--unit|chunks|--depth|5|--mode|semantic",
			want: diffOptions{common: plain, asking: asking{Queries: "q", Scope: "A", All: true, Unit: "chunks", Depth: 5}, Before: "a", After: "b", Mode: "semantic"}},
		{name: "one file", words: "a", refused: "diff was given 1 of its arguments: BEFORE AFTER"},
		{name: "three files", words: "a|b|c", refused: "diff was given 3"},
	})
}

func TestEvalInitTakes(t *testing.T) {
	check(t, "init", newEvalInitCommand, []row[evalInitOptions]{
		{name: "nothing", want: evalInitOptions{common: plain, Out: "judgements.jsonl", Count: 50, Seed: 1}},
		{name: "everything", words: "--out|o|--count|7|--seed|3|--scope|A|--force",
			want: evalInitOptions{common: plain, Out: "o", Count: 7, Seed: 3, Scope: "A", Force: true}},
		{name: "arguments", words: "extra", refused: "init takes no arguments"},
	})
}

func TestWhatIsNotAskedForIsTheDefault(t *testing.T) {
	o := evalOptions{asking: byDocuments}
	r, err := o.request(config.Config{Search: config.Search{Mode: "auto"}})
	if err != nil {
		t.Fatal(err)
	}
	var measures []string
	for _, m := range r.Measures {
		measures = append(measures, m.String())
	}
	if got := strings.Join(measures, " "); got != "ndcg@10 recall@20 mrr success@1" {
		t.Errorf("measures %s", got)
	}
	if len(r.Modes) != 1 || r.Modes[0] != search.Mode("auto") || r.MaxDrop != 1 || r.Depth != 100 {
		t.Errorf("%+v", r)
	}
}

func TestACommandMayRunAndHaveCommandsBelowIt(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tc := range []struct{ words, err string }{
		{"eval", "octavo: eval needs judged questions"},
		{"eval --depth 3", "octavo: eval needs judged questions"},
		{"eval ini", "octavo: unknown command \"ini\"\n\nDid you mean: octavo eval init"},
		{"eval init extra", "octavo: eval init takes no arguments"},
		{"eval init --queries q", "octavo: eval init has no flag --queries"},
	} {
		if got := (world{}).run(strings.Fields(tc.words)...); got.Code != 2 || !strings.HasPrefix(got.Err, tc.err) {
			t.Errorf("octavo %s: %+v, want %q", tc.words, got, tc.err)
		}
	}
	for words, want := range map[string]string{"help eval": "Measure answers", "eval -h": "Measure answers", "eval init -h": "Draft judged", "eval init --help": "Draft judged"} {
		if got := (world{}).run(strings.Fields(words)...); got.Code != 0 || !strings.HasPrefix(got.Out, want) {
			t.Errorf("octavo %s: %+v", words, got)
		}
	}
}

func TestAReportThatCannotBeWrittenIsAFailure(t *testing.T) {
	library(t)
	if err := os.WriteFile("q.jsonl", []byte(`{"id":"q","query":"roses","file":"garden.txt"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, flag := range []string{"--save", "--run", "--junit", "--markdown"} {
		got := world{}.run("eval", "--queries", "q.jsonl", "--all", flag, "absent/file", "--json")
		if answer := oneObject(t, flag, got); got.Code != 2 || answer["error"] != "usage" || !strings.Contains(answer["message"].(string), "absent/file cannot be written") {
			t.Errorf("%s: exit %d, %v", flag, got.Code, answer)
		}
	}
}
