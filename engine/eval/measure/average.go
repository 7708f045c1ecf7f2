package measure

// averagePrecision is m_map and m_map_cut of trec_eval: the precision at the rank of each relevant
// document found (among the first k), added up and divided by all relevant documents of the query.
var averagePrecision = kind{
	name:  "map",
	text:  "Mean of the precision at each relevant document; those that were not found count 0 (trec_eval map, map_cut).",
	depth: depthOptional,
	at: func(r Ranking, depth int) float64 {
		sum, relevant := 0.0, 0
		for i, grade := range r.Found[:min(depth, len(r.Found))] {
			if grade > 0 {
				relevant++
				sum += float64(relevant) / float64(i+1)
			}
		}
		return sum / float64(len(r.Relevant))
	},
}
