package commands

import (
	"context"

	"octavo/commands/render"
	"octavo/engine"
)

// whyOptions are a question, as search takes it, and the text that is missed among its results.
type whyOptions struct {
	searchOptions
	request engine.WhyRequest
}

func newWhyCommand(app *App, run func(context.Context, *App, whyOptions) error) *command {
	o := new(whyOptions)
	c := &command{
		Name: "why", Does: "Tell why a passage is not among the results", Takes: "QUERY COLLECTION FILE [INDEX]", Names: []kind{nothing, collections, files, nothing},
		About: whyAbout, Examples: whyExamples, Exits: []int{0, 1, 2, 4, 130}, Next: "octavo search -h",
		Searches: true,
	}
	for _, flag := range o.searchOptions.options() {
		if flag.Name != "batch" && flag.Name != "like" && flag.Name != "explain" {
			c.Flags = append(c.Flags, flag)
		}
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if len(arguments) < 2 {
			return c.wrongArguments(arguments)
		}
		var err error
		if o.request.At, o.request.Chunk, err = takeText(c, arguments[1:]); err != nil {
			return err
		}
		o.Query = arguments[0]
		return run(ctx, app, *o)
	}
	return c
}

func runWhy(ctx context.Context, app *App, o whyOptions) error {
	s, err := app.reading(o.common, o.content, o.Index, func(r *render.Options) { r.Explain = true })
	if err != nil {
		return err
	}
	defer s.Close()
	o.request.SearchRequest = o.searchOptions.request(s.Config)
	answer, err := s.Engine.Why(ctx, o.request)
	if err != nil {
		return err
	}
	return s.Printer.Why(answer)
}

const whyAbout = `Puts the question as search does (as search-chunks does where an INDEX is given) and tells what keeps
the passage out: that it is not indexed, the scope, a filter, a phrase, an excluded word, a copy that
stands for it, or better ones, with its rank and value in each leg; and what would bring it in. The
query is one argument: quote it.`

var whyExamples = []example{
	{"Ask why a file does not come up", `octavo why "discount rate" ACME/Reports pension/2025.pdf`},
	{"Ask it of one passage", `octavo why "discount rate" ACME/Reports pension/2025.pdf 4`},
	{"Try it with the filters of the search", `octavo why "discount rate ext:md" ACME/Reports pension/2025.pdf --limit 5`},
	{"Hand it to a program", `octavo why "discount rate" ACME/Reports pension/2025.pdf --json | jq -r '.reasons[].obstacle'`},
}
