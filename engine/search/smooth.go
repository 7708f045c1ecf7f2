package search

import (
	"cmp"
	"math"
	"slices"

	"octavo/engine/index"
)

// Smoothing is how much a document's score leans on those of its nearest neighbours.
type Smoothing string

// The strengths that were measured. Half rose on every collection; full rises more on topics and
// costs known items.
const (
	SmoothingOff  Smoothing = "off"
	SmoothingHalf Smoothing = "half"
	SmoothingFull Smoothing = "full"
)

const (
	neighbours = 5   // that a score leans on
	mostShare  = 0.9 // that neighbours can have in a score
)

// share is the weight of a mean kernel's root in a document's share of neighbour score.
func (s Smoothing) share() float64 {
	switch s {
	case SmoothingHalf:
		return 0.6
	case SmoothingFull:
		return 1.2
	}
	return 0
}

// smooth regularises scores by the cluster hypothesis (van Rijsbergen 1979; Diaz 2005): near
// documents should score alike. The kernel of two documents is the cosine of their BM25 rows times
// the squared cosine of their vectors (0 where negative). A document's share a grows with the mean
// kernel to its five nearest, so that one that stands alone keeps its score:
// score' = (1-a) score + a (kernel-weighted mean of the neighbours' scores).
// Copies of one document do not vote for each other, and vote once for others.
func smooth(scores []float64, of []index.Profile, strength Smoothing) []float64 {
	out := slices.Clone(scores)
	count := min(neighbours, len(scores)-1)
	if strength.share() == 0 || count < 1 {
		return out
	}
	kernel, first := kernels(of), copies(of)
	order := make([]int, 0, len(scores))
	for i := range scores {
		order = order[:0]
		for j := range scores {
			if first[j] == j && first[i] != j && j != i {
				order = append(order, j)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(kernel[i][b], kernel[i][a]) })
		weight, weighted := 0.0, 0.0
		for _, j := range order[:min(count, len(order))] {
			weight += kernel[i][j]
			weighted += kernel[i][j] * scores[j]
		}
		if weight > 0 {
			share := min(mostShare, strength.share()*math.Sqrt(weight/float64(count)))
			out[i] = (1-share)*scores[i] + share*weighted/weight
		}
	}
	return out
}

// copies names for each document the first that is equal to it in words and meaning: itself, where
// there is none before it.
func copies(of []index.Profile) []int {
	first := make([]int, len(of))
	for i := range of {
		first[i] = slices.IndexFunc(of[:i+1], func(p index.Profile) bool {
			return slices.Equal(p.Terms, of[i].Terms) && slices.Equal(p.Vector, of[i].Vector)
		})
	}
	return first
}

// kernels compares every two documents.
func kernels(of []index.Profile) [][]float64 {
	kernel := overlaps(of)
	norms := make([]float64, len(of))
	for i := range of {
		norms[i] = math.Sqrt(kernel[i][i])
		kernel[i][i] = 0
	}
	for i := range of {
		for j := range i {
			k := kernel[i][j]
			if k > 0 {
				meaning := max(dot(of[i].Vector, of[j].Vector), 0)
				k = k / (norms[i] * norms[j]) * meaning * meaning
			}
			kernel[i][j], kernel[j][i] = k, k
		}
	}
	return kernel
}

// overlaps holds the inner products of the documents' BM25 rows, below and on the diagonal. It goes
// term by term, in order: most pairs of documents share few of their terms.
func overlaps(of []index.Profile) [][]float64 {
	type holder struct {
		document int
		weight   float64
	}
	var holders [][]holder // by term
	out := make([][]float64, len(of))
	for i, p := range of {
		out[i] = make([]float64, len(of))
		for _, t := range p.Terms {
			for int(t.Term) >= len(holders) {
				holders = append(holders, nil)
			}
			holders[t.Term] = append(holders[t.Term], holder{i, t.Weight})
		}
	}
	for _, of := range holders {
		for a, later := range of {
			for _, earlier := range of[:a+1] {
				out[later.document][earlier.document] += later.weight * earlier.weight
			}
		}
	}
	return out
}

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
