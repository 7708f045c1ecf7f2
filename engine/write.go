package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"octavo/engine/build"
	"octavo/engine/corpus"
	"octavo/engine/embed"
	"octavo/engine/embed/bundled"
	"octavo/engine/extract"
	"octavo/engine/index"
)

// Build brings the file up to date with its sources and publishes it when anything changed.
// Errors besides those of the rooms: *ModelChangedError, *UsageError.
func (e *Engine) Build(ctx context.Context, r BuildRequest, report build.Reporter) (BuildAnswer, error) {
	answer := BuildAnswer{Database: e.Config.Database, DryRun: r.DryRun}
	if err := build.CheckPaths(r.Paths); err != nil {
		return answer, err
	}
	if r.DryRun {
		return e.dryRun(ctx, r, report)
	}
	extractor := extract.New(extract.Options{CacheDir: cacheFolder()})
	defer extractor.Close()
	err := e.change(ctx, r.Index, func(w index.Writer) error {
		plan, err := e.plan(ctx, r, w.Collections)
		if err != nil {
			return err
		}
		scan, err := build.Scan(ctx, r, plan, w.Files)
		if err != nil {
			return err
		}
		embedder, err := e.fillWith(ctx, w)
		if err != nil {
			return err
		}
		b := build.Builder{Writer: w, Embedder: embedder, Extractor: extractor, Report: lockProgress(w, report)}
		answer.Summary, err = b.Run(ctx, r, plan, scan)
		return err
	}, report, &answer)
	return answer, err
}

// change opens the work copy, lets edit change it, and publishes it if it differs from the
// published file, also by what an interrupted build left, or if another kind of vector index is
// asked for.
func (e *Engine) change(ctx context.Context, kind index.IndexKind, edit func(index.Writer) error, report build.Reporter, answer *BuildAnswer) error {
	w, err := index.OpenWriter(ctx, e.Config.Database, index.WriterOptions{VSS: e.extension(), Command: e.Command})
	if err != nil {
		return err
	}
	defer w.Close()
	if err := edit(w); err != nil {
		return err
	}
	if !w.Unpublished() && !w.NeedsIndex(kind) {
		return nil
	}
	if report != nil {
		report(build.Progress{Phase: build.PhasePublish})
	}
	answer.Index, err = w.Publish(ctx, index.PublishOptions{Index: kind})
	answer.Published = err == nil
	return err
}

// fillWith opens the model that the work copy is filled with, and begins a generation where there
// is none yet.
func (e *Engine) fillWith(ctx context.Context, w index.Writer) (embed.Embedder, error) {
	g, err := w.Generation(ctx)
	if err == nil {
		return e.embedderOf(&g)
	}
	if !errors.Is(err, index.ErrNoActiveGeneration) {
		return nil, err
	}
	name := e.Config.Embedder.Model
	if name == "" {
		name = bundled.Default
	}
	embedder, err := e.model(name)
	if err != nil {
		return nil, err
	}
	_, err = w.BeginGeneration(ctx, specOf(embedder))
	return embedder, err
}

func (e *Engine) plan(ctx context.Context, r BuildRequest, recorded func(context.Context) ([]index.Collection, error)) (build.Plan, error) {
	known, err := recorded(ctx)
	if err != nil {
		return build.Plan{}, err
	}
	configured, err := e.configured()
	if err != nil {
		return build.Plan{}, err
	}
	return build.Resolve(r, known, configured)
}

// lockProgress keeps the lock file telling how far the build is.
func lockProgress(w index.Writer, report build.Reporter) build.Reporter {
	return func(p build.Progress) {
		w.UpdateProgress(index.Progress{Phase: string(p.Phase), Files: p.Files, Done: p.Done, Embedded: p.Embedded, Missing: missing(p)})
		if report != nil {
			report(p)
		}
	}
}

