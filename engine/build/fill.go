package build

import (
	"context"
	"time"

	"octavo/engine/corpus"
	"octavo/engine/index"
)

// Bounds of a batch. It grows while the model is quick, so that commits do not outweigh it, and
// shrinks while it is slow, so that an interruption costs at most a second or two of work.
const (
	smallestBatch = 16
	firstBatch    = 32
	largestBatch  = 2048
	quick         = 400 * time.Millisecond
	slow          = 1500 * time.Millisecond
)

// step is one unit of writing: vectors are committed first, then the documents that are complete
// with them.
type step struct {
	vectors   []index.KeyedVector
	documents []index.NewDocument
}

// filler collects what is to be embedded, across documents, and hands on complete steps.
type filler struct {
	builder *Builder
	steps   chan<- step
	report  func()

	size     int
	asked    map[corpus.TextKey]struct{} // every key met in this build: never embedded twice
	texts    []string
	keys     []corpus.TextKey
	complete []index.NewDocument

	chunks   int // texts asked for
	embedded int // of those, run through the model
	settled  int // of those, with a vector by now
}

// add queues the texts of a document and, once all of them are, the document.
func (f *filler) add(ctx context.Context, d index.NewDocument) error {
	for _, c := range d.Cut {
		if corpus.Blank(c.Characters) {
			continue
		}
		key := corpus.KeyOf(c.Characters)
		if _, known := f.asked[key]; known {
			continue
		}
		f.asked[key] = struct{}{}
		f.keys, f.texts = append(f.keys, key), append(f.texts, c.Characters)
		f.chunks++
		if len(f.texts) >= f.size {
			if err := f.flush(ctx); err != nil {
				return err
			}
		}
	}
	f.complete = append(f.complete, d)
	if len(f.complete) >= largestBatch {
		return f.flush(ctx)
	}
	return nil
}

// flush embeds what is queued and sends it on. A batch that has begun is finished even when ctx
// is cancelled: it is paid for.
func (f *filler) flush(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(f.texts) == 0 && len(f.complete) == 0 {
		return nil
	}
	unbroken := context.WithoutCancel(ctx)
	missing, err := f.builder.Writer.Missing(unbroken, f.keys)
	if err != nil {
		return err
	}
	began := time.Now()
	vectors, err := f.builder.Embedder.EmbedDocuments(unbroken, f.textsOf(missing))
	if err != nil {
		return err
	}
	f.adapt(len(missing), time.Since(began))
	out := step{documents: f.complete, vectors: make([]index.KeyedVector, len(missing))}
	for i, key := range missing {
		out.vectors[i] = index.KeyedVector{Key: key, Vector: vectors[i]}
	}
	f.steps <- out
	f.embedded += len(missing)
	f.settled = f.chunks
	f.keys, f.texts, f.complete = nil, nil, nil
	f.report()
	return nil
}

// textsOf finds the texts of keys, which are a subsequence of the queued ones.
func (f *filler) textsOf(keys []corpus.TextKey) []string {
	texts := make([]string, 0, len(keys))
	at := 0
	for _, key := range keys {
		for f.keys[at] != key {
			at++
		}
		texts = append(texts, f.texts[at])
	}
	return texts
}

// worthwhile is how many texts are embedded while no more are ready: fewer would cost more in
// commits than waiting does.
func (f *filler) worthwhile() int { return f.size / 4 }

func (f *filler) adapt(done int, spent time.Duration) {
	switch {
	case spent < quick && done >= f.worthwhile():
		f.size = min(2*f.size, largestBatch)
	case spent > slow:
		f.size = max(f.size/2, smallestBatch)
	}
}
