// Package commands is the command line: one file per command, each with its flags, one call of the
// engine and one printer. It holds no SQL, no ranking and no file formats.
//
// Words become a line (arrange.go), urfave/cli routes it to a command, the command makes a session
// (common.go), asks the engine and prints the answer. Errors come back here and become an exit
// code once, in App.Run.
package commands

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"octavo/commands/render"
	"octavo/engine"
)

// App is the program as far as it has to do with the outside.
type App struct {
	Version string
	Console Console
	Getenv  func(string) string

	words []string // as the program was called
	began time.Time
	log   *slog.Logger // of the session, where one was begun
}

// answered is an error whose answer stands on stdout already: the exit code tells the rest.
type answered struct{ error }

func (e answered) Unwrap() error { return e.error }

// interrupted is a command that the user ended. It is a cancelled context under a name for people.
type interrupted struct{}

func (interrupted) Error() string        { return "interrupted" }
func (interrupted) Is(target error) bool { return target == context.Canceled }

func (a *App) tree() *command {
	root := &command{
		Name: programName, Does: "Build a DuckDB file from documents and find the passage",
		Takes: "COMMAND [options] [ARGUMENT...]", About: rootAbout, Examples: rootExamples, Next: "octavo COMMAND -h",
		Commands: slices.Concat([]*command{
			newInitCommand(a, runInit), newBuildCommand(a, runBuild),
			newSearchCommand(a, runSearch), newSearchChunksCommand(a, runSearchChunks), newWhyCommand(a, runWhy),
			newEvalCommand(a, runEval), newDiffCommand(a, runDiff),
		}, newBrowseCommands(a, browseRuns{runListCategories, runListGroups, runFullTextSearch, runListFiles}), []*command{
			newGetChunkCommand(a, runGetChunk), newGetFileCommand(a, runGetFile), newGetDocumentCommand(a, runGetDocument),
			newStatusCommand(a, runStatus), newCollectionsCommand(a, collectionRuns{runList, runRemove, runRename}),
			newVersionsCommand(a, versionsRuns{runVersionsList, runVersionsShow, runVersionsCut, runVersionsActivate, runVersionsDrop, runVersionsDiff}),
			newCompactCommand(a, runCompact),
			newEmbedCommand(a, runEmbed), newSQLCommand(a, runSQL),
			newExportCommand(a, runExport), newImportCommand(a, runImport), newMCPCommand(a, runMCP), newVersionCommand(a, runVersion),
			newCompletionCommand(a), newManCommand(a),
		}),
	}
	return root.adopt()
}

// Run carries out the command that words[1:] name and returns the exit code.
func (a *App) Run(ctx context.Context, words []string) int {
	if len(words) > 2 && words[1] == completeName {
		a.complete(ctx, words[2], words[3:])
		return engine.ExitOK
	}
	a.words, a.began = words, time.Now()
	root := a.tree()
	l, err := arrange(root, words[1:])
	switch {
	case err != nil:
	case l.help != "":
		err = a.help(l)
	default:
		err = a.run(ctx, root, l)
	}
	if ctx.Err() != nil && err != nil {
		err = interrupted{} // before any diagnosis: what a cancelled call complains of is no cause
	}
	return a.end(l, err)
}

func (a *App) run(ctx context.Context, root *command, l line) error {
	shell := root.shell()
	app := &cli.App{
		Name: programName, HideHelp: true, HideVersion: true, Commands: shell.Subcommands,
		Writer: a.Console.Err, ErrWriter: a.Console.Err,
		ExitErrHandler: func(*cli.Context, error) {},
	}
	return app.RunContext(ctx, l.words())
}

// end tells what went wrong and chooses the exit code.
func (a *App) end(l line, err error) int {
	var unwritten *render.WriteError
	switch {
	case err == nil:
		return engine.ExitOK
	case errors.As(err, &unwritten) && errors.Is(err, syscall.EPIPE):
		return engine.ExitOK // the reader has seen enough
	}
	failure := engine.Classify(err)
	if a.log != nil {
		a.log.Error(failure.Name, "error", err)
	}
	var done answered
	if l.json && errors.As(err, &done) {
		return failure.Exit
	}
	printer := a.printer(common{JSON: l.json})
	if err := printer.Failure(render.Failure{Failure: failure, Search: l.command.Searches}); err != nil {
		return engine.ExitInternal
	}
	return failure.Exit
}
