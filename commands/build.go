package commands

import (
	"context"
	"fmt"
	"strings"

	"octavo/engine"
	"octavo/engine/build"
	"octavo/engine/config"
	"octavo/engine/index"
)

type buildOptions struct {
	common
	Paths            []string
	Collection       string
	Include, Exclude []string
	Hidden           bool
	MaxSize          int64
	Force, DryRun    bool
	Index            string
	Strict           bool
}

func (o *buildOptions) options() []*option {
	const source, how = "Which files", "How to build"
	return append([]*option{
		{Name: "collection", Takes: "PATH", Kind: collections, Group: source, Value: text{&o.Collection}, Text: "The collection that they belong to",
			More: "Without it: the name of the folder"},
		{Name: "include", Takes: "GLOB", Group: source, Value: list{&o.Include}, Text: "Only files that match (can be repeated)",
			More: "Globs match paths below the folder; ** matches any number of folders"},
		{Name: "exclude", Takes: "GLOB", Group: source, Value: list{&o.Exclude}, Text: "No files that match (can be repeated)",
			More: "What .gitignore and .octavoignore name is left out in any case"},
		{Name: "hidden", Group: source, Value: toggle{&o.Hidden}, Text: "Also files whose name begins with a dot"},
		{Name: "max-size", Takes: "SIZE", Group: source, Value: byteSize{&o.MaxSize}, Text: "No files larger than, for example, 100MB",
			More: fmt.Sprintf("Without it: %dMiB", build.DefaultMaxSize>>20)},
		{Name: "force", Group: how, Value: toggle{&o.Force}, Text: "Read unchanged files again",
			More: "Vectors of text that stays the same are kept"},
		{Name: "dry-run", Group: how, Value: toggle{&o.DryRun}, Text: "Say what would be done, and how long it would take"},
		{Name: "index", Takes: strings.Join(config.IndexKinds, "|"), Group: how, Value: choice{&o.Index, config.IndexKinds}, Text: "Which vector index the file gets",
			More: "auto builds an HNSW index for large files only; exact search needs none"},
		{Name: "strict", Group: how, Value: toggle{&o.Strict}, Text: "Exit with 7 when a file failed"},
	}, o.common.options()...)
}

func newBuildCommand(app *App, run func(context.Context, *App, buildOptions) error) *command {
	o := new(buildOptions)
	return &command{
		Name: "build", Does: "Bring the file up to date with its sources", Takes: "[PATH...]", Names: []kind{paths},
		About: buildAbout, Examples: buildExamples, Exits: []int{0, 1, 2, 4, 6, 7, 130}, Next: "octavo search -h",
		Flags: o.options(),
		Run: func(ctx context.Context, arguments []string) error {
			o.Paths = arguments
			return run(ctx, app, *o)
		},
	}
}

func (o *buildOptions) request(c config.Config) engine.BuildRequest {
	return engine.BuildRequest{
		Paths: o.Paths, Collection: o.Collection, Include: o.Include, Exclude: o.Exclude, Hidden: o.Hidden,
		MaxSize: o.MaxSize, Force: o.Force, DryRun: o.DryRun, Index: index.IndexKind(c.Index.Kind),
	}
}

func runBuild(ctx context.Context, app *App, o buildOptions) error {
	s, err := app.session(o.common, o.Index)
	if err != nil {
		return err
	}
	defer s.Close()
	progress := app.progress(o.common)
	answer, err := s.Engine.Build(ctx, o.request(s.Config), build.Reporter(progress.Report))
	progress.Done()
	if err != nil {
		return err
	}
	if err := s.Printer.Build(answer); err != nil {
		return err
	}
	if o.Strict && answer.Failed > 0 {
		return answered{&engine.PartialError{Failed: answer.Failed}}
	}
	return nil
}

const buildAbout = `Reads folders and files into the Octavo file, and makes the file if there is none. Unchanged files are
passed over, files that are gone disappear, and a file that cannot be read never stops the build. Without
PATH the recorded folders and those of octavo.toml are visited. Sources are only read; searches go on
over the old file until the new one is whole. An interrupted build goes on where it stopped.`

var buildExamples = []example{
	{"Make a file from a folder", `octavo build reports`},
	{"Name the collection and pick the files", `octavo build reports --collection ACME/Reports --include "**/*.pdf"`},
	{"Bring everything up to date", `octavo build`},
	{"See first what it would cost", `octavo build reports --dry-run`},
	{"Get a first look at anything in seconds", `octavo build reports --model potion-base-8M`},
}
