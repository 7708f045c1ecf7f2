package commands

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"time"

	"octavo/commands/render"
	"octavo/engine"
)

// gravity lists exit codes from the failure that is soonest mended: a batch ends with the code of
// its gravest one.
var gravity = []int{engine.ExitOK, engine.ExitTransient, engine.ExitLocked, engine.ExitUsage, engine.ExitUnavailable, engine.ExitInternal}

// askBatch answers one question after the other, each on a line of its own. One that cannot be
// answered becomes an error on its line, and the rest goes on.
func (o *searchOptions) askBatch(ctx context.Context, app *App, of searching) error {
	in, err := o.openBatch(app)
	if err != nil {
		return err
	}
	defer in.Close()
	began := time.Now()
	s, err := app.reading(o.common, o.content, o.Index, func(r *render.Options) {
		r.Explain = o.Explain
		if o.Timings {
			r.Elapsed = func() time.Duration { return time.Since(began) } // of the question, not of the process
		}
	})
	if err != nil {
		return err
	}
	defer s.Close()
	s.Engine.OneShot = false // many questions: what is read once stays in memory
	if err := s.Engine.Ready(ctx); err != nil {
		return err
	}
	var gravest error
	asked := 0
	for q, err := range engine.Questions(ctx, in, o.request(s.Config), of.chunks) {
		began = time.Now()
		asked++
		if err == nil {
			err = of.answer(ctx, s, q)
		}
		var line *engine.LineError
		switch {
		case err == nil:
			continue
		case ctx.Err() != nil || !errors.As(err, &line):
			return err
		}
		failure := engine.Classify(err)
		if err := s.Printer.Failure(render.Failure{Failure: failure, Search: true}); err != nil {
			return err
		}
		if gravest == nil || slices.Index(gravity, failure.Exit) > slices.Index(gravity, engine.Classify(gravest).Exit) {
			gravest = err
		}
	}
	switch {
	case asked == 0:
		return &engine.UsageError{Message: o.batchName() + " holds no queries"}
	case gravest != nil:
		return answered{gravest}
	}
	return nil
}

// answer prints the answer to one question of a batch. Errors: *engine.LineError, *render.WriteError.
func (of searching) answer(ctx context.Context, s *session, q engine.Question) error {
	answer, err := of.find(s.Engine, ctx, q.Request)
	if err != nil {
		return &engine.LineError{Line: q.Line, ID: q.ID, Cause: err}
	}
	answer.ID = q.ID
	return of.show(s.Printer, answer)
}

func (o *searchOptions) batchName() string {
	if o.Batch == "-" {
		return "stdin"
	}
	return o.Batch
}

func (o *searchOptions) openBatch(app *App) (io.ReadCloser, error) {
	if o.Batch == "-" {
		return io.NopCloser(app.Console.In), nil
	}
	info, err := os.Stat(o.Batch)
	if err == nil && info.IsDir() {
		return nil, &engine.UsageError{Message: o.Batch + " is a folder, not a file of queries"}
	}
	file, err := os.Open(o.Batch)
	if err != nil {
		return nil, &engine.UsageError{Message: "the batch cannot be read: " + err.Error()}
	}
	return file, nil
}
