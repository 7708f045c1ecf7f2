package lexical

import "slices"

// FindPhrase finds the first place where the words of a phrase follow each other in a text, and
// returns its code point offsets, half-open. At each position of the phrase one of its terms has
// to stand, so "foo bar" is found in foo_bar, and the other way round. The tokens are those of
// Analyze over the text, in the text's own language; over a chunk, a phrase that lies across the
// edge is found in the overlap, or not at all if it is longer.
func FindPhrase(tokens []Token, phrase []Group) (start, end int, found bool) {
	words := byPosition(phrase)
	if len(words) == 0 {
		return 0, 0, false
	}
	for i, token := range tokens {
		if !slices.Contains(words[0].terms, token.Term) {
			continue
		}
		if end, found := followed(tokens[i:], words); found {
			return token.Start, end, true
		}
	}
	return 0, 0, false
}

// place is a position of a phrase, counted from its first, and the terms that may stand there. In
// scripts that are taken in pairs the last position of a run has none and no place.
type place struct {
	position int
	terms    []string
}

func byPosition(phrase []Group) []place {
	var places []place
	for _, group := range phrase {
		position := group.Position - phrase[0].Position
		if n := len(places); n == 0 || places[n-1].position != position {
			places = append(places, place{position: position})
		}
		last := &places[len(places)-1]
		last.terms = append(last.terms, group.Terms...)
	}
	return places
}

// followed reports whether the places are filled from the first token on, and where the last ends.
func followed(tokens []Token, places []place) (end int, found bool) {
	next := 0
	for _, token := range tokens {
		at := token.Position - tokens[0].Position
		if at > places[next].position {
			return 0, false
		}
		if at == places[next].position && slices.Contains(places[next].terms, token.Term) {
			end = max(end, token.End)
			if next++; next == len(places) {
				return end, true
			}
		}
	}
	return 0, false
}
