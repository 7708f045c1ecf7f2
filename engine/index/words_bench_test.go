package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"octavo/engine/corpus"
)

// go test -run '^$' -bench 'Words|Profiles|Grep' ./engine/index
// Texts are made-up prose: words of one to four syllables, whose frequency falls with their rank as in
// English, about 150 in a chunk, five chunks in a document.

const proseChunks = 5

// prose makes a text of n characters from a vocabulary that has no end.
func prose(random *rand.Rand, n int) string {
	ranks := rand.NewZipf(random, 1.4, 8, 400_000)
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(madeUp(ranks.Uint64()))
		b.WriteByte(' ')
	}
	return b.String()[:n]
}

// madeUp is the word of a rank.
func madeUp(rank uint64) string {
	const onsets, vowels = "bdfgklmnprstvz", "aeiou"
	word := ""
	for n := rank + 14; n > 0; n /= 70 {
		word += string(onsets[n%14]) + string(vowels[n/14%5])
	}
	return word
}

// proseDocument is cut into windows of 1000 with 150 of overlap.
func proseDocument(i int) NewDocument {
	random := rand.New(rand.NewPCG(uint64(i), 7))
	text := prose(random, proseChunks*850+150)
	var chunks []corpus.Chunk
	for c := range proseChunks {
		overlap := min(c, 1) * 150
		chunks = append(chunks, corpus.Chunk{Index: c, Start: c * 850, End: c*850 + 1000, Overlap: overlap, Characters: text[c*850 : c*850+1000]})
	}
	d := newDocument(fmt.Sprintf("c%d", i%5), fmt.Sprintf("%06d.txt", i), "")
	cut(&d, chunks)
	key := corpus.KeyOf(text)
	copy(d.ContentHash[:], key[:])
	return d
}

// proseFile is a published file of that many chunks, its vectors small and all alike.
func proseFile(b *testing.B, chunks int, strip func(d *NewDocument)) string {
	b.Helper()
	ctx := context.Background()
	path := filepath.Join(b.TempDir(), "octavo.duckdb")
	w, err := OpenWriter(ctx, path, WriterOptions{})
	must(b, err)
	begin(b, w, "c0", "c1", "c2", "c3", "c4")
	vector := vectorOf("any")
	documents := chunks / proseChunks
	for c := range 5 { // one collection after the other, as a build goes
		var batch []NewDocument
		var vectors []KeyedVector
		flush := func() {
			must(b, w.KeepVectors(ctx, vectors))
			must(b, w.Put(ctx, batch))
			batch, vectors = nil, nil
		}
		for i := c; i < documents; i += 5 {
			d := proseDocument(i)
			if strip != nil {
				strip(&d)
			}
			for _, k := range d.Cut {
				vectors = append(vectors, KeyedVector{corpus.KeyOf(k.Characters), vector})
			}
			if batch = append(batch, d); len(batch) == 200 {
				flush()
			}
		}
		flush()
	}
	publish(b, w)
	return path
}

func BenchmarkWords(b *testing.B) {
	ctx := context.Background()
	for _, size := range []int{10_000, 50_000} {
		path := proseFile(b, size, nil)
		r := openReader(b, path)
		for name, ranks := range map[string][]uint64{"rare": {900, 2_000, 5_000, 20_000}, "common": {20, 60, 200, 900}} {
			var question []string
			for _, rank := range ranks {
				question = append(question, madeUp(rank))
			}
			plan := planOf(b, r, strings.Join(question, " "))
			for level, of := range map[Level]string{LevelDocuments: "documents", LevelChunks: "chunks"} {
				b.Run(fmt.Sprintf("%d/%s/%s", size, name, of), func(b *testing.B) {
					for b.Loop() {
						_, err := r.Words(ctx, plan, Filter{}, level, 100)
						must(b, err)
					}
				})
			}
			b.Run(fmt.Sprintf("%d/%s/cold", size, name), func(b *testing.B) {
				for b.Loop() {
					r, err := OpenReader(ctx, path, ReaderOptions{OneShot: true})
					must(b, err)
					_, err = r.Words(ctx, plan, Filter{}, LevelDocuments, 100)
					must(b, err)
					must(b, r.Close())
				}
			})
			b.Run(fmt.Sprintf("%d/%s/one collection", size, name), func(b *testing.B) {
				for b.Loop() {
					_, err := r.Words(ctx, plan, Filter{Collections: []corpus.CollectionPath{"c3"}}, LevelDocuments, 100)
					must(b, err)
				}
			})
		}
		b.Run(fmt.Sprintf("%d/profiles of 200", size), func(b *testing.B) {
			var asked []DocumentRef
			for i := range 200 {
				n := i * (size / proseChunks) / 200
				asked = append(asked, DocumentRef{corpus.CollectionPath(fmt.Sprintf("c%d", n%5)), corpus.FilePath(fmt.Sprintf("%06d.txt", n))})
			}
			for b.Loop() {
				profiles, err := r.Profiles(ctx, asked)
				must(b, err)
				if len(profiles) != len(asked) {
					b.Fatal(len(profiles))
				}
			}
		})
		b.Run(fmt.Sprintf("%d/substring", size), func(b *testing.B) {
			for b.Loop() {
				_, err := r.Grep(ctx, Pattern{Text: madeUp(20_000) + " "}, Filter{}, 100)
				must(b, err)
			}
		})
		b.Run(fmt.Sprintf("%d/regex", size), func(b *testing.B) {
			for b.Loop() {
				_, err := r.Grep(ctx, Pattern{Text: madeUp(20_000) + `\w*t\b`, Regexp: true}, Filter{}, 100)
				must(b, err)
			}
		})
	}
}

// BenchmarkBuildOfWords compares a build with words to one without.
func BenchmarkBuildOfWords(b *testing.B) {
	const chunks = 20_000
	for name, strip := range map[string]func(d *NewDocument){"with": nil, "without": func(d *NewDocument) {
		for i := range d.Words {
			d.Words[i].Terms = nil
		}
	}} {
		b.Run(name, func(b *testing.B) {
			var size int64
			for b.Loop() {
				info, err := os.Stat(proseFile(b, chunks, strip))
				must(b, err)
				size = info.Size()
			}
			b.ReportMetric(float64(size)/chunks, "B/chunk")
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/chunks*1e6, "us/chunk")
		})
	}
}
