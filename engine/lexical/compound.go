package lexical

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	leastHead     = 5 // code points: shorter heads end many words by chance (Rat, Format)
	leastModifier = 3
)

// compounding are the languages that write compounds as one word, the part that says what it is
// last: Krankenversicherung is a Versicherung.
var compounding = map[Language]bool{"da": true, "de": true, "nl": true, "no": true, "sv": true}

// Head is a term that may be the last part of compounds of a language.
type Head struct {
	Term     string
	Language Language
}

func isHead(term string, language Language) bool {
	return compounding[language] && utf8.RuneCountInString(term) >= leastHead &&
		strings.IndexFunc(term, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// IsCompound reports whether term, of an index, is a compound that ends in the head, and what
// stands before it is a word of the index as well: where "krank" is known, "krankenversicher" ends
// in "versicher"; but "statist" does not end in "tist". Candidates are the terms with the head as
// their ending, which the index lists; known tells whether it holds a term.
func IsCompound(term string, head Head, known func(term string) bool) bool {
	modifier, found := strings.CutSuffix(term, head.Term)
	if !found || utf8.RuneCountInString(modifier) < leastModifier {
		return false
	}
	// The stemmer takes away what links the parts: Krank-en-, Arbeit-s-, Versicher-ungs-.
	return known(modifier) || known(fold(stem(modifier, head.Language)))
}
