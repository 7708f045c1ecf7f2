package lexical

import "math"

// BM25 holds the two parameters of the weighting: K1 is how soon further occurrences stop counting,
// B how much a long text is held against it (0 not at all, 1 in full).
//
// Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009,
// equation 3.15, in the form that Lucene has used since version 8: an inverse document frequency that
// is never negative, and without the constant factor K1+1, which changes no order.
type BM25 struct{ K1, B float64 }

// DefaultBM25 is the usual setting. Tuning it on judged collections did not hold on others.
var DefaultBM25 = BM25{K1: 1.2, B: 0.75}

// IDF is ln(1 + (n - df + 0.5) / (df + 0.5)): the weight of a term that df of n documents hold.
// It is positive for 0 <= df <= n; a larger df counts as n.
func IDF(df, n float64) float64 {
	df = min(df, n)
	return math.Log(1 + (n-df+0.5)/(df+0.5))
}

// TF is the share of a term's weight that tf occurrences earn in a text of length words where the
// mean is meanLength: from 0, rising towards 1. A meanLength of 0 or less turns the length norm off.
func (p BM25) TF(tf, length, meanLength float64) float64 {
	if tf <= 0 {
		return 0
	}
	norm := 1.0
	if meanLength > 0 {
		norm = 1 - p.B + p.B*length/meanLength
	}
	return tf / (tf + p.K1*norm)
}

// Score is IDF(df, n) times TF(tf, length, meanLength): what one term adds to the score of one text.
// Sum the terms of a query in the order of Plan.Scored, so that equal requests give equal bytes.
func (p BM25) Score(tf, df, n, length, meanLength float64) float64 {
	return IDF(df, n) * p.TF(tf, length, meanLength)
}
