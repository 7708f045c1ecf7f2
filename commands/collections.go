package commands

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"octavo/engine"
	"octavo/engine/corpus"
)

// collectionOptions name a collection and, for rename, its new name.
type collectionOptions struct {
	common
	Collection, To corpus.CollectionPath
	Yes            bool
}

type collectionRun func(context.Context, *App, collectionOptions) error

type collectionRuns struct{ list, remove, rename collectionRun }

func newCollectionsCommand(app *App, runs collectionRuns) *command {
	return &command{
		Name: "collections", Does: "List, remove or rename collections", Takes: "COMMAND",
		About: collectionsAbout, Next: "octavo build -h",
		Commands: []*command{
			newCollectionsListCommand(app, runs.list),
			newCollectionsRemoveCommand(app, runs.remove),
			newCollectionsRenameCommand(app, runs.rename),
		},
	}
}

func newCollectionsListCommand(app *App, run collectionRun) *command {
	o := new(collectionOptions)
	return o.command(app, run, 0, command{
		Name: "list", Does: "List the collections of the file", About: "The file is only read.",
		Examples: []example{
			{"See what can be searched", `octavo collections list`},
			{"Hand the names to a program", `octavo collections list --json | jq -r '.collections[].path'`},
		},
		Exits: []int{0, 1, 2, 4, 130}, Next: "octavo search -h", Flags: o.common.options(),
	})
}

func newCollectionsRemoveCommand(app *App, run collectionRun) *command {
	o := new(collectionOptions)
	return o.command(app, run, 1, command{
		Name: "remove", Does: "Remove a collection from the file", Takes: "COLLECTION", Names: []kind{collections, nothing}, About: removeAbout,
		Examples: []example{
			{"Remove a collection, after a question", `octavo collections remove ACME/Drafts`},
			{"Remove it in a script", `octavo collections remove ACME/Drafts --yes`},
		},
		Exits: []int{0, 1, 2, 4, 6, 130}, Next: "octavo build -h",
		Flags: append([]*option{
			{Name: "yes", Letter: "y", Group: "Safety", Value: toggle{&o.Yes}, Text: "Do not ask"},
		}, o.common.options()...),
	})
}

func newCollectionsRenameCommand(app *App, run collectionRun) *command {
	o := new(collectionOptions)
	return o.command(app, run, 2, command{
		Name: "rename", Does: "Rename a collection", Takes: "COLLECTION NEWNAME", Names: []kind{collections, nothing},
		About:    "Texts and vectors are kept. Document paths change with the name.",
		Examples: []example{{"Move a collection below another", `octavo collections rename Reports ACME/Reports`}},
		Exits:    []int{0, 1, 2, 4, 6, 130}, Next: "octavo status -h", Flags: o.common.options(),
	})
}

// command gives c a Run that takes so many collection paths.
func (o *collectionOptions) command(app *App, run collectionRun, wanted int, c command) *command {
	c.Run = func(ctx context.Context, arguments []string) error {
		if len(arguments) != wanted {
			return c.wrongArguments(arguments)
		}
		for i, target := range []*corpus.CollectionPath{&o.Collection, &o.To}[:wanted] {
			path, err := corpus.ParseCollectionPath(arguments[i])
			if err != nil {
				return err
			}
			*target = path
		}
		return run(ctx, app, *o)
	}
	return &c
}

func runList(ctx context.Context, app *App, o collectionOptions) error {
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	defer s.Close()
	answer, err := s.Engine.Collections(ctx)
	if err != nil {
		return err
	}
	return s.Printer.Collections(answer)
}

func runRemove(ctx context.Context, app *App, o collectionOptions) error {
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	defer s.Close()
	if !o.Yes {
		if err := app.confirm(fmt.Sprintf("Remove %s and all its documents from %s?", o.Collection, s.Config.Database)); err != nil {
			return err
		}
	}
	if err := s.Engine.RemoveCollection(ctx, o.Collection); err != nil {
		return err
	}
	return s.Printer.CollectionRemoved(string(o.Collection))
}

func runRename(ctx context.Context, app *App, o collectionOptions) error {
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Engine.RenameCollection(ctx, o.Collection, o.To); err != nil {
		return err
	}
	return s.Printer.CollectionRenamed(string(o.Collection), string(o.To))
}

// confirm asks on the terminal. Where nobody can be asked, or the answer is not yes, it is an error.
func (a *App) confirm(question string) error {
	if !a.Console.InTerminal || !a.Console.ErrTerminal {
		return &engine.UsageError{Message: "nobody can be asked whether this is meant", Hint: "Add --yes"}
	}
	fmt.Fprintf(a.Console.Err, "%s [y/N] ", question)
	answer, _ := bufio.NewReader(a.Console.In).ReadString('\n')
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return &engine.UsageError{Message: "nothing was removed"}
}

const collectionsAbout = `A collection is a tree of documents under a name such as ACME/Reports. octavo build makes one or
brings it up to date.`

const removeAbout = `Removes its documents from the Octavo file. The files that they were made from are not touched, and
a build that names them brings the collection back.`
