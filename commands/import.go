package commands

import (
	"context"

	"octavo/engine"
	"octavo/engine/index"
)

type importOptions struct {
	common
	File, Index string
}

func newImportCommand(app *App, run func(context.Context, *App, importOptions) error) *command {
	o := new(importOptions)
	c := &command{
		Name: "import", Does: "Make a new file from an archive", Takes: "ARCHIVE", Names: []kind{paths}, About: importAbout, Examples: importExamples,
		Exits: []int{0, 1, 2, 4, 6, 130}, Next: "octavo export -h",
		Flags: append([]*option{
			{Name: "index", Takes: "KIND", Group: "What is made", Value: choice{&o.Index, []string{string(index.IndexAuto), string(index.IndexExact), string(index.IndexHNSW)}},
				Text: "How vectors are searched: auto, exact or hnsw", More: "Without it: as in the file that was exported"},
		}, o.common.options()...),
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if len(arguments) != 1 {
			return c.wrongArguments(arguments)
		}
		o.File = arguments[0]
		return run(ctx, app, *o)
	}
	return c
}

func runImport(ctx context.Context, app *App, o importOptions) error {
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	defer s.Close()
	answer, err := s.Engine.Import(ctx, engine.ImportRequest{File: o.File, Index: index.IndexKind(o.Index)})
	if err != nil {
		return err
	}
	return s.Printer.Imported(answer)
}

const importAbout = `Makes the Octavo file that --db names from an archive of octavo export, and answers as the exported
file did. The file must not exist yet; nothing is merged into another one. The roots of the collections
come along, so that octavo build can go on where they exist. What is wrong with an archive is said with
its line, and leaves no file behind.`

var importExamples = []example{
	{"Bring everything back", `octavo import octavo.jsonl --db restored.duckdb`},
	{"Take over the collection of a colleague", `octavo import reports.parquet --db reports.duckdb`},
}
