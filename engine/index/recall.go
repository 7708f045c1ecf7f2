package index

import (
	"context"

	duckdb "github.com/duckdb/duckdb-go/v2"
)

// storedVector is a vector of the indexed table with the chunk that it belongs to.
type storedVector struct {
	document int32
	index    int
	vector   []float32
}

// probe is a question that an index is measured with.
type probe struct {
	query coded
	of    []storedVector // what it was made from, left out of its answer
}

// answer are the cosines of the nearest chunks, but for those that the question was made from.
func (p probe) answer(list []candidate) []float64 {
	var out []float64
	for _, c := range list {
		own := false
		for _, s := range p.of {
			own = own || c.owner == s.document && c.index == s.index
		}
		if !own && len(out) < recallDepth {
			out = append(out, c.cosine)
		}
	}
	return out
}

// probes makes a question of each sample. The even ones ask with the stored vector, which lies
// where the graph is dense. The odd ones lie between texts, as the questions of people do: in the
// direction of the sum of the sample and the one half the samples away.
func probes(samples []storedVector) (stored, between []probe) {
	for i, s := range samples {
		if i%2 == 0 {
			stored = append(stored, probe{quantise(s.vector), []storedVector{s}})
			continue
		}
		other := samples[(i+len(samples)/2)%len(samples)]
		sum := make([]float32, len(s.vector))
		for j := range sum {
			sum[j] = s.vector[j] + other.vector[j]
		}
		// Coding makes the sum a unit vector. Opposite vectors have no direction between them.
		if query := quantise(sum); query.scale > 0 {
			between = append(between, probe{query, []storedVector{s, other}})
		}
	}
	return stored, between
}

// recall is the share of the ten nearest chunks that the index finds, over about hnswSamples
// questions made from stored vectors that are spread evenly: the smaller of the shares for
// questions that equal a stored vector and for those that lie between two. What a question was
// made from is left out of its answer. A chunk as near as the tenth counts as found.
func (h *hnswSearch) recall(ctx context.Context, live int) (float64, error) {
	var samples []storedVector
	step := max(1, live/hnswSamples)
	err := each(ctx, h.db, statement("publish/sample.sql", h.generation.tables()...), bind("step", step), func(scan func(...any) error) error {
		var s storedVector
		var vector duckdb.Composite[[]float32]
		err := scan(&s.document, &s.index, &vector)
		s.vector = vector.Get()
		samples = append(samples, s)
		return err
	})
	if err != nil {
		return 0, err
	}
	stored, between := probes(samples)
	ofStored, err := h.share(ctx, stored)
	if err != nil {
		return 0, err
	}
	ofBetween, err := h.share(ctx, between)
	return min(ofStored, ofBetween), err
}

// share is the share of the nearest chunks that the index finds; 1 where there is nothing to find.
func (h *hnswSearch) share(ctx context.Context, questions []probe) (float64, error) {
	found, wanted := 0, 0
	for _, q := range questions {
		limit := recallDepth + len(q.of)
		exact, err := nearestExact(ctx, h.db, h.generation, q.query, everywhere, limit)
		if err != nil {
			return 0, err
		}
		indexed, err := h.candidates(ctx, q.query, limit)
		if err != nil {
			return 0, err
		}
		nearest := q.answer(exact)
		wanted += len(nearest)
		for _, cosine := range q.answer(indexed) {
			if cosine >= nearest[len(nearest)-1] {
				found++
			}
		}
	}
	if wanted == 0 {
		return 1, nil
	}
	return float64(found) / float64(wanted), nil
}
