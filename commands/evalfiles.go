package commands

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"octavo/commands/render"
	"octavo/engine"
	"octavo/engine/eval"
	"octavo/engine/eval/report"
)

// evalFiles are the files that an evaluation leaves beside its answer; empty ones are not written.
type evalFiles struct{ Save, TREC, JUnit, Markdown string }

// write writes them all, also for an evaluation that failed: they say why.
func (f evalFiles) write(a engine.EvaluateAnswer, timings bool) error {
	e := reported(a, timings)
	for _, file := range []struct {
		path  string
		write func(io.Writer) error
	}{
		{f.Save, func(w io.Writer) error { return eval.WriteSaved(w, a.Saved()) }},
		{f.TREC, func(w io.Writer) error { return eval.WriteTREC(w, a.Runs[0], a.Asked) }},
		{f.JUnit, func(w io.Writer) error { return report.WriteJUnit(w, e) }},
		{f.Markdown, func(w io.Writer) error { return report.WriteMarkdown(w, e) }},
	} {
		if file.path == "" || file.path == "-" {
			continue
		}
		if err := writeFile(file.path, file.write); err != nil {
			return err
		}
	}
	return nil
}

// markdown writes the comment to stdout.
func (a *App) markdown(answer engine.EvaluateAnswer, timings bool) error {
	if err := report.WriteMarkdown(a.Console.Out, reported(answer, timings)); err != nil {
		return &render.WriteError{Cause: err}
	}
	return nil
}

// reported leaves times out unless they were asked for, so that equal answers give equal files.
func reported(a engine.EvaluateAnswer, timings bool) eval.Evaluation {
	if !timings {
		a.Latencies = nil
	}
	return a.Evaluation
}

// writeFile replaces a file once what it will hold is complete.
func writeFile(path string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		return unwritable(path, err)
	}
	return nil
}

func unwritable(path string, err error) error {
	var reason *os.PathError
	if errors.As(err, &reason) {
		err = reason.Err
	}
	return &engine.UsageError{Message: fmt.Sprintf("%s cannot be written: %v", path, err)}
}
