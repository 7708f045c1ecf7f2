package lexical

import (
	"testing"

	"octavo/engine/chunk"
	"octavo/engine/corpus"
)

func TestATokenCountsInOneChunkOnly(t *testing.T) {
	tokens := Analyze(mixed, Unknown)
	chunks := chunk.Cut(corpus.Text{Characters: mixed})
	if len(chunks) < 3 {
		t.Fatalf("only %d chunks", len(chunks))
	}
	want := map[string]int{}
	words := 0
	for _, token := range tokens {
		want[token.Term]++
		words = token.Position + 1
	}
	for i, counts := range CountByChunk(tokens, chunks) {
		words -= counts.Length
		for k, term := range counts.Terms {
			want[term.Term] -= term.Count
			if k > 0 && counts.Terms[k-1].Term >= term.Term {
				t.Errorf("chunk %d: %q before %q", i, counts.Terms[k-1].Term, term.Term)
			}
		}
	}
	if words != 0 {
		t.Errorf("lengths add up to %d words too few", words)
	}
	for term, left := range want {
		if left != 0 {
			t.Errorf("%q: %d occurrences not counted once", term, left)
		}
	}
}

func TestAWordBelongsToTheChunkThatHoldsItsFirstCharacter(t *testing.T) {
	chunks := []corpus.Chunk{{End: 6}, {Index: 1, Start: 3, End: 20, Overlap: 3}}
	counts := CountByChunk(Analyze("one foo_bar two", Unknown), chunks)
	if got := len(counts[0].Terms); got != 3 || counts[0].Length != 2 { // one, foo_bar, foo
		t.Errorf("first chunk: %+v", counts[0])
	}
	if got := len(counts[1].Terms); got != 2 || counts[1].Length != 2 { // bar, two
		t.Errorf("second chunk: %+v", counts[1])
	}
}
