package filesearch

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"octavo/engine/lexical"
)

// Around a match in an excerpt, and where an excerpt leaves something out.
const (
	markBefore, markAfter = "**", "**"
	leftOut               = "…"
)

// excerpt is a stretch of a text of at most so many words, in one line, with the wanted terms
// marked. It is centred on the place where most different terms stand within that many words; of
// equal ones the first counts. A text without any of them gives its beginning.
//
// A word is what stands between spaces. Scripts without spaces would make one word of a page, so
// that a word counts once for each wordLength characters that it has begun.
func excerpt(text string, language lexical.Language, terms []string, length int) string {
	words := wordsOf(text)
	if len(words) == 0 {
		return ""
	}
	hits := hitsOf(text, language, terms)
	from, to := window(words, hits, length)
	var b strings.Builder
	if from > 0 {
		b.WriteString(leftOut + " ")
	}
	for i, w := range words[from:to] {
		if i > 0 && w.apart {
			b.WriteByte(' ')
		}
		b.WriteString(marked(text[w.start:w.end], w, hits))
	}
	if to < len(words) {
		b.WriteString(leftOut)
	}
	return b.String()
}

// wordLength is how many characters a word without spaces in it may have.
const wordLength = 16

// piece is a word, or a part of a very long one, as byte offsets into a text.
type piece struct {
	start, end int
	apart      bool // white space stands before it
}

func wordsOf(text string) []piece {
	var out []piece
	start, characters, apart := -1, 0, false
	end := func(at int) {
		if start >= 0 {
			out = append(out, piece{start, at, apart})
		}
		start, characters = -1, 0
	}
	for i, r := range text {
		switch {
		case unicode.IsSpace(r):
			end(i)
			apart = true
		case start < 0:
			start, characters = i, 1
		case characters == wordLength && !unicode.IsMark(r):
			end(i)
			start, characters, apart = i, 1, false
		default:
			characters++
		}
		if start == i && len(out) == 0 {
			apart = false // the first word
		}
	}
	end(len(text))
	return out
}

// hit is a stretch of a text on which a wanted term stands, as byte offsets.
type hit struct {
	start, end int
	term       string
}

func hitsOf(text string, language lexical.Language, terms []string) []hit {
	var out []hit
	at, character := 0, 0
	byteAt := func(wanted int) int { // wanted never falls between calls for starts
		for character < wanted {
			_, size := utf8.DecodeRuneInString(text[at:])
			at += size
			character++
		}
		return at
	}
	for _, token := range lexical.Analyze(text, language) {
		if slices.Contains(terms, token.Term) {
			start := byteAt(token.Start)
			end := start
			for range token.End - token.Start {
				_, size := utf8.DecodeRuneInString(text[end:])
				end += size
			}
			out = append(out, hit{start, end, token.Term})
		}
	}
	return out
}

// window chooses the words to show, half-open.
func window(words []piece, hits []hit, length int) (from, to int) {
	if len(words) <= length {
		return 0, len(words)
	}
	if len(hits) == 0 {
		return 0, length
	}
	places := make([]int, len(hits)) // the word of each hit
	for i, w := 0, 0; i < len(hits); i++ {
		for words[w].end <= hits[i].start {
			w++
		}
		places[i] = w
	}
	first, last, most := 0, 0, 0 // hits of the best stretch
	standing := map[string]int{} // terms within the stretch that ends at the hit
	begin := 0
	for i, h := range hits {
		standing[h.term]++
		for places[i]-places[begin] >= length {
			if standing[hits[begin].term]--; standing[hits[begin].term] == 0 {
				delete(standing, hits[begin].term)
			}
			begin++
		}
		if len(standing) > most {
			first, last, most = begin, i, len(standing)
		}
	}
	from = (places[first]+places[last]+1)/2 - length/2
	from = min(max(from, 0), len(words)-length)
	return from, from + length
}

// marked puts the marks around the hits in a word. Hits that overlap are marked as one.
func marked(text string, w piece, hits []hit) string {
	var b strings.Builder
	at := 0
	i, _ := slices.BinarySearchFunc(hits, w.start, func(h hit, start int) int { return h.end - start - 1 })
	for i < len(hits) && hits[i].start < w.end {
		start, end := max(hits[i].start-w.start, 0), min(hits[i].end, w.end)-w.start
		for i++; i < len(hits) && hits[i].start < w.start+end; i++ {
			end = max(end, min(hits[i].end, w.end)-w.start)
		}
		if start < at || start >= end {
			continue
		}
		b.WriteString(text[at:start] + markBefore + text[start:end] + markAfter)
		at = end
	}
	return b.String() + text[at:]
}

// firstWords is the beginning of a text in one line.
func firstWords(text string, length int) string {
	return excerpt(text, lexical.Unknown, nil, length)
}

// firstParagraphs is the beginning of a text up to so many paragraphs, which blank lines divide.
func firstParagraphs(text string, count int) string {
	var paragraphs []string
	var lines []string
	end := func() {
		if len(lines) > 0 {
			paragraphs = append(paragraphs, strings.Join(lines, "\n"))
		}
		lines = nil
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		if line != "" {
			lines = append(lines, line)
			continue
		}
		if end(); len(paragraphs) == count {
			break
		}
	}
	if len(paragraphs) < count {
		end()
	}
	return strings.Join(paragraphs, "\n\n")
}
