package eval

import (
	"math"
	"slices"
	"time"
)

// Latency sums up how long answers took.
type Latency struct {
	Count                   int
	P50, P90, P95, P99, Max time.Duration
}

// Latencies sums durations up; none gives the zero Latency.
func Latencies(durations []time.Duration) Latency {
	return Latency{
		Count: len(durations),
		P50:   Percentile(durations, 50), P90: Percentile(durations, 90),
		P95: Percentile(durations, 95), P99: Percentile(durations, 99), Max: Percentile(durations, 100),
	}
}

// Percentile is the nearest-rank percentile: the smallest duration that at least p percent of all
// do not exceed, always one that was measured. p is above 0 and at most 100. None gives 0.
func Percentile(durations []time.Duration, p float64) time.Duration {
	if len(durations) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(durations))
	rank := int(math.Ceil(p * float64(len(sorted)) / 100))
	return sorted[min(max(rank, 1), len(sorted))-1]
}
