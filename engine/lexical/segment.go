package lexical

import (
	"iter"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"
)

type segmentKind uint8

const (
	kindWord  segmentKind = iota // a word or a compound such as foo_bar, v1.2-rc1, C++
	kindRun                      // characters of a script that is taken in pairs
	kindEmoji                    // one emoji, with its modifiers
)

// segment is a stretch of text, in bytes, that gives terms.
type segment struct {
	kind       segmentKind
	start, end int
}

// segments yields the stretches of text that give terms, in order.
func segments(text string) iter.Seq[segment] {
	return func(yield func(segment) bool) {
		for start := 0; start < len(text); {
			paired, end := stretch(text, start)
			if paired {
				if !yield(segment{kindRun, start, end}) {
					return
				}
			} else if !spaced(text, start, end, yield) {
				return
			}
			start = end
		}
	}
}

// stretch finds how far the text from start on is all of paired scripts, or all of others.
func stretch(text string, start int) (paired bool, end int) {
	for end = start; end < len(text); {
		if text[end] < utf8.RuneSelf {
			if end > start && paired {
				return paired, end
			}
			end++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[end:])
		is := isPaired(r)
		if end == start {
			paired = is
		} else if is != paired && !(paired && unicode.Is(unicode.M, r)) {
			return paired, end
		}
		end += size
	}
	return paired, end
}

// spaced yields the words and emoji of text[from:to], which holds no paired script.
func spaced(text string, from, to int, yield func(segment) bool) bool {
	tokens := words.FromString(text[from:to])
	for tokens.Next() {
		start, end := from+tokens.Start(), from+tokens.End()
		first := text[start]
		if first == ' ' || first == '\n' {
			continue
		}
		if first >= utf8.RuneSelf {
			if r, _ := utf8.DecodeRuneInString(text[start:]); isEmoji(r) {
				if !yield(segment{kindEmoji, start, end}) {
					return false
				}
				continue
			}
		}
		if first == '.' && end < to && beginsName(text[:start]) && isLetterAt(text[end:to]) {
			tokens.Next() // .NET, .gitignore
			end = from + tokens.End()
		} else if !isWord(text[start:end]) {
			continue
		}
		for joins(text[end:to]) {
			tokens.Next()
			tokens.Next()
			end = from + tokens.End()
		}
		for sign := signs(text[end:to]); sign > 0; sign-- {
			tokens.Next()
			end = from + tokens.End()
		}
		for text[start] == '_' {
			start++
		}
		for text[end-1] == '_' {
			end--
		}
		if !yield(segment{kindWord, start, end}) {
			return false
		}
	}
	return true
}

// isWord reports whether a UAX 29 token is a word: it holds a letter or a number. Words begin with
// one, or with underscores.
func isWord(token string) bool {
	for _, r := range token {
		if isWordRune(r) {
			return true
		}
		if r != '_' {
			return false
		}
	}
	return false
}

// beginsName reports whether a dot after before can be the first character of a name.
func beginsName(before string) bool {
	if before == "" {
		return true
	}
	switch before[len(before)-1] {
	case ' ', '\n', '\t', '\r', '(', '[', '{', '"', '\'', '`', '/', ',':
		return true
	}
	return false
}

func isLetterAt(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

// joins reports whether rest goes on with one hyphen or ampersand and another word.
func joins(rest string) bool {
	if rest == "" || rest[0] != '-' && rest[0] != '&' && rest[0] < utf8.RuneSelf {
		return false
	}
	r, size := utf8.DecodeRuneInString(rest)
	if !isHyphen(r) && r != '&' {
		return false
	}
	next, _ := utf8.DecodeRuneInString(rest[size:])
	return isWordRune(next)
}

// signs counts the signs that belong to the name before rest: C++, C#.
func signs(rest string) int {
	count := 0
	switch {
	case len(rest) >= 2 && rest[:2] == "++":
		count = 2
	case rest != "" && rest[0] == '#':
		count = 1
	default:
		return 0
	}
	if next, size := utf8.DecodeRuneInString(rest[count:]); size > 0 && (next == rune(rest[0]) || isMark(next) || count == 1 && isWordRune(next)) {
		return 0
	}
	return count
}

// isEmoji covers the blocks of pictographs and symbols for people, and of flags. Signs that are
// mostly typography (arrows, box drawing, trade marks) are left out.
func isEmoji(r rune) bool {
	return r >= 0x1F000 && r <= 0x1FBFF || r >= 0x2600 && r <= 0x27BF || r >= 0x2B50 && r <= 0x2B55
}

func isMark(r rune) bool { return r >= utf8.RuneSelf && unicode.In(r, unicode.M, unicode.Cf) }

// pairedScripts are written without spaces, or (Hangul) with endings attached to words.
var pairedScripts = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// isPaired reports characters that are taken in pairs. Their decimal digits are not: those are
// numbers like any other. The long vowel and voicing marks of kana belong to several scripts and
// are named one by one.
func isPaired(r rune) bool {
	switch {
	case r < 0x0E00:
		return false
	case r == 'ー', r == 'ｰ', r == '\uFF9E', r == '\uFF9F':
		return true
	}
	return unicode.In(r, pairedScripts...) && unicode.In(r, unicode.L, unicode.M, unicode.Nl)
}
