package lexical

import (
	"math"
	"testing"
)

func TestBM25GivesTheNumbersOfTheFormula(t *testing.T) {
	for _, tc := range []struct {
		name                          string
		tf, df, n, length, mean, want float64
	}{
		{"an average text", 1, 1, 2, 10, 10, math.Log(2) / 2.2},
		{"no occurrence", 0, 1, 2, 10, 10, 0},
		{"twice in a text of double length", 2, 3, 10, 20, 10, math.Log(1+7.5/3.5) * 2 / (2 + 1.2*1.75)},
		{"a word that every text holds", 1, 5, 5, 10, 10, math.Log(1+.5/5.5) / 2.2},
		{"a df from a stale count", 1, 9, 5, 10, 10, math.Log(1+.5/5.5) / 2.2},
		{"no mean length yet", 1, 1, 2, 10, 0, math.Log(2) / 2.2},
	} {
		if got := DefaultBM25.Score(tc.tf, tc.df, tc.n, tc.length, tc.mean); math.Abs(got-tc.want) > 1e-15 {
			t.Errorf("%s: got %v, want %v", tc.name, got, tc.want)
		}
	}
}

func TestBM25RisesWithOccurrencesAndFallsWithLengthAndDocumentFrequency(t *testing.T) {
	score := DefaultBM25.Score
	for k := 1.0; k < 100; k++ {
		if score(k+1, 5, 1000, 50, 60) <= score(k, 5, 1000, 50, 60) {
			t.Errorf("tf %v", k)
		}
		if score(3, 5, 1000, k+1, 60) >= score(3, 5, 1000, k, 60) {
			t.Errorf("length %v", k)
		}
		if score(3, k+1, 1000, 50, 60) >= score(3, k, 1000, 50, 60) || score(3, k, 100, 50, 60) <= 0 {
			t.Errorf("df %v", k)
		}
	}
}
