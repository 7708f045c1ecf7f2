package commands

import (
	"context"
	"strings"

	"octavo/engine"
)

const groupBrowse = "What to look at"

// browseOptions are what the commands of File Search can be asked.
type browseOptions struct {
	common
	engine.FileSearchQuestion
	Query string
	limit *int
}

type browseRun func(context.Context, *App, browseOptions) error

type browseRuns struct{ categories, groups, search, files browseRun }

// newBrowseCommands are the capabilities of File Search, in the order in which they lead on.
func newBrowseCommands(app *App, runs browseRuns) []*command {
	return []*command{
		newListCategoriesCommand(app, runs.categories), newListGroupsCommand(app, runs.groups),
		newFullTextSearchCommand(app, runs.search), newListFilesCommand(app, runs.files),
	}
}

func newListCategoriesCommand(app *App, run browseRun) *command {
	o := new(browseOptions)
	c := &command{
		Name: "list-categories", Does: "List the categories of the released documents", About: categoriesAbout,
		Examples: []example{
			{"See what there is", `octavo list-categories`},
			{"Name them in a script", `octavo list-categories --json | jq -r '.categories[].name'`},
		},
		Exits: []int{0, 1, 2, 4, 130}, Next: "octavo list-groups -h", Flags: o.common.options(),
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if len(arguments) > 0 {
			return c.wrongArguments(arguments)
		}
		return run(ctx, app, *o)
	}
	return c
}

func newListGroupsCommand(app *App, run browseRun) *command {
	o := new(browseOptions)
	c := &command{
		Name: "list-groups", Does: "List the groups of the released documents", Takes: "[CATEGORY]", About: releasedAbout,
		Examples: []example{
			{"List the groups of a category", `octavo list-groups pension`},
			{"List them all", `octavo list-groups`},
		},
		Exits: []int{0, 1, 2, 4, 130}, Next: "octavo list-files -h", Flags: o.common.options(),
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		switch len(arguments) {
		case 0:
		case 1:
			o.Category = arguments[0]
		default:
			return c.wrongArguments(arguments)
		}
		return run(ctx, app, *o)
	}
	return c
}

func newFullTextSearchCommand(app *App, run browseRun) *command {
	o := new(browseOptions)
	c := &command{
		Name: "full-text-search", Does: "Find released documents by words", Takes: "QUERY...", About: fullTextAbout,
		Examples: []example{
			{"Find words anywhere", `octavo full-text-search "discount rate"`},
			{"Look in one category", `octavo full-text-search pension increase --category pension`},
		},
		Exits: []int{0, 1, 2, 4, 130}, Next: "octavo get-file -h", Flags: o.narrowing(), Searches: true,
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if len(arguments) == 0 {
			return c.wrongArguments(arguments)
		}
		o.Query = strings.Join(arguments, " ")
		return run(ctx, app, o.settled())
	}
	return c
}

func newListFilesCommand(app *App, run browseRun) *command {
	o := new(browseOptions)
	c := &command{
		Name: "list-files", Does: "List released documents with their beginnings", About: releasedAbout,
		Examples: []example{
			{"List the documents of a group", `octavo list-files --group letters`},
			{"List five at a time", `octavo list-files --limit 5`},
		},
		Exits: []int{0, 1, 2, 4, 130}, Next: "octavo full-text-search -h", Flags: o.narrowing(),
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if len(arguments) > 0 {
			return c.wrongArguments(arguments)
		}
		return run(ctx, app, o.settled())
	}
	return c
}

func (o *browseOptions) narrowing() []*option {
	return append([]*option{
		{Name: "category", Takes: "NAME", Group: groupBrowse, Value: text{&o.Category}, Text: "Only documents of this category"},
		{Name: "group", Takes: "NAME", Group: groupBrowse, Value: text{&o.Group}, Text: "Only documents of this group",
			More: "Without --category: of the groups of that name in all categories"},
		{Name: "limit", Takes: "N", Group: groupBrowse, Value: number{&o.limit}, Text: "At most N documents; no more than is configured"},
		{Name: "cursor", Takes: "CURSOR", Group: groupBrowse, Value: text{&o.Cursor}, Text: "Go on after a page, which ends with its cursor"},
	}, o.common.options()...)
}

func (o *browseOptions) settled() browseOptions {
	if o.limit != nil {
		o.Limit = max(*o.limit, 1)
	}
	return *o
}

func runListCategories(ctx context.Context, app *App, o browseOptions) error {
	return browse(app, o, func(s *session) error {
		answer, err := s.Engine.Categories(ctx)
		if err != nil {
			return err
		}
		return s.Printer.Categories(answer)
	})
}

func runListGroups(ctx context.Context, app *App, o browseOptions) error {
	return browse(app, o, func(s *session) error {
		answer, err := s.Engine.Groups(ctx, o.Category)
		if err != nil {
			return err
		}
		return s.Printer.Groups(answer)
	})
}

func runFullTextSearch(ctx context.Context, app *App, o browseOptions) error {
	return browse(app, o, func(s *session) error {
		answer, err := s.Engine.FullTextSearch(ctx, o.Query, o.FileSearchQuestion)
		if err != nil {
			return err
		}
		return s.Printer.FullText(answer)
	})
}

func runListFiles(ctx context.Context, app *App, o browseOptions) error {
	return browse(app, o, func(s *session) error {
		answer, err := s.Engine.ListFiles(ctx, o.FileSearchQuestion)
		if err != nil {
			return err
		}
		return s.Printer.Files(answer)
	})
}

func browse(app *App, o browseOptions, ask func(*session) error) error {
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	defer s.Close()
	return ask(s)
}

const releasedAbout = `File Search reads the active version, or live content where serve = "live" stands under [filesearch]
in octavo.toml. The file is only read.`

const categoriesAbout = `A document says in its front matter of which category and group it is. Else [[filesearch.category]] in
octavo.toml says so, else the first and second folder under its collection. ` + releasedAbout

const fullTextAbout = `Ranks documents by words (BM25) and shows the text around the best match, with matches between **. Takes
phrases, -exclusions and filters as octavo search does. ` + releasedAbout
