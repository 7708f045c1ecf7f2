package bundled

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// words visits the words of text in order: control characters dropped, accents stripped, lower
// case, cut at white space, and each punctuation mark and Chinese character a word of its own. This
// is BertNormalizer followed by BertPreTokenizer. The visitor must not keep the slice.
func words(text string, visit func(word []byte)) {
	var space [128]byte
	word, plain := space[:0], true
	flush := func() {
		switch {
		case len(word) == 0:
		case plain:
			visit(word)
		default:
			foldedWords(word, visit)
		}
		word, plain = word[:0], true
	}
	for _, r := range text {
		switch {
		case isControl(r):
		case r >= utf8.RuneSelf:
			word, plain = utf8.AppendRune(word, r), false
		case isSpace(r):
			flush()
		case isAlone(r):
			flush()
			word = append(word, byte(r))
			flush()
		default:
			word = append(word, lowerASCII(byte(r)))
		}
	}
	flush()
}

// foldedWords is words for a run that holds more than ASCII. Decomposition comes before all else,
// because it yields accents to strip and, now and then, a punctuation mark.
func foldedWords(run []byte, visit func(word []byte)) {
	var space [256]byte
	var word []byte
	flush := func() {
		if len(word) > 0 {
			visit(word)
			word = word[:0]
		}
	}
	decomposed := norm.NFD.Append(space[:0], run...)
	for len(decomposed) > 0 {
		r, size := utf8.DecodeRune(decomposed)
		decomposed = decomposed[size:]
		switch {
		case unicode.Is(accents, r):
		case isSpace(r):
			flush()
		case isAlone(r):
			flush()
			visit(utf8.AppendRune(nil, r))
		default:
			word = utf8.AppendRune(word, toLower(r))
		}
	}
	flush()
}

// isControl tells what is dropped before anything else. A range over a string yields U+FFFD for
// invalid UTF-8, so that is dropped with the character itself.
func isControl(r rune) bool {
	if r < utf8.RuneSelf {
		return (r < ' ' && !isSpace(r)) || r == 0x7F
	}
	return r == utf8.RuneError || unicode.Is(controls, r)
}

// isSpace holds \t, \n and \r for space and not the other ASCII control characters.
func isSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || r == '\t' || r == '\n' || r == '\r'
	}
	return unicode.IsSpace(r)
}

// isAlone tells punctuation, among it every ASCII symbol, and Chinese characters.
func isAlone(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r < 0x7F && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	}
	return unicode.Is(alone, r)
}

func toLower(r rune) rune {
	if r < utf8.RuneSelf {
		return rune(lowerASCII(byte(r)))
	}
	return laterCases.ToLower(r)
}

func lowerASCII(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}
