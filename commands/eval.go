package commands

import (
	"context"
	"strings"

	"octavo/commands/render"
	"octavo/engine"
	"octavo/engine/config"
	"octavo/engine/eval"
	"octavo/engine/eval/measure"
	"octavo/engine/search"
)

// asking are the options of commands that put a file of questions.
type asking struct {
	Queries string
	Scope   string
	All     bool
	Unit    string
	Depth   int
}

// defaultMetrics are measured where nothing is asked for.
var defaultMetrics = []string{"ndcg@10", "recall@20", "mrr", "success@1"}

type evalOptions struct {
	common
	asking
	Qrels        string
	AllowMissing bool
	Modes        []string
	Metrics      []string
	Gates        []string
	Baseline     string
	MaxDrop      *float64
	PerQuery     bool
	evalFiles
}

func (o *evalOptions) options() []*option {
	const ask, hold, write = "What to ask", "What to hold the answers to", "What to write"
	o.Unit, o.Depth = string(eval.Documents), 100
	mode := func(s string) error { var chosen string; return choice{&chosen, config.SearchModes}.Set(s) }
	metric := func(s string) error { _, err := measure.Parse(s); return err }
	gate := func(s string) error { _, err := eval.ParseGate(s); return err }
	return append([]*option{
		{Name: "queries", Takes: "FILE", Group: ask, Value: text{&o.Queries}, Text: "Judged questions, one JSON object a line",
			More: "Ours (id, query, file or files, passage, page) or BEIR's; docs/evaluation.md shows both"},
		{Name: "qrels", Takes: "FILE", Group: ask, Value: text{&o.Qrels}, Text: "Their judgements, as TREC or BEIR write them",
			More: "Without it the questions carry them"},
		{Name: "scope", Takes: "PATH", Kind: collections, Group: ask, Value: text{&o.Scope}, Text: "That collection and those above it",
			More: "A question that names a collection is asked there and below in any case"},
		{Name: "all", Group: ask, Value: toggle{&o.All}, Text: "Every collection of the file"},
		{Name: "mode", Takes: "MODE,...", Kind: modes, Group: ask, Value: commas{&o.Modes, mode}, Text: "Ways to search, compared side by side",
			More: "Of " + strings.Join(config.SearchModes, ", ") + ". Gates, baseline and files are about the first one"},
		{Name: "unit", Takes: "documents|chunks", Group: ask, Value: choice{&o.Unit, evalUnits}, Text: "What is ranked (default documents)"},
		{Name: "depth", Takes: "N", Group: ask, Value: whole{&o.Depth}, Text: "Hits looked at per question (default 100)"},
		{Name: "metric", Takes: "LIST", Group: hold, Value: commas{&o.Metrics, metric}, Text: "For example ndcg@10,map,p@5",
			More: "Known: " + strings.Join(measure.Known(), ", ") + ". Default: " + strings.Join(defaultMetrics, ",")},
		{Name: "assert", Takes: "GATE", Group: hold, Value: commas{&o.Gates, gate}, Text: "Exit 3 unless it holds, as 'ndcg@10>=0.45'",
			More: "Can be repeated. Comparisons: >= > <= < =="},
		{Name: "baseline", Takes: "RUN", Group: hold, Value: text{&o.Baseline}, Text: "A saved run to compare with"},
		{Name: "max-drop", Takes: "X", Group: hold, Value: share{&o.MaxDrop}, Text: "Exit 3 where a mean fell by more, such as 0.01",
			More: "Without it the baseline is compared with and decides nothing"},
		{Name: "allow-missing", Group: hold, Value: toggle{&o.AllowMissing}, Text: "Judged documents may be absent: never found",
			More: "Without it they are an error, since they would look like bad ranking"},
		{Name: "per-query", Group: write, Value: toggle{&o.PerQuery}, Text: "Show each question"},
		{Name: "save", Takes: "RUN", Group: write, Value: text{&o.Save}, Text: "The run, as a later baseline"},
		{Name: "run", Takes: "FILE", Group: write, Value: text{&o.TREC}, Text: "The run, as trec_eval reads it"},
		{Name: "junit", Takes: "FILE", Group: write, Value: text{&o.JUnit}, Text: "Gates and fallen questions as JUnit XML"},
		{Name: "markdown", Takes: "FILE", Group: write, Value: text{&o.Markdown}, Text: "A comment for a pull request; - for stdout"},
	}, o.common.options()...)
}

