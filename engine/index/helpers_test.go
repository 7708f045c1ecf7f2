package index

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"octavo/engine/corpus"
	"octavo/engine/lexical"
)

const testDimension = 16

var testSpec = GenerationSpec{Model: "test", Dimension: testDimension, Window: 20, Overlap: 5, Chunker: 1}

// vectorOf is a unit vector that depends on the text alone.
func vectorOf(text string) []float32 { return vectorOfDimension(text, testDimension) }

func vectorOfDimension(text string, dimension int) []float32 {
	key := corpus.KeyOf(text)
	seed := func(b []byte) (n uint64) {
		for _, x := range b {
			n = n<<8 | uint64(x)
		}
		return n
	}
	random := rand.New(rand.NewPCG(seed(key[:8]), seed(key[8:])))
	v := make([]float32, dimension)
	for i := range v {
		v[i] = float32(random.NormFloat64())
	}
	return unit(v)
}

func unit(v []float32) []float32 {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / math.Sqrt(sum))
	}
	return v
}

// cutText cuts a text as the chunker does, without its care for grapheme clusters.
func cutText(text string) []corpus.Chunk {
	runes := []rune(text)
	var out []corpus.Chunk
	for start := 0; start < len(runes); start += testSpec.Window - testSpec.Overlap {
		end := min(start+testSpec.Window, len(runes))
		overlap := 0
		if start > 0 {
			overlap = testSpec.Overlap
		}
		out = append(out, corpus.Chunk{Index: len(out), Start: start, End: end, Overlap: overlap, Characters: string(runes[start:end])})
		if end == len(runes) {
			break
		}
	}
	return out
}

func newDocument(collection, file, text string) NewDocument {
	d := NewDocument{}
	cut(&d, cutText(text))
	d.Collection, d.File = corpus.CollectionPath(collection), corpus.FilePath(file)
	d.Title, d.MIME, d.Extractor = "Title of "+file, "text/plain", "text/1"
	key := corpus.KeyOf(text)
	copy(d.ContentHash[:], key[:])
	d.Bytes = int64(len(text))
	d.LastModified = time.Date(2026, 5, 4, 3, 2, 1, 987654321, time.UTC)
	return d
}

// cut gives a document its chunks and the words in them, as a build does.
func cut(d *NewDocument, chunks []corpus.Chunk) {
	text := join(chunks)
	d.Cut, d.Language = chunks, lexical.Detect(text)
	d.Words = lexical.CountByChunk(lexical.Analyze(text, d.Language), chunks)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// begin opens a writer with the generation and the collections that tests use.
func begin(t testing.TB, w Writer, collections ...string) {
	t.Helper()
	ctx := context.Background()
	if _, err := w.Generation(ctx); errors.Is(err, ErrNoActiveGeneration) {
		_, err := w.BeginGeneration(ctx, testSpec)
		must(t, err)
	}
	for _, c := range collections {
		must(t, w.SetCollection(ctx, Collection{Path: corpus.CollectionPath(c)}))
	}
}

// put embeds what is missing and stores the documents, as a build does.
func put(t testing.TB, w Writer, documents ...NewDocument) {
	t.Helper()
	ctx := context.Background()
	texts := map[corpus.TextKey]string{}
	var keys []corpus.TextKey
	for _, d := range documents {
		for _, c := range d.Cut {
			if !corpus.Blank(c.Characters) {
				keys = append(keys, corpus.KeyOf(c.Characters))
				texts[corpus.KeyOf(c.Characters)] = c.Characters
			}
		}
	}
	missing, err := w.Missing(ctx, keys)
	must(t, err)
	var vectors []KeyedVector
	for _, key := range missing {
		vectors = append(vectors, KeyedVector{key, vectorOf(texts[key])})
	}
	must(t, w.KeepVectors(ctx, vectors))
	must(t, w.Put(ctx, documents))
}

func publish(t testing.TB, w Writer) Published {
	t.Helper()
	published, err := w.Publish(context.Background(), PublishOptions{Index: IndexExact})
	must(t, err)
	return published
}

// sample is a small corpus with repeats, blanks, an empty file and characters beyond ASCII.
func sample() []NewDocument {
	long := strings.Repeat("the accrued benefit obligation rose again; ", 9)
	page := newDocument("ACME/Reports", "pension/2025.pdf", long)
	page.Pages, page.PageStarts, page.PagesWithoutText = 2, []int{0, 40}, []int{2}
	page.Metadata = map[string]any{"author": "Doe", "year": 2025, "tags": []any{"a", "b"}}
	page.Summary = "A summary."
	for i := range page.Cut {
		page.Cut[i].Page = 1 + page.Cut[i].Start/40
		page.Cut[i].Box = &corpus.Box{X: 0.1, Y: 0.2 + float64(i)/100, W: 1. / 3, H: 0.04}
	}
	return []NewDocument{
		page,
		newDocument("ACME/Reports", "a.md", "Ein größerer Text über Pensionen, 日本語も少し, und 👩‍👩‍👧 dazu."),
		newDocument("ACME/Reports", "blank.txt", strings.Repeat(" \n", 30)),
		newDocument("ACME/Reports", "empty.txt", ""),
		newDocument("ACME/Reports", "nul.txt", "before\x00after"),
		newDocument("ACME", "copy of pension.txt", long),
		newDocument("ACME", "it's \"quoted\".txt", "single 'quotes' and \"double\" ones; DROP TABLE"),
	}
}

func openWriter(t testing.TB, path string) Writer {
	t.Helper()
	w, err := OpenWriter(context.Background(), path, WriterOptions{Command: "test"})
	must(t, err)
	t.Cleanup(func() {
		must(t, w.Close())
		if _, err := os.Stat(path); err == nil {
			must(t, Check(context.Background(), path))
		}
	})
	return w
}

func openReader(t testing.TB, path string) Reader {
	t.Helper()
	r, err := OpenReader(context.Background(), path, ReaderOptions{})
	must(t, err)
	t.Cleanup(func() { must(t, r.Close()) })
	return r
}

func spell(t *testing.T, answers any) string {
	text, err := json.Marshal(answers)
	must(t, err)
	return string(text)
}

func join(chunks []corpus.Chunk) string {
	var b strings.Builder
	for _, c := range chunks {
		b.WriteString(c.Part())
	}
	return b.String()
}
