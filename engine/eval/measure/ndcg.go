package measure

import "math"

// ndcg is m_ndcg and m_ndcg_cut of trec_eval, after Järvelin and Kekäläinen, "Cumulated gain-based
// evaluation of IR techniques" (2002), with the discount that trec_eval uses:
//
//	DCG@k  = sum over ranks i = 1..k of grade(i) / log2(i + 1)
//	nDCG@k = DCG@k / DCG@k of the best order that the judgements allow
//
// The gain is linear (the grade itself), not 2^grade - 1. A negative grade gains nothing.
var ndcg = kind{
	name:  "ndcg",
	text:  "Normalised discounted cumulative gain with linear gain and a log2 discount: 1 when the best documents stand in the best order (trec_eval ndcg, ndcg_cut).",
	depth: depthOptional,
	at: func(r Ranking, depth int) float64 {
		return dcg(r.Found, depth) / dcg(r.Relevant, depth)
	},
}

func dcg(grades []int, depth int) float64 {
	sum := 0.0
	for i, grade := range grades[:min(depth, len(grades))] {
		if grade > 0 {
			sum += float64(grade) / math.Log2(float64(i)+2)
		}
	}
	return sum
}
