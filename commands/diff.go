package commands

import (
	"context"

	"octavo/engine"
	"octavo/engine/config"
	"octavo/engine/eval"
	"octavo/engine/search"
)

type diffOptions struct {
	common
	asking
	Before, After string
	Mode          string
}

func (o *diffOptions) options() []*option {
	const ask = "What to ask both files"
	o.Unit, o.Depth = string(eval.Documents), 10
	return append([]*option{
		{Name: "queries", Takes: "FILE", Group: ask, Value: text{&o.Queries}, Text: "Questions, one JSON object a line",
			More: "They need no judgements; what is judged in them is passed over"},
		{Name: "scope", Takes: "PATH", Kind: collections, Group: ask, Value: text{&o.Scope}, Text: "That collection and those above it"},
		{Name: "all", Group: ask, Value: toggle{&o.All}, Text: "Every collection of the files"},
		{Name: "mode", Takes: "MODE", Group: ask, Value: choice{&o.Mode, config.SearchModes}, Text: "How passages are found"},
		{Name: "unit", Takes: "documents|chunks", Group: ask, Value: choice{&o.Unit, evalUnits}, Text: "What is ranked (default documents)"},
		{Name: "depth", Takes: "N", Group: "What to show", Value: whole{&o.Depth}, Text: "First hits that are compared (default 10)"},
	}, o.common.options()...)
}

func newDiffCommand(app *App, run func(context.Context, *App, diffOptions) error) *command {
	o := new(diffOptions)
	c := &command{
		Name: "diff", Does: "Compare two Octavo files or two saved runs", Takes: "BEFORE AFTER", Names: []kind{paths, paths, nothing}, About: diffAbout, Examples: diffExamples,
		Exits: []int{0, 1, 2, 4, 130}, Next: "octavo eval -h", Flags: o.options(),
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if len(arguments) != 2 {
			return c.wrongArguments(arguments)
		}
		o.Before, o.After = arguments[0], arguments[1]
		return run(ctx, app, *o)
	}
	return c
}

func runDiff(ctx context.Context, app *App, o diffOptions) error {
	return o.compare(ctx, app, engine.DiffRequest{})
}

// compare fills a request with the options of a comparison, carries it out and prints the answer.
func (o *diffOptions) compare(ctx context.Context, app *App, request engine.DiffRequest) error {
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	defer s.Close()
	s.Engine.OneShot = false // many questions: what is read once stays in memory
	mode := s.Config.Search.Mode
	if o.Mode != "" {
		mode = o.Mode
	}
	counter := app.counter(o.common, "questions")
	request.Before, request.After, request.Queries, request.Mode = o.Before, o.After, o.Queries, search.Mode(mode)
	request.Asking = o.asking.engine()
	request.Report = counter.Report
	answer, err := s.Engine.Diff(ctx, request)
	counter.Done()
	if err != nil {
		return err
	}
	return s.Printer.Diff(answer)
}

const diffAbout = `Says which documents were added, removed or changed between two Octavo files and, with questions, what
that did to their answers. Of two runs that octavo eval saved it compares the answers. It judges
nothing, and both are only read.`

var diffExamples = []example{
	{"See what a rebuild changed", `octavo diff old.duckdb octavo.duckdb`},
	{"See what it did to answers", `octavo diff old.duckdb octavo.duckdb --queries questions.jsonl`},
	{"Compare two ways of searching", `octavo diff semantic.json hybrid.json --depth 20`},
}
