package index

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"octavo/engine/corpus"
)

// go test -run '^$' -bench . ./engine/index
// Vectors are random codes of 384 dimensions in five collections; one row per document.

func BenchmarkNearest(b *testing.B) {
	ctx := context.Background()
	query := vectorOfDimension("query", 384)
	for _, size := range []int{10_000, 50_000, 200_000} {
		path := vectorsFile(b, size, 5, 384)
		r := openReader(b, path)
		for name, filter := range map[string]Filter{"all": {}, "one collection of five": {Collections: []corpus.CollectionPath{"c3"}}} {
			b.Run(fmt.Sprintf("%d/%s", size, name), func(b *testing.B) {
				for b.Loop() {
					_, err := r.Nearest(ctx, query, filter, 20)
					must(b, err)
				}
			})
		}
		b.Run(fmt.Sprintf("%d/cold", size), func(b *testing.B) {
			for b.Loop() {
				r, err := OpenReader(ctx, path, ReaderOptions{OneShot: true})
				must(b, err)
				_, err = r.Nearest(ctx, query, Filter{}, 20)
				must(b, err)
				must(b, r.Close())
			}
		})
	}
}

func BenchmarkMissing(b *testing.B) {
	ctx := context.Background()
	var keys []corpus.TextKey
	for i := range 256 {
		keys = append(keys, corpus.KeyOf(fmt.Sprint(i)))
	}
	for _, size := range []int{50_000, 200_000} {
		w, err := OpenWriter(ctx, vectorsFile(b, size, 5, 384), WriterOptions{})
		must(b, err)
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			for b.Loop() {
				_, err := w.Missing(ctx, keys)
				must(b, err)
			}
		})
		must(b, w.Close())
	}
}

// BenchmarkBuild writes documents of ten windows, 32 to a commit, and reads passages of them.
func BenchmarkBuild(b *testing.B) {
	ctx := context.Background()
	const documents, windows = 500, 10
	folder := b.TempDir()
	var path string
	var chunks, round int
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			path, chunks = fmt.Sprintf("%s/%d.duckdb", folder, round), 0
			round++
			w, err := OpenWriter(ctx, path, WriterOptions{})
			must(b, err)
			spec := testSpec
			spec.Dimension = 384
			_, err = w.BeginGeneration(ctx, spec)
			must(b, err)
			must(b, w.SetCollection(ctx, Collection{Path: "c"}))
			var batch []NewDocument
			var vectors []KeyedVector
			for i := range documents {
				d := newDocument("c", fmt.Sprintf("%04d.txt", i), "")
				cut(&d, windowsOf(i, windows))
				for _, c := range d.Cut {
					vectors = append(vectors, KeyedVector{corpus.KeyOf(c.Characters), vectorOfDimension(c.Characters, 384)})
				}
				chunks += len(d.Cut)
				if batch = append(batch, d); len(batch) == 32 || i == documents-1 {
					b.StartTimer()
					must(b, w.KeepVectors(ctx, vectors))
					must(b, w.Put(ctx, batch))
					b.StopTimer()
					batch, vectors = nil, nil
				}
			}
			b.StartTimer()
			publish(b, w)
		}
		info, err := os.Stat(path)
		must(b, err)
		b.ReportMetric(float64(info.Size())/float64(chunks), "B/chunk")
		b.ReportMetric(float64(chunks)*float64(b.N)/b.Elapsed().Seconds(), "chunks/s")
	})
	r := openReader(b, path)
	for _, n := range []int{1, 20} {
		var refs []ChunkRef
		for i := range n {
			refs = append(refs, ChunkRef{"c", corpus.FilePath(fmt.Sprintf("%04d.txt", i*documents/n)), i % windows})
		}
		b.Run(fmt.Sprintf("passages/%d", n), func(b *testing.B) {
			for b.Loop() {
				passages, err := r.Passages(ctx, refs)
				must(b, err)
				if len(passages) != n {
					b.Fatal(len(passages))
				}
			}
		})
	}
}

// windowsOf cuts a text of random words, about as varied as prose, into windows of 1000 with 150 of overlap.
func windowsOf(seed, count int) []corpus.Chunk {
	words := strings.Fields(`the pension plan of a company reports benefit obligation assets discount rate mortality
		assumption actuarial gain loss service cost interest contribution member trustee fund valuation year`)
	var b strings.Builder
	for i := 0; b.Len() < count*850+150; i++ {
		key := corpus.KeyOf(fmt.Sprint(seed, i))
		if key[0] < 32 {
			fmt.Fprintf(&b, "%d.%d ", key[1], key[2])
		}
		b.WriteString(words[int(key[3])%len(words)] + " ")
	}
	text := b.String()
	var out []corpus.Chunk
	for i := range count {
		overlap := 150
		if i == 0 {
			overlap = 0
		}
		start := i * 850
		out = append(out, corpus.Chunk{Index: i, Start: start, End: start + 1000, Overlap: overlap, Characters: text[start : start+1000]})
	}
	return out
}
