package bundled

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"octavo/engine/embed"
)

func documents(t *testing.T, model embed.Embedder, texts ...string) [][]float32 {
	t.Helper()
	vectors, err := model.EmbedDocuments(context.Background(), texts)
	if err != nil {
		t.Fatalf("EmbedDocuments: %v", err)
	}
	return vectors
}

func TestAVectorDependsOnItsTextAlone(t *testing.T) {
	models := onEachKernel(tinyTransformer(t))
	models["table"] = tinyStatic(t)
	texts := tinyTexts()
	for name, model := range models {
		t.Run(name, func(t *testing.T) {
			var alone [][]float32
			for _, text := range texts {
				alone = append(alone, documents(t, model, text)[0])
			}
			random := rand.New(rand.NewPCG(5, 5))
			var group sync.WaitGroup
			for range 8 {
				order := random.Perm(len(texts))[:1+random.IntN(len(texts))]
				group.Go(func() {
					var batch []string
					for _, i := range order {
						batch = append(batch, texts[i])
					}
					got, err := model.EmbedDocuments(context.Background(), batch)
					if err != nil {
						t.Error(err)
						return
					}
					for j, i := range order {
						if !slices.Equal(got[j], alone[i]) {
							t.Errorf("text %d has another vector in a batch of %d", i, len(batch))
						}
					}
				})
			}
			group.Wait()
		})
	}
}

func TestVectorsAreOfUnitLength(t *testing.T) {
	for _, model := range []embed.Embedder{tinyTransformer(t), tinyStatic(t)} {
		for _, vector := range documents(t, model, "pension fund", strings.Repeat("pension fund. ", 400)) {
			var squares float64
			for _, v := range vector {
				squares += float64(v) * float64(v)
			}
			if len(vector) != model.Spec().Dimension || math.Abs(squares-1) > 1e-5 {
				t.Errorf("%s: %d elements with the squared length %v", model.Spec().Model, len(vector), squares)
			}
		}
	}
}

func TestALongTextIsTheMeanOfItsPieces(t *testing.T) {
	model := tinyTransformer(t)
	word := func(n int) string { return strings.Repeat("pen ", n) + strings.Repeat("fund ", n) }
	long := word(100) // 200 tokens at 70 in a piece: 66, 67 and 67
	words := strings.Fields(long)
	parts := documents(t, model,
		strings.Join(words[:66], " "), strings.Join(words[66:133], " "), strings.Join(words[133:], " "))
	want := make([]float32, len(parts[0]))
	for i := range want {
		want[i] = 66*parts[0][i] + 67*parts[1][i] + 67*parts[2][i]
	}
	got := documents(t, model, long)[0]
	if c := cosine(got, want); c < 0.9999999 {
		t.Errorf("cosine %.9f with the mean of three pieces", c)
	}
	if changed := documents(t, model, long+"pension")[0]; cosine(got, changed) > 0.99999 {
		t.Error("a word at the end of a long text changes nothing")
	}
}

func TestPiecesAreFewEqualAndWhole(t *testing.T) {
	for length := 1; length <= 2100; length++ {
		ids := make([]int32, length)
		for i := range ids {
			ids[i] = int32(i)
		}
		pieces := divide(ids, 510)
		var joined []int32
		for _, p := range pieces {
			if len(p.ids) > 510 || len(p.ids) < length/len(pieces) {
				t.Fatalf("%d tokens: a piece of %d among %d", length, len(p.ids), len(pieces))
			}
			joined = append(joined, p.ids...)
		}
		if !slices.Equal(joined, ids) || len(pieces) != (length+509)/510 {
			t.Fatalf("%d tokens in %d pieces do not join to the text", length, len(pieces))
		}
	}
}

func TestGroupsHoldEachPieceOnceAndStayShort(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var pieces []*piece
	for range 300 {
		pieces = append(pieces, &piece{ids: make([]int32, 1+random.IntN(510))})
	}
	seen := map[*piece]bool{}
	for _, group := range groupsOf(slices.Clone(pieces)) {
		tokens := 0
		for _, p := range group {
			seen[p] = true
			tokens += len(p.ids) + framing
		}
		if tokens > groupTokens && len(group) > 1 {
			t.Errorf("a group of %d pieces has %d tokens", len(group), tokens)
		}
	}
	if len(seen) != len(pieces) {
		t.Errorf("the groups hold %d pieces of %d", len(seen), len(pieces))
	}
}

func TestOnlyQueriesCarryThePrefix(t *testing.T) {
	model := tinyTransformer(t)
	query, err := model.EmbedQuery(context.Background(), "pension")
	if err != nil {
		t.Fatal(err)
	}
	vectors := documents(t, model, "find pension", "pension")
	if !slices.Equal(query, vectors[0]) || slices.Equal(query, vectors[1]) {
		t.Error("EmbedQuery(pension) is not the vector of the document \"find pension\"")
	}
}

func TestATextThatTheModelKnowsNothingOfHasTheVectorOfTheUnknownToken(t *testing.T) {
	for _, model := range []embed.Embedder{tinyTransformer(t), tinyStatic(t)} {
		vectors := documents(t, model, "\u4e00", " \x00\u200b\n", "pension")
		if !slices.Equal(vectors[0], vectors[1]) || slices.Equal(vectors[0], vectors[2]) {
			t.Errorf("%s: an unknown character, nothing and a word have %v", model.Spec().Model, vectors)
		}
		if vectors := documents(t, model); len(vectors) != 0 {
			t.Errorf("%s: no texts gave %d vectors", model.Spec().Model, len(vectors))
		}
	}
}

func TestACancelledCallEndsWithItsContext(t *testing.T) {
	for _, model := range []embed.Embedder{tinyTransformer(t), tinyStatic(t)} {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := model.EmbedDocuments(ctx, tinyTexts()); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: EmbedDocuments returned %v, want context.Canceled", model.Spec().Model, err)
		}
	}
}

// A caller that waits for a free core is let go when its context ends, and the core comes back.
func TestACallThatWaitsCanBeCancelled(t *testing.T) {
	model := tinyTransformer(t)
	var taken [][]byte
	for range cap(model.memory) {
		taken = append(taken, <-model.memory)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() {
		_, err := model.EmbedQuery(ctx, "pension")
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("EmbedQuery returned %v, want context.Canceled", err)
	}
	for _, memory := range taken {
		model.memory <- memory
	}
	documents(t, model, "pension")
}

func TestInParallelReturnsTheErrorAndStops(t *testing.T) {
	failure := errors.New("failure")
	var mu sync.Mutex
	calls := 0
	err := inParallel(context.Background(), 100000, func(i int) error {
		mu.Lock()
		defer mu.Unlock()
		calls++
		if i == 3 {
			return failure
		}
		return nil
	})
	if !errors.Is(err, failure) || calls == 100000 {
		t.Errorf("inParallel returned %v after %d calls", err, calls)
	}
}
