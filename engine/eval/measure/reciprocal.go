package measure

// reciprocalRank is m_recip_rank of trec_eval: 1 / rank of the first relevant document, 0 where none
// was found. With a depth, a first relevant document below it counts as not found (RR@k in
// ir_measures; trec_eval gives the same for a run cut at k).
var reciprocalRank = kind{
	name:  "mrr",
	text:  "One divided by the rank of the first relevant document, 0 where none was found (trec_eval recip_rank).",
	depth: depthOptional,
	at: func(r Ranking, depth int) float64 {
		rank := r.first()
		if rank == 0 || rank > depth {
			return 0
		}
		return 1 / float64(rank)
	},
}
