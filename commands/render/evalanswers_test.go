package render_test

import (
	"fmt"
	"time"

	"octavo/engine"
	"octavo/engine/corpus"
	"octavo/engine/eval"
	"octavo/engine/eval/measure"
)

// The numbers of these answers are computed, so that they agree with each other.

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func acme(file string) eval.DocumentName {
	return eval.DocumentName{Collection: "ACME", File: corpus.FilePath(file)}
}

var judged = eval.Judgements{Unjudged: 2, Queries: []eval.Query{
	{ID: "q1", Text: "accrued benefit obligation", Answers: []eval.Answer{{ID: "a.pdf", Document: acme("a.pdf"), Grade: 1}}},
	{ID: "q2", Text: "what did the trustees decide about the rate at which future payments are discounted, and why?\x1b[31m", Answers: []eval.Answer{{ID: "b.pdf", Document: acme("b.pdf"), Grade: 2}}},
	{ID: "q3", Text: "a draft", Drafted: true, Answers: []eval.Answer{{ID: "c.pdf", Document: acme("c.pdf"), Grade: 1}}},
}}

// ran is a run whose hits for q1, q2 and q3 are given by a letter each.
func ran(name string, found ...string) eval.Run {
	run := eval.Run{Name: name, Unit: eval.Documents, Hits: map[string][]eval.Hit{}}
	for i, letters := range found {
		hits := []eval.Hit{}
		for _, letter := range letters {
			hits = append(hits, eval.Hit{Document: acme(string(letter) + ".pdf")})
		}
		run.Hits[fmt.Sprintf("q%d", i+1)] = hits
	}
	return run
}

func evaluation(gates []string, runs ...eval.Run) engine.EvaluateAnswer {
	a := engine.EvaluateAnswer{
		Evaluation: eval.Evaluation{Judgements: "judgements.jsonl", Unjudged: judged.Unjudged},
		Asking:     engine.Asking{Unit: eval.Documents, Depth: 100, Scope: "ACME"}, Asked: judged, Runs: runs,
		Index: engine.IndexState{Snapshot: "9f2c", Generation: 2, VectorIndex: "exact"},
	}
	measures := []measure.Measure{must(measure.Parse("ndcg@10")), must(measure.Parse("mrr"))}
	for _, run := range runs {
		a.Reports = append(a.Reports, must(eval.Evaluate(judged, run, measures)))
		a.Latencies = append(a.Latencies, eval.Latencies([]time.Duration{12345 * time.Microsecond, 3 * time.Millisecond, 4 * time.Millisecond}))
	}
	for _, text := range gates {
		a.Verdicts = append(a.Verdicts, must(eval.Check([]eval.Gate{must(eval.ParseGate(text))}, a.Reports[0]))...)
	}
	return a
}

// failedEvaluation has a gate that failed and one that held, a baseline that was better, and a
// second mode beside the first.
func failedEvaluation() engine.EvaluateAnswer {
	a := evaluation([]string{"ndcg@10>=0.45", "mrr>=0.2"}, ran("hybrid", "xa", "xyzb", ""), ran("lexical", "a", "xb", "xc"))
	before := evaluation(nil, ran("hybrid of last week", "ax", "xb", "cx")).Reports[0]
	before.Questions = append(before.Questions, eval.Result{ID: "q0", Values: []float64{1, 1}})
	comparison := must(eval.Compare(before, a.Reports[0], eval.CompareOptions{MaxDrop: 0.01, Seed: 1}))
	a.Comparison = &comparison
	a.Beside = []eval.Comparison{must(eval.Compare(a.Reports[0], a.Reports[1], eval.CompareOptions{MaxDrop: 1, Seed: 1}))}
	a.Missing = []string{"gone.pdf"}
	a.Notes = []string{"judged documents that were not searched and count as never found: 1"}
	return a
}

func measuredEvaluation() engine.EvaluateAnswer {
	a := evaluation(nil, ran("semantic", "a", "xb", ""))
	a.Asking.Scope, a.Asking.All = "", true
	return a
}

func fileDiff() engine.DiffAnswer {
	documents := eval.DiffDocuments(
		[]eval.Content{{Document: acme("gone.md")}, {Document: acme("same.md")}, {Document: acme("a.md"), Hash: corpus.ContentHash{1}, Chunks: []corpus.TextKey{{1}, {2}}}, {Document: acme("b.md"), Chunks: []corpus.TextKey{{1}}}},
		[]eval.Content{{Document: acme("new.md")}, {Document: acme("same.md")}, {Document: acme("a.md"), Hash: corpus.ContentHash{2}, Chunks: []corpus.TextKey{{1}, {3}, {4}}}, {Document: acme("b.md"), Chunks: []corpus.TextKey{{2}}}},
	)
	answers := must(eval.DiffRuns(ran("hybrid", "abcd", "ab", "xyz"), ran("hybrid", "bacd", "ab", "abcde"), 3))
	return engine.DiffAnswer{
		Before:    engine.DiffSide{File: "old.duckdb", Snapshot: "0a1b", Generation: 1, Model: "bge-small-en-v1.5", Documents: 1204, Chunks: 20311},
		After:     engine.DiffSide{File: "octavo.duckdb", Snapshot: "9f2c", Generation: 2, Model: "bge-small-en-v1.5", Documents: 1204, Chunks: 20313},
		Documents: &documents, Answers: &answers,
	}
}

func unchangedDiff() engine.DiffAnswer {
	a := fileDiff()
	a.Before = a.After
	a.Documents, a.Answers = &eval.DocumentDiff{Unchanged: 1204}, nil
	return a
}

func runDiff() engine.DiffAnswer {
	answers := must(eval.DiffRuns(ran("semantic", "abcd", "ab", ""), ran("hybrid", "dcba", "ab"), 10))
	return engine.DiffAnswer{
		Before:  engine.DiffSide{File: "semantic.json", SavedRun: true, Snapshot: "9f2c", Generation: 2},
		After:   engine.DiffSide{File: "hybrid.json", SavedRun: true, Snapshot: "9f2c", Generation: 2},
		Answers: &answers,
	}
}
