package eval

import "math"

// Overlap is the share that two rankings have in common among their first depth items, counted over
// the longer of the two cut rankings. It is 1 for two empty ones. Items of a ranking are distinct.
func Overlap[T comparable](a, b []T, depth int) float64 {
	a, b = a[:min(depth, len(a))], b[:min(depth, len(b))]
	if len(a)+len(b) == 0 {
		return 1
	}
	inA := map[T]bool{}
	for _, item := range a {
		inA[item] = true
	}
	common := 0
	for _, item := range b {
		if inA[item] {
			common++
		}
	}
	return float64(common) / float64(max(len(a), len(b)))
}

// RankBiasedOverlap is RBO_ext of two rankings, equation 32 of Webber, Moffat and Zobel, "A
// similarity measure for indefinite rankings" (2010): the expected overlap seen by a reader who goes
// on from each rank to the next with probability persistence, extrapolated beyond what was ranked.
// It is 1 for equal rankings and 0 for rankings without a common item; two empty ones are equal.
// With persistence .9 the first ten ranks carry 86 % of the weight. Items of a ranking are distinct;
// persistence is above 0 and below 1.
func RankBiasedOverlap[T comparable](a, b []T, persistence float64) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	short, long := len(a), len(b)
	switch {
	case long == 0:
		return 1
	case short == 0:
		return 0
	}
	seenA, seenB := map[T]bool{}, map[T]bool{}
	common := 0.0 // X_d: items that both rankings hold down to depth d
	commonAtShort := 0.0
	sum, weight := 0.0, 1.0
	for d := 1; d <= long; d++ {
		weight *= persistence
		itemB := b[d-1]
		seenB[itemB] = true
		if d <= short {
			itemA := a[d-1]
			seenA[itemA] = true
			if seenB[itemA] {
				common++
			}
			if itemA != itemB && seenA[itemB] {
				common++
			}
			commonAtShort = common
		} else {
			if seenA[itemB] {
				common++
			}
			sum += commonAtShort * float64(d-short) / (float64(short) * float64(d)) * weight
		}
		sum += common / float64(d) * weight
	}
	tail := ((common-commonAtShort)/float64(long) + commonAtShort/float64(short)) * math.Pow(persistence, float64(long))
	return (1-persistence)/persistence*sum + tail
}
