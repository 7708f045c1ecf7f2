package build

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"octavo/engine/corpus"
	"octavo/engine/extract"
)

// sampleSize is how many texts a rehearsal returns at most, to time the model on.
const sampleSize = 16

// Rehearse does all that a build does up to embedding, and writes nothing. Summary.Chunks counts
// what would be written; the sample holds some of the texts that would be embedded.
func Rehearse(ctx context.Context, r Request, scan Scanned, extractor *extract.Extractor, report Reporter) (Summary, []string, error) {
	began := time.Now()
	t := newTally(scan, report)
	p := newPreparer(r, extractor)
	group, ctx := errgroup.WithContext(ctx)
	var sample []string
	results := p.all(ctx, group, scan.tasks)
	for result := range results {
		if result.document != nil {
			sample = appendSample(sample, result.document.Cut)
		}
		t.count(result, t.Chunks)
	}
	for _, c := range scan.paths {
		t.Removed += len(scan.gone[c]) + len(t.dropped[c])
	}
	t.finish(time.Since(began))
	t.Reused = 0
	return t.Summary, sample, group.Wait()
}

func appendSample(sample []string, chunks []corpus.Chunk) []string {
	for _, c := range chunks {
		if len(sample) == sampleSize {
			break
		}
		if !corpus.Blank(c.Characters) {
			sample = append(sample, c.Characters)
		}
	}
	return sample
}
