package lexical

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// unit is one character with its marks: where it stands in the run (code points) and in the run's
// normal form (bytes).
type unit struct {
	start, end   int
	first, after int
	han          bool
}

// appendPairs adds each character of run and each pair of neighbours; it returns how many
// characters there are, each of which is a position. A question asks for the
// pairs, which say more; it asks for a character alone where there is no pair, or where a Han
// character stands between others (the stem of a Japanese word before its ending).
func appendPairs(tokens []Token, run string, question bool) (extended []Token, positions int) {
	normal, units := unitsOf(run)
	for i, u := range units {
		last := i+1 == len(units)
		alone := u.han && (i == 0 || !units[i-1].han) && (last || !units[i+1].han)
		if !question || len(units) == 1 || alone {
			tokens = append(tokens, Token{Term: cut(normal[u.first:u.after]), Start: u.start, End: u.end, Position: i})
		}
		if !last {
			next := units[i+1]
			tokens = append(tokens, Token{Term: cut(normal[u.first:next.after]), Start: u.start, End: next.end, Position: i})
		}
	}
	return tokens, len(units)
}

// unitsOf brings run to NFKC, without variation selectors, and divides it into characters with
// their marks.
func unitsOf(run string) (normal string, units []unit) {
	units = make([]unit, 0, len(run)/3)
	add := func(points, after int, first rune) {
		n := len(units)
		if n > 0 && unicode.Is(unicode.M, first) {
			units[n-1].end += points
			units[n-1].after = after
			return
		}
		u := unit{end: points, after: after, han: unicode.Is(unicode.Han, first)}
		if n > 0 {
			u.start, u.end, u.first = units[n-1].end, units[n-1].end+points, units[n-1].after
		}
		units = append(units, u)
	}
	if norm.NFKC.IsNormalString(run) && strings.IndexFunc(run, isVariation) < 0 {
		for i, r := range run {
			add(1, i+utf8.RuneLen(r), r)
		}
		return run, units
	}
	var out strings.Builder
	var parts norm.Iter
	parts.InitString(norm.NFKC, run)
	for !parts.Done() {
		from := parts.Pos()
		part := string(parts.Next())
		first, _ := utf8.DecodeRuneInString(part)
		out.WriteString(strings.Map(dropVariation, part))
		add(utf8.RuneCountInString(run[from:parts.Pos()]), out.Len(), first)
	}
	return out.String(), units
}

func isVariation(r rune) bool { return unicode.Is(unicode.Variation_Selector, r) }

func dropVariation(r rune) rune {
	if isVariation(r) {
		return -1
	}
	return r
}
