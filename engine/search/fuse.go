package search

import (
	"cmp"
	"math"
	"slices"
)

// Fusion is how the legs of a search become one ranking.
type Fusion string

const (
	// FusionZ adds up the standardised scores of each leg, weighted. It needs the true score of
	// every candidate in every leg.
	FusionZ Fusion = "z"
	// FusionRRF adds up reciprocal ranks (Cormack, Clarke, Buettcher 2009): weight / (60 + rank),
	// rank 1-based. It needs ranks alone.
	FusionRRF Fusion = "rrf"
)

// rankConstant is the 60 of the paper.
const rankConstant = 60

// leg is one ranking of candidates.
type leg struct {
	weight float64
	scores []float64 // one per candidate; larger is better
	found  []bool    // for FusionRRF: whether the leg itself found the candidate
}

// fuse returns one score per candidate. penalty, where it is not nil, is added to a candidate's
// rank in every leg of FusionRRF. Sums run in the order of the legs, so equal requests give equal
// bits.
func fuse(how Fusion, legs []leg, penalty []int) []float64 {
	out := make([]float64, len(legs[0].scores))
	for _, l := range legs {
		var add []float64
		if how == FusionRRF {
			add = reciprocalRanks(l, penalty)
		} else {
			add = standardise(l.scores)
		}
		for i := range out {
			out[i] += l.weight * add[i]
		}
	}
	return out
}

// standardise turns scores into z-scores: the distance from the mean in standard deviations. Where
// all scores are equal each is 0.
func standardise(scores []float64) []float64 {
	mean, square := 0.0, 0.0
	for _, s := range scores {
		mean += s
	}
	mean /= float64(len(scores))
	for _, s := range scores {
		square += (s - mean) * (s - mean)
	}
	deviation := math.Sqrt(square / float64(len(scores)))
	out := make([]float64, len(scores))
	if deviation == 0 {
		return out
	}
	for i, s := range scores {
		out[i] = (s - mean) / deviation
	}
	return out
}

// reciprocalRanks gives nothing to what the leg did not find. Equal scores rank in the order of the
// candidates, which is total.
func reciprocalRanks(l leg, penalty []int) []float64 {
	order := make([]int, 0, len(l.scores))
	for i := range l.scores {
		if l.found[i] {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(l.scores[b], l.scores[a]) })
	out := make([]float64, len(l.scores))
	for rank, i := range order {
		at := rankConstant + rank + 1
		if penalty != nil {
			at += penalty[i]
		}
		out[i] = 1 / float64(at)
	}
	return out
}
