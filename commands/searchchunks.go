package commands

import (
	"context"

	"octavo/commands/render"
	"octavo/engine"
)

func newSearchChunksCommand(app *App, run func(context.Context, *App, searchOptions) error) *command {
	o := new(searchOptions)
	flags := append([]*option{
		{Name: "full", Group: groupShow, Value: toggle{&o.Full}, Text: "The whole text of each passage"},
		{Name: "context", Takes: "N", Group: groupShow, Value: number{&o.Context}, Text: "Also the N passages before and after each"},
	}, o.options()...)
	c := &command{
		Name: "search-chunks", Does: "Find passages by meaning and by words", Takes: "QUERY...",
		About: searchChunksAbout, Examples: searchChunksExamples,
		Exits: []int{0, 1, 2, 4, 130}, Next: "octavo get-chunk -h",
		Flags: flags, Searches: true,
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if err := o.take(c, app, arguments); err != nil {
			return err
		}
		return run(ctx, app, *o)
	}
	return c
}

func runSearchChunks(ctx context.Context, app *App, o searchOptions) error {
	return o.ask(ctx, app, searching{find: (*engine.Engine).SearchChunks, show: render.Printer.SearchChunks, chunks: true})
}

const searchChunksAbout = `Prints every passage as a result of its own, best first, so that one file may come several times.
The number in "chunk 4/12" is the one that get-chunk takes. The file is only read.`

var searchChunksExamples = []example{
	{"Gather passages about a subject", `octavo search-chunks "accrued benefit obligation"`},
	{"Read them whole, with their neighbours", `octavo search-chunks "accrued benefit obligation" --full --context 1`},
	{"Hand the best ten to a program", `octavo search-chunks "benefit obligation" --limit 10 --json | jq -r '.hits[].filePath'`},
	{"See how near each passage is", `octavo search-chunks discount rate --explain`},
}
