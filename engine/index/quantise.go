package index

import (
	"math"

	"octavo/engine/corpus"
)

// ExactDimensions is the largest dimension for which every score is exact whatever the vectors.
//
// A unit vector v is stored as codes c[i] = round(127 v[i] / max|v|) with the scale 1/|c|, so that
// c times scale is again of unit length. A query is coded in the same way, and the cosine is
// dot(c, q) * scale(c) * scale(q). Codes are integers, and DuckDB sums their products as FLOAT: by
// Cauchy-Schwarz no partial sum exceeds |c||q| <= 127*127*N, so up to this N all of them lie below
// 2^24, where a FLOAT holds every integer. Then no order of summation, no vector width and no
// fused multiply-add can change a score: DuckDB, this package's own loop and every CPU agree to
// the bit. Beyond it only vectors whose elements are nearly all of one magnitude could round; real
// embeddings of 4,096 dimensions stay below half the bound.
const ExactDimensions = (1<<24 - 1) / (127 * 127)

// unitTolerance is how far the length of a vector may be from 1.
const unitTolerance = 1e-3

// coded is a vector as it is stored.
type coded struct {
	codes []int8
	scale float32
}

// quantise codes a vector. Coding a decoded vector gives the same codes and scale again, which is
// what lets an index over decoded vectors be scored exactly.
func quantise(v []float32) coded {
	var largest float64
	for _, x := range v {
		largest = max(largest, math.Abs(float64(x)))
	}
	c := coded{codes: make([]int8, len(v))}
	if largest == 0 {
		return c
	}
	for i, x := range v {
		c.codes[i] = int8(math.Round(float64(x) * 127 / largest))
	}
	c.scale = float32(1 / math.Sqrt(float64(dot(c.codes, c.codes))))
	return c
}

// decode is the stored vector as floats.
func (c coded) decode() []float32 {
	v := make([]float32, len(c.codes))
	for i, x := range c.codes {
		v[i] = float32(x) * c.scale
	}
	return v
}

// floats are the codes as DuckDB is handed them.
func (c coded) floats() []float32 {
	v := make([]float32, len(c.codes))
	for i, x := range c.codes {
		v[i] = float32(x)
	}
	return v
}

func dot(a, b []int8) int64 {
	var sum int64
	for i, x := range a {
		sum += int64(x) * int64(b[i])
	}
	return sum
}

// cosine is the one place where a score is made. The order of the factors is part of it.
func cosine(dot float64, scale, queryScale float32) float64 {
	return dot * float64(scale) * float64(queryScale)
}

// checkVector refuses what would, once stored or asked with, look like a vector for ever.
// Errors: *DimensionError, *VectorError.
func checkVector(key corpus.TextKey, v []float32, dimension int) error {
	if len(v) != dimension {
		return &DimensionError{Got: len(v), Want: dimension}
	}
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	switch length := math.Sqrt(sum); {
	case math.IsNaN(length) || math.IsInf(length, 0):
		return &VectorError{Key: key, Cause: "not finite"}
	case math.Abs(length-1) > unitTolerance:
		return &VectorError{Key: key, Cause: "not of unit length"}
	}
	return nil
}
