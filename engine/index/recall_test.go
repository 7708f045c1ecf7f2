package index

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"testing"
)

func TestHalfOfTheQuestionsOfTheGateLieBetweenTexts(t *testing.T) {
	var samples []storedVector
	for i := range 100 {
		samples = append(samples, storedVector{document: int32(i), vector: vectorOf(fmt.Sprint("text ", i))})
	}
	stored, between := probes(samples)
	if len(stored) != 50 || len(between) != 50 {
		t.Fatalf("%d and %d questions", len(stored), len(between))
	}
	to := func(q coded, s storedVector) float64 {
		other := quantise(s.vector)
		return cosine(float64(dot(q.codes, other.codes)), q.scale, other.scale)
	}
	for _, p := range stored {
		if len(p.of) != 1 || to(p.query, p.of[0]) < 0.9999 {
			t.Errorf("a stored question is made of %d and lies elsewhere", len(p.of))
		}
	}
	for _, p := range between {
		if len(p.of) != 2 || p.of[0].document == p.of[1].document {
			t.Fatalf("a question lies between %v", p.of)
		}
		if a, b := to(p.query, p.of[0]), to(p.query, p.of[1]); math.Abs(a-b) > 0.02 || a > 0.999 {
			t.Errorf("a question lies at %.3f and %.3f to its ends", a, b)
		}
	}
	again, andAgain := probes(samples)
	if !reflect.DeepEqual(stored, again) || !reflect.DeepEqual(between, andAgain) {
		t.Error("the questions differ from one measure to the next")
	}
}

func TestVectorsThatCancelOutGiveNoQuestion(t *testing.T) {
	samples := []storedVector{{document: 1, vector: []float32{1, 0}}, {document: 2, vector: []float32{-1, 0}}}
	if stored, between := probes(samples); len(stored) != 1 || len(between) != 0 {
		t.Errorf("%d and %d questions", len(stored), len(between))
	}
}

// The chunks that leave the index are found by the exact search alone; those of equal text stand in
// for some of them.
func TestTheGateMeasuresWhatTheIndexMisses(t *testing.T) {
	path, published := hnswFile(t)
	ctx := context.Background()
	db, err := openDatabase(ctx, path, readWrite)
	must(t, err)
	defer func() { must(t, db.Close()) }()
	must(t, loadVSS(ctx, db, testVSS()))
	must(t, tuneHNSW(ctx, db))
	generations, err := readGenerations(ctx, db, StoreDocuments)
	must(t, err)
	search := hnswSearch{db: db, generation: inState(generations, Active).Generation}
	whole, err := search.recall(ctx, 300)
	must(t, err)
	_, err = db.ExecContext(ctx, "DELETE FROM "+identifier(search.generation.table("hnsw"))+" WHERE rowid % 2 = 1")
	must(t, err)
	half, err := search.recall(ctx, 300)
	must(t, err)
	if whole != published.Recall || half <= 0 || half >= hnswRecall {
		t.Errorf("recall %.3f, published as %.3f, and %.3f of half the chunks", whole, published.Recall, half)
	}
}
