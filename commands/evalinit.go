package commands

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"

	"octavo/engine"
	"octavo/engine/eval"
)

type evalInitOptions struct {
	common
	Out         string
	Count, Seed int
	Scope       string
	Force       bool
}

func (o *evalInitOptions) options() []*option {
	const what, where = "What to draft", "Where to write"
	o.Out, o.Count, o.Seed = "judgements.jsonl", 50, 1
	return append([]*option{
		{Name: "count", Takes: "N", Group: what, Value: whole{&o.Count}, Text: "How many questions (default 50)"},
		{Name: "seed", Takes: "N", Group: what, Value: whole{&o.Seed}, Text: "Another number draws other questions (default 1)"},
		{Name: "scope", Takes: "PATH", Kind: collections, Group: what, Value: text{&o.Scope}, Text: "From that collection and those above it"},
		{Name: "out", Takes: "FILE", Group: where, Value: text{&o.Out}, Text: "The file (default judgements.jsonl)"},
		{Name: "force", Group: where, Value: toggle{&o.Force}, Text: "Replace a file that exists"},
	}, o.common.options()...)
}

func newEvalInitCommand(app *App, run func(context.Context, *App, evalInitOptions) error) *command {
	o := new(evalInitOptions)
	c := &command{
		Name: "init", Does: "Draft judged questions from the file", About: evalInitAbout, Examples: evalInitExamples,
		Exits: []int{0, 1, 2, 4, 130}, Next: "octavo eval -h", Flags: o.options(),
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if len(arguments) > 0 {
			return c.wrongArguments(arguments)
		}
		return run(ctx, app, *o)
	}
	return c
}

func runEvalInit(ctx context.Context, app *App, o evalInitOptions) error {
	if _, err := os.Lstat(o.Out); err == nil && !o.Force {
		return taken(o.Out)
	}
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	defer s.Close()
	answer, err := s.Engine.DraftJudgements(ctx, engine.DraftRequest{Count: o.Count, Seed: uint64(o.Seed), Scope: o.Scope})
	if err != nil {
		return err
	}
	if err := o.write(answer); err != nil {
		return err
	}
	return s.Printer.Draft(o.Out, answer)
}

// write makes a new file; only with --force may it stand where one was.
func (o evalInitOptions) write(answer engine.DraftAnswer) error {
	var b bytes.Buffer
	if err := eval.WriteQueries(&b, answer.Queries); err != nil {
		return err
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if !o.Force {
		flags = os.O_WRONLY | os.O_CREATE | os.O_EXCL
	}
	file, err := os.OpenFile(o.Out, flags, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return taken(o.Out)
	}
	if err != nil {
		return unwritable(o.Out, err)
	}
	_, err = file.Write(b.Bytes())
	if err := errors.Join(err, file.Close()); err != nil {
		return unwritable(o.Out, err)
	}
	return nil
}

func taken(path string) error {
	return &engine.UsageError{Message: path + " exists already", Hint: "It is left as it is. Name another file with --out, or replace it with --force"}
}

const evalInitAbout = `Draws passages of the Octavo file and asks for each with its document's title or its rarest words, so that
there is something to measure within a minute. Such drafts compare two rankings; how good one is for
real questions, only questions of real people can tell. The Octavo file is only read.`

var evalInitExamples = []example{
	{"Draft fifty questions into judgements.jsonl", `octavo eval init`},
	{"Draft a few from one collection", `octavo eval init --scope ACME/Reports --count 20 --out reports.jsonl`},
}
