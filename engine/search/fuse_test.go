package search

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"octavo/engine/index"
)

func nearly(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-6 {
			t.Errorf("%s: got %.6f, want %.6f", what, got, want)
			return
		}
	}
}

func TestStandardisedScoresAreFusedByWeight(t *testing.T) {
	meaning := leg{weight: .6, scores: []float64{.9, .7, .5}}
	words := leg{weight: .4, scores: []float64{0, 4, 8}}
	z := math.Sqrt(1.5)
	nearly(t, "opposite legs", fuse(FusionZ, []leg{meaning, words}, nil), []float64{.2 * z, 0, -.2 * z})
	words.scores = []float64{3, 3, 3}
	nearly(t, "a leg that tells nothing apart", fuse(FusionZ, []leg{meaning, words}, nil), []float64{.6 * z, 0, -.6 * z})
}

func TestReciprocalRanksCountOnlyWhatALegFoundAndTakeAPenalty(t *testing.T) {
	meaning := leg{weight: 1, scores: []float64{.9, .7, .5}, found: []bool{true, true, false}}
	words := leg{weight: 2, scores: []float64{1, 8, 4}, found: []bool{false, true, true}}
	nearly(t, "no penalty", fuse(FusionRRF, []leg{meaning, words}, nil), []float64{1. / 61, 1./62 + 2./61, 2. / 62})
	nearly(t, "a penalty of five", fuse(FusionRRF, []leg{meaning, words}, []int{0, 5, 0}), []float64{1. / 61, 1./67 + 2./66, 2. / 62})
}

// profilesOf makes profiles of two-dimensional vectors and rows of four terms.
func profilesOf(vectors [][2]float32, rows [][4]float64) []index.Profile {
	out := make([]index.Profile, len(vectors))
	for i, v := range vectors {
		out[i].Vector = v[:]
		for term, weight := range rows[i] {
			if weight > 0 {
				out[i].Terms = append(out[i].Terms, index.TermWeight{Term: int32(term), Weight: weight})
			}
		}
	}
	return out
}

// TestSmoothingAgreesWithTheStudy compares with numbers that the program of the study gave.
func TestSmoothingAgreesWithTheStudy(t *testing.T) {
	of := profilesOf(
		[][2]float32{{1, 0}, {.8, .6}, {.6, .8}, {0, 1}, {-1, 0}, {.96, .28}, {.28, .96}},
		[][4]float64{{1, 2}, {2, 1}, {0, 1, 1}, {0, 0, 2, 1}, {1, 0, 0, 3}, {1, 1, 1, 1}, {0, 0, 0, 2}},
	)
	scores := []float64{2, 1.5, .5, 0, -.5, -1, -2.5}
	nearly(t, "half", smooth(scores, of, SmoothingHalf), []float64{1.435339, 1.157683, 0.443223, -0.253396, -0.5, -0.243866, -2.051475})
	nearly(t, "full", smooth(scores, of, SmoothingFull), []float64{0.870677, 0.815365, 0.386446, -0.506792, -0.5, 0.512269, -1.602949})
	nearly(t, "off", smooth(scores, of, SmoothingOff), scores)
}

func TestCopiesOfADocumentDoNotVoteForEachOther(t *testing.T) {
	vectors := [][2]float32{{1, 0}, {.8, .6}, {0, 1}}
	rows := [][4]float64{{1, 2}, {2, 1}, {0, 1, 1}}
	scores := []float64{3, 1, -1}
	alone := smooth(scores, profilesOf(vectors, rows), SmoothingHalf)
	for range 6 {
		vectors, rows, scores = append(vectors, vectors[0]), append(rows, rows[0]), append(scores, 3)
	}
	crowd := smooth(scores, profilesOf(vectors, rows), SmoothingHalf)
	for i := 3; i < len(crowd); i++ {
		if crowd[i] != crowd[0] {
			t.Errorf("copy %d scores %v, the first %v", i, crowd[i], crowd[0])
		}
	}
	if crowd[0] >= scores[0] {
		t.Errorf("a document with six copies kept its score %v: they voted for it (alone: %v)", crowd[0], alone[0])
	}
}

func TestSmoothingKeepsEqualDocumentsEqualAndNeverLeavesTheRange(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n := 1 + random.IntN(30)
		vectors, rows, scores := make([][2]float32, n), make([][4]float64, n), make([]float64, n)
		for i := range n {
			angle := random.Float64() * 2 * math.Pi
			vectors[i] = [2]float32{float32(math.Cos(angle)), float32(math.Sin(angle))}
			rows[i] = [4]float64{random.Float64(), random.Float64(), 0, random.Float64()}
			scores[i] = random.NormFloat64()
		}
		for _, strength := range []Smoothing{SmoothingHalf, SmoothingFull} {
			got := smooth(scores, profilesOf(vectors, rows), strength)
			if slices.Max(got) > slices.Max(scores)+1e-12 || slices.Min(got) < slices.Min(scores)-1e-12 {
				t.Fatalf("%v became %v", scores, got)
			}
		}
	}
}
