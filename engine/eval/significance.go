package eval

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// PValue is the two-sided p of the paired randomisation test (Fisher 1935; for retrieval: Smucker,
// Allan and Carterette, "A comparison of statistical significance tests for information retrieval
// evaluation", 2007). Under the null hypothesis each difference might as well have had the other
// sign; p is the share of sign patterns whose mean is at least as far from zero as the one seen.
//
// Differences of zero change nothing and are left out. Where the rest has at most rounds patterns
// all are counted (exact); otherwise rounds are drawn from seed, and the pattern seen is counted
// among them, so that p is never 0.
func PValue(differences []float64, rounds int, seed uint64) (p float64, exact bool) {
	moved := slices.DeleteFunc(slices.Clone(differences), func(d float64) bool { return d == 0 })
	total := 0.0
	for _, d := range moved {
		total += d
	}
	far := func(sum float64) bool { return math.Abs(sum) >= math.Abs(total)-1e-12 }
	if n := len(moved); n < bits.Len(uint(rounds)) {
		hits := 0
		for pattern := range uint64(1) << n {
			if far(signed(moved, func(int) uint64 { return pattern })) {
				hits++
			}
		}
		return float64(hits) / float64(uint64(1)<<n), true
	}
	random := rand.New(rand.NewPCG(seed, 0))
	hits := 1
	for range rounds {
		if far(signed(moved, func(int) uint64 { return random.Uint64() })) {
			hits++
		}
	}
	return float64(hits) / float64(rounds+1), false
}

// signed adds numbers up, each negated where its bit is set; next gives the bits of 64 at a time.
func signed(numbers []float64, next func(block int) uint64) float64 {
	sum, pattern := 0.0, uint64(0)
	for i, x := range numbers {
		if i%64 == 0 {
			pattern = next(i / 64)
		}
		if pattern>>(i%64)&1 == 1 {
			x = -x
		}
		sum += x
	}
	return sum
}

// Interval is the 95 % percentile bootstrap interval of the mean of differences (Efron 1979; for
// retrieval: Sakai 2006): means of rounds samples drawn with replacement, cut at 2.5 % on each side.
// With few questions it is too narrow; with one it is a point.
func Interval(differences []float64, rounds int, seed uint64) (low, high float64) {
	n := len(differences)
	if n == 0 || rounds == 0 {
		return 0, 0
	}
	random := rand.New(rand.NewPCG(seed, 1))
	drawn := make([]float64, rounds)
	for i := range drawn {
		sum := 0.0
		for range n {
			sum += differences[random.IntN(n)]
		}
		drawn[i] = sum / float64(n)
	}
	slices.Sort(drawn)
	cut := int(0.025 * float64(rounds))
	return drawn[cut], drawn[rounds-1-cut]
}
