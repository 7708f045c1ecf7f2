package commands

import (
	"context"
	"fmt"

	"octavo/engine"
)

// versionsOptions name a version and what is to be done with it.
type versionsOptions struct {
	common
	Label    string
	Note     string
	Activate bool
	Force    bool
	Yes      bool
}

type versionsRun func(context.Context, *App, versionsOptions) error

type versionsRuns struct {
	list, show, cut, activate, drop versionsRun
	diff                            func(context.Context, *App, diffOptions) error
}

func newVersionsCommand(app *App, runs versionsRuns) *command {
	return &command{
		Name: "versions", Does: "Cut, release and compare versions of the content", Takes: "COMMAND",
		About: versionsAbout, Next: "octavo search -h",
		Commands: []*command{
			newVersionsListCommand(app, runs.list),
			newVersionsShowCommand(app, runs.show),
			newVersionsCutCommand(app, runs.cut),
			newVersionsActivateCommand(app, runs.activate),
			newVersionsDropCommand(app, runs.drop),
			newVersionsDiffCommand(app, runs.diff),
		},
	}
}

func newVersionsListCommand(app *App, run versionsRun) *command {
	o := new(versionsOptions)
	return o.command(app, run, 0, command{
		Name: "list", Does: "List the versions of the file", About: "The file is only read.",
		Examples: []example{
			{"See what there is, and what is released", `octavo versions list`},
			{"Tell a program which version is active", `octavo versions list --json | jq -r .active`},
		},
		Exits: []int{0, 1, 2, 4, 130}, Next: "octavo versions show -h", Flags: o.common.options(),
	})
}

func newVersionsShowCommand(app *App, run versionsRun) *command {
	o := new(versionsOptions)
	return o.command(app, run, 1, command{
		Name: "show", Does: "Show what a version holds", Takes: "LABEL|active", Names: []kind{versions, nothing}, About: "The file is only read.",
		Examples: []example{
			{"Look at a version", `octavo versions show 2026-Q1`},
			{"Look at the one that is released", `octavo versions show active`},
		},
		Exits: []int{0, 1, 2, 4, 130}, Next: "octavo versions diff -h", Flags: o.common.options(),
	})
}

func newVersionsCutCommand(app *App, run versionsRun) *command {
	o := new(versionsOptions)
	return o.command(app, run, 1, command{
		Name: "cut", Does: "Make a version of the live content", Takes: "LABEL", About: cutAbout,
		Examples: []example{
			{"Keep what is there now", `octavo versions cut 2026-Q1`},
			{"Release it at once, and say why", `octavo versions cut 2026-Q1 --activate --note "after the audit"`},
		},
		Exits: []int{0, 1, 2, 4, 6, 130}, Next: "octavo versions activate -h",
		Flags: append([]*option{
			{Name: "note", Takes: "TEXT", Group: "What to say", Value: text{&o.Note}, Text: "A line about the version, for those who list it"},
			{Name: "activate", Group: "What to do", Value: toggle{&o.Activate}, Text: "Make it the active version as well"},
		}, o.common.options()...),
	})
}

func newVersionsActivateCommand(app *App, run versionsRun) *command {
	o := new(versionsOptions)
	return o.command(app, run, 1, command{
		Name: "activate", Does: "Release a version", Takes: "LABEL", Names: []kind{versions, nothing}, About: activateAbout,
		Examples: []example{
			{"Release a version", `octavo versions activate 2026-Q2`},
			{"Go back to the one before", `octavo versions activate 2026-Q1`},
		},
		Exits: []int{0, 1, 2, 4, 6, 130}, Next: "octavo versions list -h", Flags: o.common.options(),
	})
}

func newVersionsDropCommand(app *App, run versionsRun) *command {
	o := new(versionsOptions)
	return o.command(app, run, 1, command{
		Name: "drop", Does: "Forget a version", Takes: "LABEL", Names: []kind{versions, nothing}, About: dropAbout,
		Examples: []example{
			{"Drop a version, after a question", `octavo versions drop 2025-Q4`},
			{"Drop it in a script", `octavo versions drop 2025-Q4 --yes`},
		},
		Exits: []int{0, 1, 2, 4, 6, 130}, Next: "octavo compact -h",
		Flags: append([]*option{
			{Name: "force", Group: "Safety", Value: toggle{&o.Force}, Text: "Drop the active version too: then none is active"},
			{Name: "yes", Letter: "y", Group: "Safety", Value: toggle{&o.Yes}, Text: "Do not ask"},
		}, o.common.options()...),
	})
}

