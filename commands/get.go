package commands

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"octavo/engine"
	"octavo/engine/corpus"
)

// documentOptions name a document, and for get-chunk a passage of it.
type documentOptions struct {
	common
	content
	At    engine.Locator
	Chunk int
}

func (o *documentOptions) options() []*option {
	return append([]*option{o.content.option()}, o.common.options()...)
}

// takeDocument reads COLLECTION FILE or DOCUMENTPATH.
func (o *documentOptions) takeDocument(c *command, arguments []string) error {
	if len(arguments) < 1 || len(arguments) > 2 {
		return c.wrongArguments(arguments)
	}
	var err error
	o.At, err = engine.Locate(arguments...)
	var usage *engine.UsageError
	if errors.As(err, &usage) {
		usage.Hint = "A file of a collection is named by two arguments: " + c.path() + " COLLECTION FILE"
	}
	return err
}

// takeChunk reads a document and the index of a passage.
func (o *documentOptions) takeChunk(c *command, arguments []string) error {
	if len(arguments) < 2 || len(arguments) > 3 {
		return c.wrongArguments(arguments)
	}
	var err error
	if o.Chunk, err = takeIndex(arguments[len(arguments)-1]); err != nil {
		return err
	}
	return o.takeDocument(c, arguments[:len(arguments)-1])
}

func takeIndex(word string) (int, error) {
	n, err := strconv.Atoi(word)
	if err != nil {
		return 0, &engine.UsageError{Message: fmt.Sprintf("INDEX %q is not a whole number", word), Hint: "The first passage of a document has the index 0"}
	}
	return n, nil
}

// takeText reads a document, or a passage of one: COLLECTION FILE [INDEX], or DOCUMENTPATH [INDEX].
// The index is -1 where there is none.
func takeText(c *command, arguments []string) (at engine.Locator, chunk int, err error) {
	var o documentOptions
	names := 2
	if len(arguments) > 0 && corpus.IsDocumentPath(arguments[0]) {
		names = 1
	}
	if len(arguments) == names {
		err = o.takeDocument(c, arguments)
		return o.At, -1, err
	}
	if len(arguments) != names+1 {
		return o.At, -1, &engine.UsageError{
			Message: fmt.Sprintf("a text is named by COLLECTION FILE [INDEX] or DOCUMENTPATH [INDEX], not by %d words", len(arguments)),
			Hint:    c.path() + " -h shows examples",
		}
	}
	if chunk, err = takeIndex(arguments[names]); err != nil {
		return o.At, -1, err
	}
	if chunk < 0 {
		return o.At, -1, &engine.UsageError{Message: "INDEX cannot be negative", Hint: "The first passage of a document has the index 0"}
	}
	err = o.takeDocument(c, arguments[:names])
	return o.At, chunk, err
}

type documentRun func(context.Context, *App, documentOptions) error

func newGetChunkCommand(app *App, run documentRun) *command {
	o := new(documentOptions)
	c := &command{
		Name: "get-chunk", Does: "Read one passage and step to its neighbours",
		Takes: "COLLECTION FILE INDEX | DOCUMENTPATH INDEX", Names: aDocument,
		About: getChunkAbout, Examples: getChunkExamples, Exits: []int{0, 1, 2, 4, 130}, Next: "octavo get-file -h",
		Flags: o.options(),
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if err := o.takeChunk(c, arguments); err != nil {
			return err
		}
		return run(ctx, app, *o)
	}
	return c
}

func newGetFileCommand(app *App, run documentRun) *command {
	return newDocumentCommand(app, run, command{
		Name: "get-file", Does: "Read the whole text of a document",
		About: getFileAbout, Examples: getFileExamples, Next: "octavo get-document -h",
	})
}

func newGetDocumentCommand(app *App, run documentRun) *command {
	return newDocumentCommand(app, run, command{
		Name: "get-document", Does: "Show what is known of a document",
		About: getDocumentAbout, Examples: getDocumentExamples, Next: "octavo get-file -h",
	})
}

func newDocumentCommand(app *App, run documentRun, c command) *command {
	o := new(documentOptions)
	c.Takes, c.Names, c.Exits, c.Flags = "COLLECTION FILE | DOCUMENTPATH", aDocument, []int{0, 1, 2, 4, 130}, o.options()
	c.Run = func(ctx context.Context, arguments []string) error {
		if err := o.takeDocument(&c, arguments); err != nil {
			return err
		}
		return run(ctx, app, *o)
	}
	return &c
}

func runGetChunk(ctx context.Context, app *App, o documentOptions) error {
	s, err := app.reading(o.common, o.content, "")
	if err != nil {
		return err
	}
	defer s.Close()
	answer, err := s.Engine.Chunk(ctx, o.At, o.Chunk)
	if err != nil {
		return err
	}
	return s.Printer.Chunk(answer)
}

func runGetFile(ctx context.Context, app *App, o documentOptions) error {
	s, err := app.reading(o.common, o.content, "")
	if err != nil {
		return err
	}
	defer s.Close()
	answer, err := s.Engine.File(ctx, o.At)
	if err != nil {
		return err
	}
	return s.Printer.File(answer)
}

func runGetDocument(ctx context.Context, app *App, o documentOptions) error {
	s, err := app.reading(o.common, o.content, "")
	if err != nil {
		return err
	}
	defer s.Close()
	answer, err := s.Engine.Document(ctx, o.At)
	if err != nil {
		return err
	}
	return s.Printer.Document(answer)
}

const getChunkAbout = `Prints one passage as a search result names it, with the commands that read the one before and the
one after. An index that the document does not have is answered with the range that it has.`

var getChunkExamples = []example{
	{"Read a search result in full", `octavo get-chunk ACME/Reports pension/2025.pdf 4`},
	{"Name the document by its path", `octavo get-chunk ACME/Reports/_Documents/pension-2025-1c9a7e02 4`},
	{"Learn how many passages there are", `octavo get-chunk ACME/Reports pension/2025.pdf 0 --json | jq .totalChunks`},
}

const getFileAbout = `Prints the text that was extracted from the file, whole and nothing else. Use it for tables and for
whatever must not be cut; search-chunks and get-chunk read windows.`

var getFileExamples = []example{
	{"Read a file", `octavo get-file ACME/Reports pension/2025.pdf`},
	{"Count its words", `octavo get-file ACME/Reports pension/2025.pdf | wc -w`},
	{"Name it by its document path", `octavo get-file ACME/Reports/_Documents/pension-2025-1c9a7e02`},
}

const getDocumentAbout = `Prints title, summary, sizes and metadata. It never prints the text: that is what get-file does.`

var getDocumentExamples = []example{
	{"Look at a document", `octavo get-document ACME/Reports pension/2025.pdf`},
	{"Follow a search result", `octavo get-document ACME/Reports/_Documents/pension-2025-1c9a7e02`},
	{"Read its metadata with a program", `octavo get-document ACME/Reports pension/2025.pdf --json | jq .metadata`},
}