// missing is how many texts are still to be embedded: those that are known, and for the files not
// looked at yet as many each as the others had, at least one.
func missing(p build.Progress) int {
	return p.Chunks - p.Embedded + (p.Files-p.Done)*max(1, p.Chunks/max(1, p.Done))
}

// dryRun tells what a build would do. It writes nothing and takes no lock.
func (e *Engine) dryRun(ctx context.Context, r BuildRequest, report build.Reporter) (BuildAnswer, error) {
	answer := BuildAnswer{Database: e.Config.Database, DryRun: true}
	recorded := func(context.Context) ([]index.Collection, error) { return nil, nil }
	gate := func(context.Context, corpus.CollectionPath) (map[corpus.FilePath]index.FileState, error) {
		return nil, nil
	}
	reader, err := e.open(ctx)
	var missing *index.MissingError
	switch {
	case err == nil:
		defer reader.Close()
		gate, recorded = reader.Files, e.Collections
	case !errors.As(err, &missing):
		return answer, err
	}
	plan, err := e.plan(ctx, r, recorded)
	if err != nil {
		return answer, err
	}
	scan, err := build.Scan(ctx, r, plan, gate)
	if err != nil {
		return answer, err
	}
	embedder, err := e.modelFor(ctx)
	if err != nil {
		return answer, err
	}
	extractor := extract.New(extract.Options{CacheDir: cacheFolder()})
	defer extractor.Close()
	var sample []string
	answer.Summary, sample, err = build.Rehearse(ctx, r, scan, extractor, report)
	if err != nil || len(sample) == 0 {
		return answer, err
	}
	began := time.Now()
	if _, err := embedder.EmbedDocuments(ctx, sample); err != nil {
		return answer, err
	}
	answer.Expected = time.Since(began) / time.Duration(len(sample)) * time.Duration(answer.Chunks)
	return answer, nil
}

// RemoveCollection drops a collection with all its documents and publishes the file.
func (e *Engine) RemoveCollection(ctx context.Context, path corpus.CollectionPath) error {
	return e.edit(ctx, path, func(w index.Writer) error { return w.RemoveCollection(ctx, path) })
}

// RenameCollection gives a collection another path; text and vectors are kept.
func (e *Engine) RenameCollection(ctx context.Context, from, to corpus.CollectionPath) error {
	return e.edit(ctx, from, func(w index.Writer) error { return w.RenameCollection(ctx, from, to) })
}

func (e *Engine) edit(ctx context.Context, path corpus.CollectionPath, do func(index.Writer) error) error {
	configured, err := e.configured()
	if err != nil {
		return err
	}
	if slices.ContainsFunc(configured, func(c index.Collection) bool { return c.Path == path }) {
		return &UsageError{
			Message: fmt.Sprintf("%s is listed in %s: the next build would bring it back", path, e.Config.File),
			Hint:    "Change that file first",
		}
	}
	if _, err := os.Stat(e.Config.Database); err != nil {
		return &index.MissingError{Path: e.Config.Database}
	}
	var answer BuildAnswer
	err = e.change(ctx, "", do, nil, &answer)
	switch {
	case errors.Is(err, index.ErrNotFound):
		return &UsageError{Message: "there is no collection " + string(path), Hint: "octavo collections list shows them"}
	case errors.Is(err, index.ErrExists):
		return &UsageError{Message: "a collection of that name exists already"}
	}
	return err
}

// Versions names what the binary is made of.
func (e *Engine) Versions(context.Context) VersionAnswer {
	source, _, _ := index.LocateVSS(e.extension())
	answer := VersionAnswer{Octavo: e.Version, Go: runtime.Version(), DuckDB: index.DuckDBVersion(), VSS: source, Schema: index.SchemaVersion}
	for _, name := range bundled.Names() {
		model := ModelVersion{Name: name}
		if embedder, err := bundled.Open(name); err == nil {
			model.Dimension, model.Weights = embedder.Spec().Dimension, embedder.Spec().Weights
		}
		answer.Models = append(answer.Models, model)
	}
	return answer
}
