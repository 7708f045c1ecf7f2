package measure

// recall is m_recall of trec_eval: the relevant documents among the first k, divided by all relevant
// documents of the query. With more than k relevant documents it cannot reach 1.
var recall = kind{
	name:  "recall",
	text:  "Share of all relevant documents that stand among the first K (trec_eval recall).",
	depth: depthRequired,
	at: func(r Ranking, depth int) float64 {
		return float64(r.relevantWithin(depth)) / float64(len(r.Relevant))
	},
}
