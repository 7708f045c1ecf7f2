package index

import (
	"math"

	"octavo/engine/lexical"
)

// mean adds up vectors, in the order in which they come, and brings the sum to unit length.
type mean struct{ sum []float64 }

func (m *mean) add(v coded) {
	if m.sum == nil {
		m.sum = make([]float64, len(v.codes))
	}
	for i, code := range v.codes {
		m.sum[i] += float64(code) * float64(v.scale) // 8 and 24 bits: the product is exact
	}
}

// unit is the mean; nil where nothing was added or it all cancels out.
func (m *mean) unit() []float32 {
	var squares float64
	for _, x := range m.sum {
		squares += float64(x * x) // rounded here: not every processor would
	}
	if squares == 0 {
		return nil
	}
	length := math.Sqrt(squares)
	out := make([]float32, len(m.sum))
	for i, x := range m.sum {
		out[i] = float32(x / length)
	}
	return out
}

// row is the BM25 row of a document: places and counts of its terms, in order of place, and how
// many live documents hold the term at each place.
func (c census) row(length int, places, counts []int32, df []int32) []TermWeight {
	out := make([]TermWeight, len(places))
	for i, place := range places {
		out[i] = TermWeight{Term: place, Weight: lexical.DefaultBM25.Score(
			float64(counts[i]), float64(df[place]), float64(c.texts), float64(length), c.meanLength())}
	}
	return out
}
