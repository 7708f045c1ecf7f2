package commands

import (
	"bufio"
	"context"
	"fmt"

	"octavo/engine"
	"octavo/engine/corpus"
)

type embedOptions struct {
	common
	Texts []string
	Query bool
}

func newEmbedCommand(app *App, run func(context.Context, *App, embedOptions) error) *command {
	o := new(embedOptions)
	c := &command{
		Name: "embed", Does: "Print the vectors of texts", Takes: "TEXT...", About: embedAbout, Examples: embedExamples,
		Exits: []int{0, 1, 2, 4, 130}, Next: "octavo search -h",
		Flags: append([]*option{
			{Name: "query", Group: "What is embedded", Value: toggle{&o.Query}, Text: "The texts are questions, not passages",
				More: "Some models put an instruction before a question; vectors of questions are to be compared with those of passages"},
		}, o.common.options()...),
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if err := o.take(app, c, arguments); err != nil {
			return err
		}
		return run(ctx, app, *o)
	}
	return c
}

// take reads the texts: one an argument, or one a line of stdin where the only one is "-".
func (o *embedOptions) take(app *App, c *command, arguments []string) error {
	o.Texts = arguments
	if len(arguments) == 1 && arguments[0] == "-" {
		o.Texts = nil
		lines := bufio.NewScanner(app.Console.In)
		lines.Buffer(nil, longestQuery)
		for lines.Scan() {
			o.Texts = append(o.Texts, lines.Text())
		}
		if err := lines.Err(); err != nil {
			return fmt.Errorf("line %d of stdin: %w", len(o.Texts)+1, err)
		}
	}
	if len(o.Texts) == 0 {
		return &engine.UsageError{Message: "there are no texts to embed", Hint: "Usage: " + c.path() + " " + c.Takes}
	}
	for i, t := range o.Texts {
		if corpus.Blank(t) {
			return &engine.UsageError{Message: fmt.Sprintf("text %d is blank and has no vector", i+1)}
		}
	}
	return nil
}

func runEmbed(ctx context.Context, app *App, o embedOptions) error {
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	defer s.Close()
	answer, err := s.Engine.Embed(ctx, o.Texts, o.Query)
	if err != nil {
		return err
	}
	return s.Printer.Embed(answer)
}

const embedAbout = `Prints one vector a line, as a list that JSON and DuckDB read. The model is --model, else the one of
the file, else the default one; a file is not needed.`

var embedExamples = []example{
	{"Get a vector for use in SQL", `octavo embed "the discount rate rose"`},
	{"Embed a question as search does", `octavo embed --query "why did the rate rise"`},
	{"Embed each line of a file", `octavo embed - < lines.txt`},
	{"Compare two models", `octavo embed "discount rate" --model potion-base-8M --json`},
}
