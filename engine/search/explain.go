package search

// explain tells how a candidate came to its score.
func (s Searcher) explain(c candidate) []LegDetail {
	var legs []LegDetail
	if c.meaning.scored {
		legs = append(legs, LegDetail{Name: LegSemantic, Rank: c.meaning.rank, Value: c.meaning.value, Weight: s.Ranking.MeaningWeight})
	}
	if c.words.scored {
		legs = append(legs, LegDetail{Name: LegLexical, Rank: c.words.rank, Value: c.words.value, Weight: s.Ranking.WordsWeight, Terms: c.terms})
	}
	if len(legs) == 1 {
		legs[0].Weight = 1 // a leg alone is the ranking
	}
	if c.score != c.fused {
		legs = append(legs, LegDetail{Name: LegSmoothing, Rank: -1, Value: c.score - c.fused, Weight: 1})
	}
	return legs
}
