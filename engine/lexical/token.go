package lexical

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// Version changes when the same text would give other terms, or be told for another language: what
// an index stores must then be made anew.
const Version = 1

// Token is one term of a text.
type Token struct {
	Term string
	// Start and End are code point offsets into the analysed text, half-open. Tokens on the same
	// stretch are spellings of one word.
	Start, End int
	// Position counts words from 0. A compound shares the position of its first part.
	Position int
}

// Analyze lists the terms of text in order of Start, a compound before its parts.
//
//   - Words are those of Unicode (UAX 29), in NFKC, lower case, stemmed by language and without
//     accents. Where stemming the unaccented word gives another term, both stand on the word, so
//     that a question typed without accents finds it.
//   - foo_bar, foo.bar, fooBar, foo-bar, v1.2.3-rc1 and R&D give the whole and, from the same
//     position on, their parts. Wholes are not stemmed, except where they consist of letters only:
//     DataFrame is the word "dataframe". C++, C# and .NET keep their signs.
//   - Contractions and possessives lose their ending (company's, we'll), elided articles become
//     words of their own (l'homme), other apostrophes disappear (don't is dont).
//   - Han, kana, Hangul, Thai, Lao, Khmer and Myanmar, which are written without spaces or with
//     endings attached, give each character and each pair of neighbours.
//   - Emoji are terms, whatever their skin tone. Punctuation and other symbols are not.
//   - A term has at most MaxTerm code points; a longer word is known by its first ones.
//
// It is safe for concurrent use. Terms may share memory with text.
func Analyze(text string, language Language) []Token {
	return analyze(text, language, false)
}

// analyze is Analyze; for a question it leaves out single characters that a pair speaks for.
func analyze(text string, language Language, question bool) []Token {
	memo := memoOf(language)
	defer memo.release()
	tokens := make([]Token, 0, len(text)/5+4)
	offset, position, at := 0, 0, 0 // code points and words before byte at
	for segment := range segments(text) {
		offset += runeCount(text[at:segment.start])
		at = segment.start
		raw := text[segment.start:segment.end]
		before, words := len(tokens), 0
		if segment.kind == kindRun {
			tokens, words = appendPairs(tokens, raw, question)
		} else if found := memo.word(raw, segment.kind); len(found) > 0 {
			tokens = append(tokens, found...)
			words = found[len(found)-1].Position + 1
		}
		for i := before; i < len(tokens); i++ {
			tokens[i].Start += offset
			tokens[i].End += offset
			tokens[i].Position += position
		}
		position += words
	}
	return tokens
}

// Runs of text repeat their words: a memo remembers what became of each, so that most are looked
// up and not taken apart. It is emptied when full; what it holds never changes an answer.
const (
	memoWords  = 1 << 15
	memoLength = 64 // bytes; longer words are rare and not worth the memory
)

type memo struct {
	language Language
	words    map[string][]Token
}

var memos sync.Map // Language -> *sync.Pool of *memo

func memoOf(language Language) *memo {
	if _, stems := stemmers[language]; !stems {
		language = Unknown // so that made-up codes cannot fill the memory
	}
	pool, found := memos.Load(language)
	if !found {
		pool, _ = memos.LoadOrStore(language, &sync.Pool{New: func() any {
			return &memo{language: language, words: map[string][]Token{}}
		}})
	}
	return pool.(*sync.Pool).Get().(*memo)
}

func (m *memo) release() {
	if pool, found := memos.Load(m.language); found {
		pool.(*sync.Pool).Put(m)
	}
}

// word is the tokens of one word or compound, offsets and positions counted from its start.
func (m *memo) word(raw string, kind segmentKind) []Token {
	if known, found := m.words[raw]; found {
		return known
	}
	if len(raw) > memoLength {
		return dissect(raw, kind, m.language)
	}
	if len(m.words) >= memoWords {
		clear(m.words)
	}
	raw = strings.Clone(raw) // the memo outlives the text
	tokens := dissect(raw, kind, m.language)
	m.words[raw] = tokens
	return tokens
}

func runeCount(s string) int {
	if len(s) == 1 {
		return 1
	}
	return utf8.RuneCountInString(s)
}
