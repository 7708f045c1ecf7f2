package eval

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"testing/quick"

	"octavo/engine/corpus"
)

func TestOverlapCountsWhatBothHold(t *testing.T) {
	for _, tc := range []struct {
		a, b  string
		depth int
		want  float64
	}{
		{"abc", "abc", 3, 1},
		{"abc", "cba", 3, 1},
		{"abc", "cba", 1, 0},
		{"abcd", "abxy", 4, .5},
		{"ab", "abcd", 4, .5},
		{"ab", "ab", 10, 1},
		{"", "", 10, 1},
		{"", "a", 10, 0},
	} {
		if got := Overlap([]rune(tc.a), []rune(tc.b), tc.depth); got != tc.want {
			t.Errorf("Overlap(%q, %q, %d) = %v, want %v", tc.a, tc.b, tc.depth, got, tc.want)
		}
	}
}

func TestRankBiasedOverlapEqualsKnownNumbers(t *testing.T) {
	for _, tc := range []struct {
		a, b        string
		persistence float64
		want        float64
	}{
		// By hand, with depth d holding X_d common items:
		{"ab", "ba", .5, .5},  // (1-p)/p * (0/1 p + 2/2 p^2) + 2/2 p^2 = .25 + .25
		{"ab", "ac", .5, .75}, // (1-p)/p * (1/1 p + 1/2 p^2) + 1/2 p^2 = .625 + .125
		{"", "", .9, 1},
		{"", "a", .9, 0},
		// By the Python package rbo 0.1.3 (rbo_ext):
		{"abcdefghij", "abcdefghij", .9, 1},
		{"abcdefg", "bacdxfg", .9, .801116357143},
		{"abcdefg", "bacdxfg", .5, .488913690476},
		{"abc", "abcdefgh", .9, 1},
		{"abcde", "fghij", .9, 0},
		{"abcdefghij", "ba", .9, .9},
		{"ab", "cdefab", .9, .209952},
		{"ab", "cdefab", .5, .016666666667},
		{"abcdef", "fedcba", .9, .679428},
	} {
		if got := RankBiasedOverlap([]rune(tc.a), []rune(tc.b), tc.persistence); math.Abs(got-tc.want) > 1e-9 {
			t.Errorf("RankBiasedOverlap(%q, %q, %v) = %.12f, want %.12f", tc.a, tc.b, tc.persistence, got, tc.want)
		}
	}
}

func TestRankBiasedOverlapIsSymmetricBoundedAndFallsWithDepthOfAgreement(t *testing.T) {
	holds := func(seed uint64, first, second uint8) bool {
		random := rand.New(rand.NewPCG(seed, 0))
		a, b := random.Perm(20)[:first%21], random.Perm(20)[:second%21]
		value := RankBiasedOverlap(a, b, .9)
		if math.Abs(value-RankBiasedOverlap(b, a, .9)) > 1e-12 || value < 0 || value > 1+1e-12 {
			return false
		}
		if math.Abs(RankBiasedOverlap(a, a, .9)-1) > 1e-12 {
			return false
		}
		if len(a) < 3 {
			return true
		}
		top, bottom := slices.Clone(a), slices.Clone(a)
		top[0], top[1] = top[1], top[0]
		last := len(a) - 1
		bottom[last], bottom[last-1] = bottom[last-1], bottom[last]
		return RankBiasedOverlap(a, top, .9) <= RankBiasedOverlap(a, bottom, .9)+1e-12
	}
	if err := quick.Check(holds, &quick.Config{MaxCount: 5000}); err != nil {
		t.Error(err)
	}
}

func content(collection, file, bytes string, chunks ...string) Content {
	c := Content{Document: DocumentName{corpus.CollectionPath(collection), corpus.FilePath(file)}}
	copy(c.Hash[:], bytes)
	for _, chunk := range chunks {
		c.Chunks = append(c.Chunks, corpus.KeyOf(chunk))
	}
	return c
}

