package commands

import (
	"context"
	"fmt"
	"io"
	"strings"

	"octavo/commands/render"
	"octavo/engine"
	"octavo/engine/config"
	"octavo/engine/search"
)

const groupAsk, groupWhere, groupRank, groupShow = "What to ask", "Where to search", "How to rank", "What to show"

// longestQuery bounds what is read from stdin, in bytes.
const longestQuery = 1 << 20

// searchOptions are what search and search-chunks can be asked.
type searchOptions struct {
	common
	content
	Query         string
	Scope         string
	All           bool
	Limit         *int // nil: as configured
	Mode          string
	Index         string
	Explain, Full bool
	Context       *int
	Like          bool
	Copies        bool
	like          *search.Like // what --like names
	Batch         string       // file of queries, or "-"; empty: one query, from the arguments
}

func (o *searchOptions) options() []*option {
	return append([]*option{
		{Name: "batch", Takes: "FILE", Group: groupAsk, JSON: true, Value: text{&o.Batch}, Text: "Ask each line of FILE (- for stdin); gives JSON",
			More: "A line is a JSON string or an object with query and, as it likes, id, scope, all, mode, limit, for passages also full and context; flags hold where it says nothing. One object a line comes back"},
		{Name: "like", Group: groupAsk, Value: toggle{&o.Like}, Text: "More like a document: COLLECTION FILE [INDEX]",
			More: "Takes a document, or one passage of it, in place of words. It needs no model: vectors and words of the text are in the file. The text itself and its copies are left out"},
		{Name: "scope", Takes: "PATH", Kind: collections, Group: groupWhere, Value: text{&o.Scope}, Text: "That collection and those above it",
			More: "A namespace:PATH word in the query names a collection and all below it, and wins over --scope; scope:exact, scope:ancestors or scope:ancestorsandself beside it narrow or turn that"},
		{Name: "all", Group: groupWhere, Value: toggle{&o.All}, Text: "Every collection of the file",
			More: "Needed only where the file holds several collections and the query names none"},
		{Name: "mode", Takes: strings.Join(config.SearchModes, "|"), Group: groupRank, Value: choice{&o.Mode, config.SearchModes}, Text: "How passages are found",
			More: "semantic finds by meaning, lexical by words, hybrid fuses both; substring and regex find what is written. auto is hybrid where a model is there, else lexical"},
		{Name: "index", Takes: strings.Join(config.IndexKinds, "|"), Group: groupRank, Value: choice{&o.Index, config.IndexKinds}, Text: "How vectors are compared",
			More: "exact compares with every vector; hnsw uses the file's HNSW index, where it has one, for a search of the whole file"},
		{Name: "limit", Takes: "N", Group: groupShow, Value: number{&o.Limit}, Text: "At most N results, from 1 to 200 (default 20)"},
		{Name: "copies", Group: groupShow, Value: toggle{&o.Copies}, Text: "Each copy of a file as a result of its own",
			More: "Without it, files with the same text are one result, which names the others"},
		{Name: "explain", Group: groupShow, Value: toggle{&o.Explain}, Text: "Rank and true similarity of each result"},
		o.content.option(),
	}, o.common.options()...)
}

func newSearchCommand(app *App, run func(context.Context, *App, searchOptions) error) *command {
	o := new(searchOptions)
	c := &command{
		Name: "search", Does: "Find files by meaning and by words", Takes: "QUERY...",
		About:    searchAbout,
		Examples: searchExamples, Exits: []int{0, 1, 2, 4, 130}, Next: "octavo search-chunks -h",
		Flags: o.options(), Searches: true,
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if err := o.take(c, app, arguments); err != nil {
			return err
		}
		return run(ctx, app, *o)
	}
	return c
}

// take reads the query from the arguments, or from stdin where it is "-"; or what --like is about.
func (o *searchOptions) take(c *command, app *App, arguments []string) error {
	if o.Like {
		if o.Batch != "" {
			return &engine.UsageError{Message: "--like and --batch do not go together"}
		}
		at, chunk, err := takeText(c, arguments)
		o.like = &search.Like{At: at, Chunk: chunk}
		return err
	}
	o.Query = strings.Join(arguments, " ")
	if o.Query == "-" {
		words, err := io.ReadAll(io.LimitReader(app.Console.In, longestQuery+1))
		if err != nil {
			return err
		}
		if len(words) > longestQuery {
			return &engine.UsageError{Message: "the query on stdin is longer than 1 MB"}
		}
		o.Query = strings.TrimSpace(string(words))
	}
	if o.Context != nil && *o.Context < 0 {
		return &engine.UsageError{Message: "--context cannot be negative"}
	}
	if o.Batch != "" && len(arguments) > 0 {
		return &engine.UsageError{Message: fmt.Sprintf("with --batch queries come from %s, not from the command line: %q", o.batchName(), o.Query)}
	}
	return nil
}

// request is the question as the engine takes it, with what was not asked for as configured.
func (o *searchOptions) request(c config.Config) engine.SearchRequest {
	r := engine.SearchRequest{
		Query: o.Query, Mode: search.Mode(c.Search.Mode), Scope: o.Scope, All: o.All, Limit: c.Search.Limit,
		Full: o.Full, Copies: o.Copies, Like: o.like,
	}
	if o.Mode != "" {
		r.Mode = search.Mode(o.Mode)
	}
	if o.Limit != nil {
		r.Limit = *o.Limit
	}
	if o.Context != nil {
		r.Context = *o.Context
	}
	return r
}

// searching is one of the engine's searches and how its answers are shown.
type searching struct {
	find   func(*engine.Engine, context.Context, engine.SearchRequest) (engine.SearchAnswer, error)
	show   func(render.Printer, engine.SearchAnswer) error
	chunks bool
}

// ask opens a session and carries out what was asked.
func (o *searchOptions) ask(ctx context.Context, app *App, of searching) error {
	if o.Batch != "" {
		o.JSON = true
		return o.askBatch(ctx, app, of)
	}
	s, err := app.reading(o.common, o.content, o.Index, func(r *render.Options) { r.Explain = o.Explain })
	if err != nil {
		return err
	}
	defer s.Close()
	answer, err := of.find(s.Engine, ctx, o.request(s.Config))
	if err != nil {
		return err
	}
	return of.show(s.Printer, answer)
}

func runSearch(ctx context.Context, app *App, o searchOptions) error {
	return o.ask(ctx, app, searching{find: (*engine.Engine).Search, show: render.Printer.Search})
}

const searchAbout = `Prints one result per file, best first, with its best passage. The file is only read, also while
a build runs. Query words may stand apart or in quotes; "-" reads them from stdin.`

var searchExamples = []example{
	{"Ask a file that holds one collection", `octavo search how is the discount rate chosen`},
	{"Ask one collection and those above it", `octavo search "discount rate" --scope ACME/Reports`},
	{"Ask a collection and all below it", `octavo search namespace:ACME discount rate`},
	{"Ask the whole file, three results, for a program", `octavo search "discount rate" --all --limit 3 --json`},
	{"Find more like a document", `octavo search --like ACME/Reports pension/2025.pdf`},
	{"Ask many questions, one JSON string or object a line", `octavo search --batch questions.jsonl --limit 3 > answers.jsonl`},
}
