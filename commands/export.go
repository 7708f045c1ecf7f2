package commands

import (
	"context"
	"fmt"
	"path/filepath"

	"octavo/engine"
	"octavo/engine/corpus"
)

type exportOptions struct {
	common
	engine.ExportRequest
	collections []string
	format      string
}

var archiveFormats = map[string]engine.ArchiveFormat{
	".jsonl": engine.ArchiveJSONL, ".ndjson": engine.ArchiveJSONL, ".parquet": engine.ArchiveParquet,
}

func newExportCommand(app *App, run func(context.Context, *App, exportOptions) error) *command {
	const group = "What is written"
	o := new(exportOptions)
	c := &command{
		Name: "export", Does: "Write text, metadata and vectors to an archive", Takes: "ARCHIVE", Names: []kind{paths}, About: exportAbout, Examples: exportExamples,
		Exits: []int{0, 1, 2, 4, 130}, Next: "octavo import -h",
		Flags: append([]*option{
			{Name: "collection", Takes: "PATH", Kind: collections, Group: group, Value: list{&o.collections}, Text: "Only this collection and those below",
				More: "May be given again. Without it: everything"},
			{Name: "format", Takes: "FORM", Group: group, Value: choice{&o.format, []string{string(engine.ArchiveJSONL), string(engine.ArchiveParquet)}},
				Text: "The form: jsonl or parquet",
				More: "Without it the name of the archive tells. jsonl has a document on each line, parquet a chunk in each row"},
			{Name: "force", Group: group, Value: toggle{&o.Force}, Text: "Replace the archive"},
		}, o.common.options()...),
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if len(arguments) != 1 {
			return c.wrongArguments(arguments)
		}
		o.File = arguments[0]
		if err := o.settle(); err != nil {
			return err
		}
		return run(ctx, app, *o)
	}
	return c
}

func (o *exportOptions) settle() error {
	o.Format = engine.ArchiveFormat(o.format)
	if o.Format == "" {
		o.Format = archiveFormats[filepath.Ext(o.File)]
	}
	if o.Format == "" {
		return &engine.UsageError{
			Message: fmt.Sprintf("the name %q does not tell the form of the archive", o.File),
			Hint:    "End it with .jsonl or .parquet, or add --format",
		}
	}
	for _, name := range o.collections {
		path, err := corpus.ParseCollectionPath(name)
		if err != nil {
			return err
		}
		o.Collections = append(o.Collections, path)
	}
	return nil
}

func runExport(ctx context.Context, app *App, o exportOptions) error {
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	defer s.Close()
	answer, err := s.Engine.Export(ctx, o.ExportRequest)
	if err != nil {
		return err
	}
	if answer.Versions > 0 && !o.JSON && !o.Quiet {
		fmt.Fprintln(app.Console.Err, "octavo: only live content is exported; the versions of the file stay behind")
	}
	return s.Printer.Exported(answer)
}

const exportAbout = `Writes the live documents with their text, chunks, metadata and vectors, so that octavo import makes
a file of them that answers as this one does, without sources and without the model. Versions, the
ledger and the words, which follow from the text, are left out. The archive appears whole or not at all.`

var exportExamples = []example{
	{"Keep what was embedded", `octavo export octavo.jsonl`},
	{"Hand a collection to another tool", `octavo export reports.parquet --collection ACME/Reports`},
}