func newVersionsDiffCommand(app *App, run func(context.Context, *App, diffOptions) error) *command {
	o := new(diffOptions)
	c := &command{
		Name: "diff", Does: "Compare two versions", Takes: "BEFORE [AFTER]", Names: []kind{versions, versions, nothing}, About: versionsDiffAbout,
		Examples: []example{
			{"See what two versions have between them", `octavo versions diff 2026-Q1 2026-Q2`},
			{"See what a cut would release", `octavo versions diff active live`},
			{"See what it would do to answers", `octavo versions diff active --queries questions.jsonl`},
		},
		Exits: []int{0, 1, 2, 4, 130}, Next: "octavo diff -h", Flags: o.options(),
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		switch len(arguments) {
		case 1:
			o.Before, o.After = arguments[0], "live"
		case 2:
			o.Before, o.After = arguments[0], arguments[1]
		default:
			return c.wrongArguments(arguments)
		}
		return run(ctx, app, *o)
	}
	return c
}

// command gives c a Run that takes so many labels, none or one.
func (o *versionsOptions) command(app *App, run versionsRun, wanted int, c command) *command {
	c.Run = func(ctx context.Context, arguments []string) error {
		if len(arguments) != wanted {
			return c.wrongArguments(arguments)
		}
		if wanted == 1 {
			o.Label = arguments[0]
		}
		return run(ctx, app, *o)
	}
	return &c
}

func runVersionsList(ctx context.Context, app *App, o versionsOptions) error {
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	defer s.Close()
	versions, err := s.Engine.ContentVersions(ctx)
	if err != nil {
		return err
	}
	return s.Printer.ContentVersions(versions)
}

func runVersionsShow(ctx context.Context, app *App, o versionsOptions) error {
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	defer s.Close()
	version, err := s.Engine.ContentVersion(ctx, o.Label)
	if err != nil {
		return err
	}
	return s.Printer.ContentVersion(version)
}

func runVersionsCut(ctx context.Context, app *App, o versionsOptions) error {
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	defer s.Close()
	cut, err := s.Engine.CutVersion(ctx, engine.CutRequest{Label: o.Label, Note: o.Note, Activate: o.Activate})
	if err != nil {
		return err
	}
	return s.Printer.VersionChanged("cut", cut)
}

func runVersionsActivate(ctx context.Context, app *App, o versionsOptions) error {
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	defer s.Close()
	active, err := s.Engine.ActivateVersion(ctx, o.Label)
	if err != nil {
		return err
	}
	return s.Printer.VersionChanged("activate", active)
}

func runVersionsDrop(ctx context.Context, app *App, o versionsOptions) error {
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	defer s.Close()
	if !o.Yes {
		if err := app.confirm(fmt.Sprintf("Drop version %s from %s?", o.Label, s.Config.Database)); err != nil {
			return err
		}
	}
	dropped, err := s.Engine.DropVersion(ctx, o.Label, o.Force)
	if err != nil {
		return err
	}
	return s.Printer.VersionChanged("drop", dropped)
}

func runVersionsDiff(ctx context.Context, app *App, o diffOptions) error {
	return o.compare(ctx, app, engine.DiffRequest{Versions: true})
}

const versionsAbout = `A version is a cut of the content under a label. It never changes, whatever is built later, and it
shares with live content and other versions what they have in common. One of them may be active:
that is what agents are given.`

const cutAbout = `Keeps the live content as it is now. A label begins with a letter or a digit and goes on with
those and . _ - +; "live" and "active" are no labels. An interrupted build must be finished first.`

const activateAbout = `Makes it the active version, in the place of the one before. Programs that are running give out the
new one from their next request on. The view version_activations keeps the history.`

const dropAbout = `The active version goes only with --force. What only this version held is freed for later builds, and
for the disk once the file is written anew: octavo compact`

const versionsDiffAbout = `Says which documents were added, removed or changed between two versions and, with questions, what
that did to their answers. Each is a label, "active" or "live"; AFTER is live where it is left out.`
