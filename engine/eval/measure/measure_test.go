package measure

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/quick"
)

func parse(t testing.TB, spec string) Measure {
	t.Helper()
	m, err := Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMeasuresEqualNumbersWorkedOutByHand(t *testing.T) {
	// Three relevant documents (grades 3, 2, 1); found: unjudged, grade 2, unjudged, grade 3.
	mixed := NewRanking([]int{0, 2, 0, 3}, []int{1, 3, 0, 2})
	negative := NewRanking([]int{-1, 1}, []int{-1, 1})
	nothing := NewRanking(nil, []int{2})
	unjudged := NewRanking([]int{0, 0}, []int{0, -2})
	log2 := math.Log2
	ideal := 3 + 2/log2(3) + 1/log2(4)
	for _, tc := range []struct {
		name, spec string
		ranking    Ranking
		want       float64
	}{
		{"gain counts from its rank", "ndcg", mixed, (2/log2(3) + 3/log2(5)) / ideal},
		{"depth cuts ranking and ideal alike", "ndcg@2", mixed, (2 / log2(3)) / (3 + 2/log2(3))},
		{"a depth beyond the ranking", "ndcg@10", mixed, (2/log2(3) + 3/log2(5)) / ideal},
		{"nothing relevant within the depth", "ndcg@1", mixed, 0},
		{"recall divides by all relevant", "recall@2", mixed, 1. / 3},
		{"recall deeper", "recall@4", mixed, 2. / 3},
		{"precision divides by the depth", "p@2", mixed, 1. / 2},
		{"precision beyond the ranking still divides by the depth", "p@10", mixed, 2. / 10},
		{"first relevant at rank two", "mrr", mixed, 1. / 2},
		{"first relevant at the depth", "mrr@2", mixed, 1. / 2},
		{"first relevant below the depth", "mrr@1", mixed, 0},
		{"precision at ranks two and four, over three", "map", mixed, (1./2 + 2./4) / 3},
		{"average precision within two", "map@2", mixed, (1. / 2) / 3},
		{"no success at one", "success@1", mixed, 0},
		{"success at two", "success@2", mixed, 1},
		{"a negative grade gains nothing", "ndcg", negative, 1 / log2(3)},
		{"a negative grade is not relevant", "mrr", negative, 1. / 2},
		{"nothing was found", "map", nothing, 0},
		{"nothing was found", "ndcg@10", nothing, 0},
		{"no relevant document exists", "ndcg@10", unjudged, 0},
		{"no relevant document exists", "recall@10", unjudged, 0},
		{"no relevant document exists", "p@1", unjudged, 0},
	} {
		if got := parse(t, tc.spec).Of(tc.ranking); math.Abs(got-tc.want) > 1e-12 {
			t.Errorf("%s: %s = %v, want %v", tc.name, tc.spec, got, tc.want)
		}
	}
}

func TestSpecificationsAreReadOrRefusedByName(t *testing.T) {
	for _, tc := range []struct{ in, want, nearest string }{
		{"ndcg@10", "ndcg@10", ""},
		{"NDCG@10", "ndcg@10", ""},
		{" recall@20 ", "recall@20", ""},
		{"p@5", "p@5", ""},
		{"mrr", "mrr", ""},
		{"mrr@10", "mrr@10", ""},
		{"map", "map", ""},
		{"success@1", "success@1", ""},
		{"recall", "", "recall"},
		{"ndg@10", "", "ndcg"},
		{"ndcg@", "", "ndcg"},
		{"ndcg@0", "", "ndcg"},
		{"ndcg@-1", "", "ndcg"},
		{"ndcg@1.5", "", "ndcg"},
		{"f1", "", ""},
		{"", "", ""},
	} {
		m, err := Parse(tc.in)
		if tc.want != "" {
			if err != nil || m.String() != tc.want || m.Text() == "" {
				t.Errorf("Parse(%q) = %v, %v; want %s", tc.in, m, err, tc.want)
			}
			continue
		}
		var refused *SpecError
		if !errors.As(err, &refused) || !slices.Contains(refused.Known, "ndcg[@K]") || refused.Nearest != tc.nearest {
			t.Errorf("Parse(%q): %#v; want a refusal that names what is known, nearest %q", tc.in, err, tc.nearest)
		}
	}
}

// all is every measure at several depths.
func all(t testing.TB) []Measure {
	var out []Measure
	for _, spec := range []string{
		"ndcg", "ndcg@1", "ndcg@5", "ndcg@10", "recall@1", "recall@5", "recall@10", "p@1", "p@5",
		"mrr", "mrr@5", "map", "map@5", "success@1", "success@5",
	} {
		out = append(out, parse(t, spec))
	}
	return out
}

// draw makes a ranking of distinct documents, some judged, some not, some judged and not found.
func draw(random *rand.Rand) (found, judged []int) {
	for range 1 + random.IntN(12) {
		judged = append(judged, random.IntN(5)-1)
	}
	judged = append(judged, 1+random.IntN(3))
	found = append(found, judged[random.IntN(len(judged)):]...)
	found = append(found, make([]int, random.IntN(6))...)
	random.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	return found, judged
}

func property(t *testing.T, holds func(*rand.Rand) bool) {
	t.Helper()
	if err := quick.Check(func(a, b uint64) bool { return holds(rand.New(rand.NewPCG(a, b))) }, &quick.Config{MaxCount: 2000}); err != nil {
		t.Error(err)
	}
}

func TestEveryValueLiesBetweenZeroAndOne(t *testing.T) {
	for _, m := range all(t) {
		property(t, func(random *rand.Rand) bool {
			value := m.Of(NewRanking(draw(random)))
			return value >= 0 && value <= 1+1e-12
		})
	}
}

func TestThePerfectRankingHasTheHighestValueThatExists(t *testing.T) {
	for _, m := range all(t) {
		property(t, func(random *rand.Rand) bool {
			_, judged := draw(random)
			r := NewRanking(nil, judged)
			r.Found = r.Relevant
			want := 1.0
			if depth, ok := m.Depth(); ok {
				switch m.kind.name {
				case "recall", "map":
					want = float64(min(depth, len(r.Relevant))) / float64(len(r.Relevant))
				case "p":
					want = float64(min(depth, len(r.Relevant))) / float64(depth)
				}
			}
			return math.Abs(m.Of(r)-want) < 1e-12
		})
	}
}

func TestABetterDocumentMovedUpNeverLowersAValue(t *testing.T) {
	for _, m := range all(t) {
		property(t, func(random *rand.Rand) bool {
			found, judged := draw(random)
			if len(found) < 2 {
				return true
			}
			i := 1 + random.IntN(len(found)-1)
			better := slices.Clone(found)
			if better[i] > better[i-1] {
				better[i], better[i-1] = better[i-1], better[i]
			}
			return m.Of(NewRanking(better, judged)) >= m.Of(NewRanking(found, judged))-1e-12
		})
	}
}

func TestDocumentsFoundBelowTheOthersNeverLowerAValue(t *testing.T) {
	for _, m := range all(t) {
		property(t, func(random *rand.Rand) bool {
			found, judged := draw(random)
			cut := found[:random.IntN(len(found)+1)]
			return m.Of(NewRanking(found, judged)) >= m.Of(NewRanking(cut, judged))-1e-12
		})
	}
}
