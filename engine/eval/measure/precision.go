package measure

// precision is m_P of trec_eval: the relevant documents among the first k, divided by k even where
// fewer than k documents were found.
var precision = kind{
	name:  "p",
	text:  "Share of relevant documents among the first K, counted as K even where fewer were found (trec_eval P).",
	depth: depthRequired,
	at: func(r Ranking, depth int) float64 {
		return float64(r.relevantWithin(depth)) / float64(depth)
	},
}
