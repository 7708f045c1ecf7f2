package build

import (
	"context"
	"reflect"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"octavo/engine/corpus"
	"octavo/engine/embed"
	"octavo/engine/extract"
	"octavo/engine/index"
)

// Builder brings an index up to date with its sources. It neither opens nor publishes the index.
type Builder struct {
	Writer    index.Writer
	Embedder  embed.Embedder
	Extractor *extract.Extractor
	Report    Reporter
}

// Run carries out a plan over what its scan found. After an error, or when ctx is cancelled, what
// was written stays in the work copy and a later run goes on from there.
func (b *Builder) Run(ctx context.Context, r Request, plan Plan, scan Scanned) (Summary, error) {
	began := time.Now()
	if err := b.record(ctx, plan.Record); err != nil {
		return Summary{}, err
	}
	t := newTally(scan, b.Report)
	if err := b.fill(ctx, r, scan, t); err != nil {
		return t.Summary, err
	}
	if err := b.remove(ctx, scan, t); err != nil {
		return t.Summary, err
	}
	var err error
	if b.Writer.Unpublished() {
		err = b.Writer.RecordOutcomes(ctx, t.outcomes)
	}
	t.finish(time.Since(began))
	return t.Summary, err
}

// record writes down the collections whose roots are not known yet, or not so.
func (b *Builder) record(ctx context.Context, collections []index.Collection) error {
	recorded, err := b.Writer.Collections(ctx)
	if err != nil {
		return err
	}
	for _, c := range collections {
		if at := find(recorded, c.Path); at >= 0 && reflect.DeepEqual(recorded[at].Roots, c.Roots) {
			continue
		}
		if err := b.Writer.SetCollection(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// fill runs the pipeline: workers prepare files, one goroutine embeds, one writes. Channels are
// short, so memory stays bounded by the files in hand.
func (b *Builder) fill(ctx context.Context, r Request, scan Scanned, t *tally) error {
	p := newPreparer(r, b.Extractor)
	steps := make(chan step, 1)
	group, ctx := errgroup.WithContext(ctx)
	results := p.all(ctx, group, scan.tasks)
	group.Go(func() error {
		defer close(steps)
		return b.embed(ctx, results, steps, t)
	})
	group.Go(func() error { return b.write(context.WithoutCancel(ctx), steps) })
	return group.Wait()
}

// all prepares tasks on every core and closes its channel after the last.
func (p *preparer) all(ctx context.Context, group *errgroup.Group, tasks []task) <-chan result {
	queue, results := make(chan task), make(chan result, runtime.GOMAXPROCS(0))
	group.Go(func() error {
		defer close(queue)
		for _, t := range tasks {
			select {
			case queue <- t:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	workers, _ := errgroup.WithContext(ctx)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() error {
			for t := range queue {
				select {
				case results <- p.prepare(ctx, t):
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			return nil
		})
	}
	group.Go(func() error {
		defer close(results)
		return workers.Wait()
	})
	return results
}

// embed counts results and fills batches. When no result is ready it embeds what it has rather
// than let the cores idle.
func (b *Builder) embed(ctx context.Context, results <-chan result, steps chan<- step, t *tally) error {
	f := &filler{builder: b, steps: steps, size: firstBatch, asked: map[corpus.TextKey]struct{}{}}
	f.report = func() { t.embedding(f.chunks, f.settled, f.embedded) }
	for {
		var next result
		var more bool
		select {
		case next, more = <-results:
		default:
			if len(f.texts) >= f.worthwhile() {
				if err := f.flush(ctx); err != nil {
					return err
				}
			}
			next, more = <-results
		}
		if !more {
			return f.flush(ctx)
		}
		if next.document != nil {
			if err := f.add(ctx, *next.document); err != nil {
				return err
			}
		}
		t.count(next, f.chunks)
	}
}

// write commits steps as they come. After a failure it drains the channel, so that the embedder
// is not left hanging, and the group's cancelled context stops the rest.
func (b *Builder) write(ctx context.Context, steps <-chan step) error {
	var failed error
	for s := range steps {
		if failed == nil {
			failed = b.commit(ctx, s)
		}
	}
	return failed
}

func (b *Builder) commit(ctx context.Context, s step) error {
	if len(s.vectors) > 0 {
		if err := b.Writer.KeepVectors(ctx, s.vectors); err != nil {
			return err
		}
	}
	if len(s.documents) == 0 {
		return nil
	}
	return b.Writer.Put(ctx, s.documents)
}

// remove drops what is no longer among the sources, and files that can no longer be indexed: text
// that its source does not hold any more must not be found.
func (b *Builder) remove(ctx context.Context, scan Scanned, t *tally) error {
	for _, collection := range scan.paths {
		gone := slices.Concat(scan.gone[collection], t.dropped[collection])
		if len(gone) == 0 {
			continue
		}
		if err := b.Writer.Remove(ctx, collection, gone); err != nil {
			return err
		}
		t.Removed += len(gone)
	}
	return nil
}
