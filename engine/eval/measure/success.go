package measure

// success is m_success of trec_eval: 1 where at least one relevant document stands among the first
// k, else 0. Its mean is the share of questions that were answered.
var success = kind{
	name:  "success",
	text:  "1 where a relevant document stands among the first K, else 0 (trec_eval success).",
	depth: depthRequired,
	at: func(r Ranking, depth int) float64 {
		if r.relevantWithin(depth) > 0 {
			return 1
		}
		return 0
	},
}
