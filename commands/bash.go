package commands

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// bashLine is an unfinished command line as bash sees it. Bash hands its completions over as they
// are typed, with quotes and backslashes, and replaces only what stands after the last quote or
// break character: so the line is split here, and candidates are written in the form that fits.
type bashLine struct {
	words []string // without their quotes; the last one is being typed
	open  rune     // the quote that is still open, or 0
	kept  int      // bytes of the last word that bash leaves as they are
}

// splitBash splits a line up to the cursor. breaks is COMP_WORDBREAKS.
func splitBash(line, breaks string) bashLine {
	var l bashLine
	var word strings.Builder
	escaped, begun := false, false
	for _, r := range line {
		switch {
		case escaped:
			escaped = false
			if l.open == '"' && !strings.ContainsRune("\"\\$`", r) {
				word.WriteByte('\\') // in double quotes it escapes only these
			}
			word.WriteRune(r)
		case r == '\\' && l.open != '\'':
			escaped = true
		case r == l.open:
			l.open = 0
			l.kept = word.Len()
		case l.open != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			l.open = r
			l.kept = word.Len()
		case unicode.IsSpace(r):
			if begun {
				l.words = append(l.words, word.String())
			}
			word.Reset()
			l.kept, begun = 0, false
			continue
		default:
			word.WriteRune(r)
			if strings.ContainsRune(breaks, r) {
				l.kept = word.Len()
			}
		}
		begun = true
	}
	l.words = append(l.words, word.String())
	return l
}

// quote writes a candidate as it is to stand on the line.
func (l bashLine) quote(word string) string {
	word = word[min(l.kept, len(word)):]
	switch l.open {
	case '\'':
		return strings.ReplaceAll(word, `'`, `'\''`)
	case '"':
		return escape(word, func(r rune) bool { return strings.ContainsRune("\"\\$`", r) })
	}
	return escape(word, func(r rune) bool {
		return r < utf8.RuneSelf && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_./:=@%+,-", r)
	})
}

func escape(word string, special func(rune) bool) string {
	var b strings.Builder
	for _, r := range word {
		if special(r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
