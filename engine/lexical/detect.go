package lexical

import (
	"math/bits"
	"strings"
	"sync"
	"unicode"
)

const (
	// Detect looks at this many stretches of a text, of this many bytes each.
	samples    = 8
	sampleSize = 1500
	// A language needs this share of its function words among the words of a text. Running text has
	// 20 % (Tamil, Arabic) to 60 % (French); code, tables and languages without a list have less.
	leastShare = 0.1
	// One function word tells the language of a question or title of fewer words than this. Longer
	// texts need two different ones: "go" in a list of file names is not Irish.
	fewWords = 8
)

// Detect names the language of a text by its function words, from evenly spaced samples. It knows
// the languages of Languages and some neighbours of theirs that would be mistaken for them. A word
// that several languages share counts for each by that much less. Text in other languages, code,
// tables, and texts in which two languages come out equal are Unknown; between a language of
// Languages and a neighbour, the former wins. The answer depends on the text alone.
func Detect(text string) Language { return detect(text, nil) }

// detect is Detect among the allowed languages; nil means all.
func detect(text string, allowed []Language) Language {
	index := functionWordIndex()
	candidates := ^uint64(0)
	if allowed != nil {
		candidates = 0
		for _, language := range allowed {
			candidates |= index.bit(language)
		}
	}
	var score [64]float64
	var found, different [64]int
	seen := map[string]bool{}
	words := 0
	for _, sample := range sampled(text) {
		for word := range strings.FieldsFuncSeq(sample, notInWord) {
			words++
			word = lower(cut(word), Unknown)
			holders := index.holders[word] & candidates
			if holders == 0 {
				continue
			}
			isNew := !seen[word]
			seen[word] = true
			share := 1 / float64(bits.OnesCount64(holders))
			for rest := holders; rest != 0; rest &= rest - 1 {
				i := bits.TrailingZeros64(rest)
				score[i] += share * index.weight[i]
				found[i]++
				if isNew {
					different[i]++
				}
			}
		}
	}
	best, second := 0, 1
	if score[second] > score[best] {
		best, second = second, best
	}
	for i := 2; i < len(index.languages); i++ {
		if score[i] > score[best] {
			best, second = i, best
		} else if score[i] > score[second] {
			second = i
		}
	}
	switch {
	case found[best] == 0, float64(found[best]) < leastShare*float64(words),
		different[best] < 2 && words >= fewWords, score[best] == score[second]:
		return Unknown
	}
	return index.languages[best]
}

func notInWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.M, r) }

// sampled is the whole of a short text, else evenly spaced stretches of it. A stretch may begin or
// end inside a word or character: that costs a word, not a language.
func sampled(text string) []string {
	if len(text) <= samples*sampleSize {
		return []string{text}
	}
	out := make([]string, samples)
	for i := range out {
		start := (len(text) - sampleSize) / (samples - 1) * i
		out[i] = text[start : start+sampleSize]
	}
	return out
}

// wordIndex tells which languages have a function word, one bit per language.
type wordIndex struct {
	languages []Language // by bit, in the order of the lists
	weight    []float64  // by bit: a neighbour has to win outright
	holders   map[string]uint64
}

var functionWordIndex = sync.OnceValue(func() *wordIndex {
	index := &wordIndex{holders: map[string]uint64{}}
	for language, word := range functionWords {
		if index.bit(language) == 0 {
			weight := 1.0
			if _, stems := stemmers[language]; !stems {
				weight = 0.99
			}
			index.languages = append(index.languages, language)
			index.weight = append(index.weight, weight)
		}
		index.holders[lower(word, Unknown)] |= index.bit(language)
	}
	return index
})

func (x *wordIndex) bit(language Language) uint64 {
	for i, known := range x.languages {
		if known == language {
			return 1 << i
		}
	}
	return 0
}
