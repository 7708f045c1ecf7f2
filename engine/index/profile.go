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

// weights are the BM25 weights of the terms of profiles: idf by the place of a term.
type weights struct {
	idf        []float64
	meanLength float64
}

// weightsOf takes, by place, how many live documents hold a term.
func weightsOf(df []int32, all census) weights {
	w := weights{idf: make([]float64, len(df)), meanLength: all.meanLength()}
	for place, n := range df {
		w.idf[place] = lexical.IDF(float64(n), float64(all.texts))
	}
	return w
}

// row is the BM25 row of a document: how often it holds the term at each place, in order of place.
func (w weights) row(length int, counts []placed) []TermWeight {
	out := make([]TermWeight, len(counts))
	for i, c := range counts {
		tf := lexical.DefaultBM25.TF(float64(c.tf()), float64(length), w.meanLength)
		out[i] = TermWeight{Term: c.place(), Weight: w.idf[c.place()] * tf}
	}
	return out
}

// placed is the place of a term and its count, in one number, so that many are sorted quickly.
type placed uint64

func placedAt(place, tf int32) placed { return placed(place)<<32 | placed(tf) }
func (p placed) place() int32         { return int32(p >> 32) }
func (p placed) tf() int32            { return int32(p & 0xFFFFFFFF) }