func TestDocumentsAreAddedRemovedOrChanged(t *testing.T) {
	before := []Content{
		content("A", "same", "1", "x", "y"), content("A", "edited", "2", "x", "y", "x"),
		content("A", "reread", "3", "x"), content("A", "gone", "4"), content("B", "moved", "5", "x"),
	}
	after := []Content{
		content("C", "new", "6"), content("A", "reread", "3", "z", "x"), content("A", "same", "1", "x", "y"),
		content("A", "edited", "2b", "x", "z", "y", "y"), content("A", "moved", "5", "x"),
	}
	want := DocumentDiff{
		Added:   []DocumentName{{"A", "moved"}, {"C", "new"}},
		Removed: []DocumentName{{"A", "gone"}, {"B", "moved"}},
		Changed: []DocumentChange{
			{Document: DocumentName{"A", "edited"}, ChunksBefore: 3, ChunksAfter: 4, Kept: 2},
			{Document: DocumentName{"A", "reread"}, SameBytes: true, ChunksBefore: 1, ChunksAfter: 2, Kept: 1},
		},
		Unchanged: 1,
	}
	if got := DiffDocuments(before, after); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if got := DiffDocuments(after, after); got.Unchanged != 5 || len(got.Added)+len(got.Removed)+len(got.Changed) != 0 {
		t.Errorf("the same documents differ: %+v", got)
	}
}

func TestAnswersThatMovedAreShownWithBothRanks(t *testing.T) {
	before := Run{Name: "before", Unit: Documents, Hits: map[string][]Hit{
		"same": ranked("a", "b"), "moved": ranked("a", "b", "c", "d"), "old": ranked("a"),
	}}
	after := Run{Name: "after", Unit: Documents, Hits: map[string][]Hit{
		"same": ranked("a", "b"), "moved": ranked("c", "a", "e", "b"), "new": ranked("a"),
	}}
	after.Hits["same"][0].Chunk = 7 // another best chunk is the same document
	diff, err := DiffRuns(before, after, 2)
	if err != nil {
		t.Fatal(err)
	}
	name := func(file corpus.FilePath) DocumentName { return DocumentName{File: file} }
	moved := diff.Questions[0]
	want := []Shift{{name("c"), 0, 3, 1}, {name("a"), 0, 1, 2}, {name("b"), 0, 2, 4}}
	if moved.ID != "moved" || !slices.Equal(moved.Shifts, want) || moved.Overlap != .5 {
		t.Errorf("got %+v, want %+v: e is below depth 2 and d was", moved, want)
	}
	if same := diff.Questions[1]; same.ID != "same" || len(same.Shifts) != 0 || same.RankBiased != 1 {
		t.Errorf("the same answer differs: %+v", same)
	}
	if diff.Overlap != .75 || diff.RankBiased != (1+moved.RankBiased)/2 {
		t.Errorf("means %v and %v", diff.Overlap, diff.RankBiased)
	}
	if !slices.Equal(diff.OnlyBefore, []string{"old"}) || !slices.Equal(diff.OnlyAfter, []string{"new"}) {
		t.Errorf("only before %q, only after %q", diff.OnlyBefore, diff.OnlyAfter)
	}
}

func TestHitsOfChunksAreKnownByTheirChunk(t *testing.T) {
	before := Run{Unit: Chunks, Hits: map[string][]Hit{"q": {{Chunk: 1}, {Chunk: 2}}}}
	after := Run{Unit: Chunks, Hits: map[string][]Hit{"q": {{Chunk: 2}, {Chunk: 3}}}}
	diff, err := DiffRuns(before, after, 10)
	if err != nil {
		t.Fatal(err)
	}
	want := []Shift{{Chunk: 2, RankBefore: 2, RankAfter: 1}, {Chunk: 1, RankBefore: 1}, {Chunk: 3, RankAfter: 2}}
	if got := diff.Questions[0].Shifts; !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestRunsWithNothingInCommonAreNotCompared(t *testing.T) {
	var empty *EmptyError
	run := Run{Unit: Documents, Hits: map[string][]Hit{"q": ranked("a")}}
	for name, other := range map[string]Run{
		"another unit": {Unit: Chunks, Hits: run.Hits}, "other questions": {Unit: Documents, Hits: map[string][]Hit{"p": nil}},
	} {
		if _, err := DiffRuns(run, other, 10); !errors.As(err, &empty) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