var evalUnits = []string{string(eval.Documents), string(eval.Chunks)}

func newEvalCommand(app *App, run func(context.Context, *App, evalOptions) error) *command {
	o := new(evalOptions)
	c := &command{
		Name: "eval", Does: "Measure answers against judgements", About: evalAbout, Examples: evalExamples,
		Exits: []int{0, 1, 2, 3, 4, 130}, Next: "octavo eval init -h", Flags: o.options(),
		Commands: []*command{newEvalInitCommand(app, runEvalInit)},
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if len(arguments) > 0 {
			return c.wrongArguments(arguments)
		}
		if err := o.check(); err != nil {
			return err
		}
		return run(ctx, app, *o)
	}
	return c
}

// check refuses what does not go together before anything is read.
func (o *evalOptions) check() error {
	switch {
	case o.Queries == "":
		return &engine.UsageError{Message: "eval needs judged questions: --queries FILE", Hint: "octavo eval init drafts some from the file"}
	case o.MaxDrop != nil && o.Baseline == "":
		return &engine.UsageError{Message: "--max-drop needs a run to fall from: --baseline RUN"}
	case o.Save != "" && o.Save == o.Baseline:
		return &engine.UsageError{Message: "--save and --baseline name one file: a run that fell would become the next baseline"}
	case o.JSON && o.Markdown == "-":
		return &engine.UsageError{Message: "--json and --markdown - both write to stdout"}
	}
	return nil
}

func (o *evalOptions) request(c config.Config) (engine.EvaluateRequest, error) {
	r := engine.EvaluateRequest{
		Asking: o.asking.engine(), Queries: o.Queries, Qrels: o.Qrels, AllowMissing: o.AllowMissing,
		Baseline: o.Baseline, MaxDrop: 1, // a mean cannot fall further
	}
	if o.MaxDrop != nil {
		r.MaxDrop = *o.MaxDrop
	}
	for _, mode := range orElse(o.Modes, c.Search.Mode) {
		r.Modes = append(r.Modes, search.Mode(mode))
	}
	for _, spec := range orElse(o.Metrics, defaultMetrics...) {
		m, err := measure.Parse(spec)
		if err != nil {
			return r, err
		}
		r.Measures = append(r.Measures, m)
	}
	for _, spec := range o.Gates {
		g, err := eval.ParseGate(spec)
		if err != nil {
			return r, err
		}
		r.Gates = append(r.Gates, g)
	}
	return r, nil
}

func (a asking) engine() engine.Asking {
	return engine.Asking{Unit: eval.Unit(a.Unit), Depth: a.Depth, Scope: a.Scope, All: a.All}
}

func orElse(given []string, otherwise ...string) []string {
	if len(given) > 0 {
		return given
	}
	return otherwise
}

func runEval(ctx context.Context, app *App, o evalOptions) error {
	s, err := app.session(o.common, "", func(r *render.Options) { r.PerQuery = o.PerQuery })
	if err != nil {
		return err
	}
	defer s.Close()
	s.Engine.OneShot = false // many questions: what is read once stays in memory
	request, err := o.request(s.Config)
	if err != nil {
		return err
	}
	counter := app.counter(o.common, "questions")
	request.Report = counter.Report
	answer, err := s.Engine.Evaluate(ctx, request)
	counter.Done()
	if err != nil {
		return err
	}
	if err := o.evalFiles.write(answer, o.Timings); err != nil {
		return err
	}
	if o.Markdown == "-" {
		err = app.markdown(answer, o.Timings)
	} else {
		err = s.Printer.Evaluation(answer)
	}
	if failed := answer.Err(); err == nil && failed != nil {
		return answered{failed}
	}
	return err
}

const evalAbout = `Asks judged questions and says how good the answers are: means over all questions, gates that fail a
build, and what moved against an earlier run. Without judgements, octavo eval init drafts some. The
Octavo file is only read.`

var evalExamples = []example{
	{"Fail a build that answers worse than agreed, and keep the run", `octavo eval --queries judgements.jsonl --assert 'ndcg@10>=0.45' --save main.json`},
	{"Fail a build that answers worse than that run", `octavo eval --queries judgements.jsonl --baseline main.json --max-drop 0.01`},
}
