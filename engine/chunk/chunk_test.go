package chunk

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"octavo/engine/corpus"
)

func TestWindowsOfPlainTextHaveTheDocumentedEdges(t *testing.T) {
	for _, tc := range []struct {
		name   string
		length int
		want   [][2]int // start, end
	}{
		{"nothing", 0, nil},
		{"one character", 1, [][2]int{{0, 1}}},
		{"exactly a window", 1000, [][2]int{{0, 1000}}},
		{"one more", 1001, [][2]int{{0, 1000}, {850, 1001}}},
		{"two full windows", 1850, [][2]int{{0, 1000}, {850, 1850}}},
		{"three", 1851, [][2]int{{0, 1000}, {850, 1850}, {1700, 1851}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			chunks := Cut(corpus.Text{Characters: strings.Repeat("a", tc.length)})
			if len(chunks) != len(tc.want) {
				t.Fatalf("%d characters gave %d chunks, want %d", tc.length, len(chunks), len(tc.want))
			}
			for i, c := range chunks {
				if got := [2]int{c.Start, c.End}; got != tc.want[i] {
					t.Errorf("chunk %d is %v, want %v", i, got, tc.want[i])
				}
			}
		})
	}
}

func TestAnEdgeNeverSplitsAnEmoji(t *testing.T) {
	family := "👩‍👩‍👧‍👦" // seven code points, one cluster (qmd 777)
	for pad := 990; pad <= 1000; pad++ {
		text := strings.Repeat("x", pad) + family + strings.Repeat("y", 400)
		for _, c := range Cut(corpus.Text{Characters: text}) {
			if n := strings.Count(c.Characters, "👩"); n%2 != 0 || n > 0 && !strings.Contains(c.Characters, family) {
				t.Errorf("with %d characters before it, chunk %d holds a piece of the emoji", pad, c.Index)
			}
		}
	}
}

func TestAClusterLongerThanAWindowIsSplit(t *testing.T) {
	text := "a" + strings.Repeat("\u0301", 2500) + "b"
	chunks := Cut(corpus.Text{Characters: text})
	checkPromises(t, text, chunks)
	if len(chunks) < 3 {
		t.Errorf("%d chunks for 2502 code points", len(chunks))
	}
}

func TestRandomTextsKeepEveryPromise(t *testing.T) {
	pieces := []string{"a", "word ", "\r\n", "é", "e\u0301", "中", "👩‍👩‍👧‍👦", "🇩🇪", "\u200d", "한", "\n\n",
		strings.Repeat("\u0300", 160), strings.Repeat("z\u0300", 90), "o" + strings.Repeat("\u0308", 870)}
	random := rand.New(rand.NewPCG(7, 11))
	for range 300 {
		var b strings.Builder
		for range random.IntN(900) {
			weight := len(pieces)
			if random.IntN(30) > 0 {
				weight -= 3
			}
			b.WriteString(pieces[random.IntN(weight)])
		}
		checkPromises(t, b.String(), Cut(corpus.Text{Characters: b.String()}))
	}
}

func FuzzCut(f *testing.F) {
	f.Add(strings.Repeat("ab\r\n", 300))
	f.Add(strings.Repeat("e\u0301", 700))
	f.Fuzz(func(t *testing.T, s string) {
		if utf8.ValidString(s) {
			checkPromises(t, s, Cut(corpus.Text{Characters: s}))
		}
	})
}

// checkPromises holds chunks to what Cut and corpus.Chunk say.
func checkPromises(t *testing.T, text string, chunks []corpus.Chunk) {
	t.Helper()
	points := []rune(text)
	boundary := map[int]bool{0: true}
	at := 0
	for g := uniseg.NewGraphemes(text); g.Next(); {
		at += len(g.Runes())
		boundary[at] = true
	}
	var joined strings.Builder
	end, beforeLast := 0, 0
	for i, c := range chunks {
		switch {
		case c.Index != i:
			t.Fatalf("chunk %d has index %d", i, c.Index)
		case c.End-c.Start > Window || c.End <= c.Start:
			t.Fatalf("chunk %d spans %d..%d", i, c.Start, c.End)
		case c.Characters != string(points[c.Start:c.End]):
			t.Fatalf("chunk %d is not the text at its place", i)
		case c.End <= end:
			t.Fatalf("chunk %d only repeats the overlap", i)
		case c.Overlap != end-c.Start:
			t.Fatalf("chunk %d has overlap %d and starts %d before the end of the one before", i, c.Overlap, end-c.Start)
		case i > 0 && c.Start < beforeLast:
			t.Fatalf("chunk %d reaches back beyond the part of its neighbour", i)
		}
		for _, e := range []int{c.Start, c.End} {
			if !boundary[e] && !insideLongCluster(boundary, e, len(points)) {
				t.Fatalf("chunk %d splits a cluster at %d", i, e)
			}
		}
		joined.WriteString(c.Part())
		beforeLast, end = end, c.End
	}
	if joined.String() != text {
		t.Fatalf("the parts of %d chunks do not join to the text", len(chunks))
	}
}

func insideLongCluster(boundary map[int]bool, at, length int) bool {
	from, to := at, at
	for from > 0 && !boundary[from] {
		from--
	}
	for to < length && !boundary[to] {
		to++
	}
	return to-from > Window
}

func TestAChunkIsPinnedToThePageOfItsFirstWord(t *testing.T) {
	text := corpus.Text{
		Characters: strings.Repeat("a", 900) + "\n\n" + strings.Repeat("b", 700),
		PageStarts: []int{0, 902},
		Spans: []corpus.Span{
			{Start: 0, End: 400, Page: 1, Box: corpus.Box{X: .1, Y: .1, W: .2, H: .1}},
			{Start: 401, End: 900, Page: 1, Box: corpus.Box{X: .5, Y: .3, W: .2, H: .1}},
			{Start: 902, End: 1602, Page: 2, Box: corpus.Box{X: 0, Y: 0, W: 1, H: 1}},
		},
	}
	chunks := Cut(text)
	if len(chunks) != 2 {
		t.Fatalf("%d chunks", len(chunks))
	}
	first := chunks[0]
	if first.Page != 1 || first.Box == nil || !near(*first.Box, corpus.Box{X: .1, Y: .1, W: .6, H: .3}) {
		t.Errorf("first chunk: page %d box %+v", first.Page, first.Box)
	}
	if second := chunks[1]; second.Page != 1 || second.Box == nil || !near(*second.Box, text.Spans[1].Box) {
		t.Errorf("second chunk begins with a word of page 1: page %d box %+v", second.Page, second.Box)
	}
}

func near(a, b corpus.Box) bool {
	for _, d := range []float64{a.X - b.X, a.Y - b.Y, a.W - b.W, a.H - b.H} {
		if d > 1e-9 || d < -1e-9 {
			return false
		}
	}
	return true
}

func BenchmarkCut(b *testing.B) {
	text := corpus.Text{Characters: strings.Repeat("Plain words, and naïve ones. ", 40000)}
	b.SetBytes(int64(len(text.Characters)))
	for b.Loop() {
		Cut(text)
	}
}
