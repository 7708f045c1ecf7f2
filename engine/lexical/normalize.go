package lexical

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxTerm is the most code points that a term has: a longer word is known by its first MaxTerm.
const MaxTerm = 128

// cut shortens s to MaxTerm code points.
func cut(s string) string {
	if len(s) <= MaxTerm {
		return s
	}
	count := 0
	for i := range s {
		if count == MaxTerm {
			return s[:i]
		}
		count++
	}
	return s
}

// lower is s in NFKC and lower case, without what does not make a difference between words:
// apostrophes, middle dots and invisible characters. Hyphens become "-". The result is what a
// Snowball stemmer wants.
func lower(s string, language Language) string {
	if isASCII(s) && language != "tr" && strings.IndexByte(s, '\'') < 0 {
		return strings.ToLower(s)
	}
	toLower := unicode.ToLower
	if language == "tr" {
		toLower = unicode.TurkishCase.ToLower
	}
	return norm.NFC.String(strings.Map(func(r rune) rune {
		switch {
		case isApostrophe(r), isSilent(r), unicode.Is(unicode.Cf, r):
			return -1
		case isHyphen(r):
			return '-'
		case r == 'ё' || r == 'Ё': // most Russian texts write е, and the stemmer expects it
			return 'е'
		case r == 'ș' || r == 'Ș': // written with a cedilla for long, and so in the stemmer
			return 'ş'
		case r == 'ț' || r == 'Ț':
			return 'ţ'
		}
		return toLower(r)
	}, norm.NFKC.String(s)))
}

// fold takes the accents off a word in lower case: é is e, ß is ss, alef with hamza is alef,
// and every decimal digit is an ASCII digit. Marks that are letters in their own script stay:
// Devanagari vowels, the breve of й.
func fold(s string) string {
	if isASCII(s) {
		return s
	}
	var out strings.Builder
	var base rune
	for _, r := range norm.NFD.String(s) {
		if unicode.Is(unicode.Mn, r) {
			if !isAccent(base, r) {
				out.WriteRune(r)
			}
			continue
		}
		base = r
		if plain, found := plainLetters[r]; found {
			out.WriteString(plain)
		} else {
			out.WriteRune(asciiDigit(r))
		}
	}
	return norm.NFC.String(out.String())
}

// plainLetters are letters that canonical decomposition leaves whole.
var plainLetters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'þ': "th", 'ł': "l", 'ħ': "h",
	'ı': "i", 'ŋ': "ng", 'ŧ': "t", 'ς': "σ", 'ـ': "", // the last is the Arabic stretching stroke
}

func isAccent(base, mark rune) bool {
	if unicode.Is(unicode.Cyrillic, base) {
		return mark == '\u0300' || mark == '\u0301'
	}
	return unicode.In(base, unicode.Latin, unicode.Greek, unicode.Arabic, unicode.Hebrew)
}

// asciiDigit maps a decimal digit of any script to its ASCII digit. Unicode keeps the ten digits of
// a script together, in order, at the start of a range or a multiple of ten after it.
func asciiDigit(r rune) rune {
	if r < utf8.RuneSelf || !unicode.Is(unicode.Nd, r) {
		return r
	}
	for _, digits := range unicode.Nd.R16 {
		if rune(digits.Lo) <= r && r <= rune(digits.Hi) {
			return '0' + (r-rune(digits.Lo))%10
		}
	}
	for _, digits := range unicode.Nd.R32 {
		if rune(digits.Lo) <= r && r <= rune(digits.Hi) {
			return '0' + (r-rune(digits.Lo))%10
		}
	}
	return r
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func isApostrophe(r rune) bool {
	switch r {
	case '\'', '’', '‘', 'ʼ', '＇', '‛':
		return true
	}
	return false
}

// isSilent reports the middle dots of Catalan and the marks inside Hebrew abbreviations.
func isSilent(r rune) bool {
	switch r {
	case '·', '\u0387', '‧', '׳', '״', '"':
		return true
	}
	return false
}

func isHyphen(r rune) bool { return r == '-' || r == '\u2010' || r == '\u2011' }

// isWordRune reports what words are made of.
func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}
