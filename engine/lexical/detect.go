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
	return index.count(text, candidates).winner(index.languages)
}

// tally counts the function words in a text: by language (bit of the word index), how many there
// are, how many different ones, and what they weigh.
type tally struct {
	words            int // of the text
	found, different [64]int
	score            [64]float64
}

func (x *wordIndex) count(text string, candidates uint64) *tally {
	t := &tally{}
	seen := map[string]bool{}
	for _, sample := range sampled(text) {
		for word := range strings.FieldsFuncSeq(sample, notInWord) {
			t.words++
			word = lower(cut(word), Unknown)
			holders := x.holders[word] & candidates
			if holders == 0 {
				continue
			}
			repeated := seen[word]
			seen[word] = true
			share := 1 / float64(bits.OnesCount64(holders))
			for rest := holders; rest != 0; rest &= rest - 1 {
				i := bits.TrailingZeros64(rest)
				t.found[i]++
				t.score[i] += share * x.weight[i]
				if !repeated {
					t.different[i]++
				}
			}
		}
	}
	return t
}

func (t *tally) winner(languages []Language) Language {
	best, tied := 0, false
	for i := 1; i < len(languages); i++ {
		switch {
		case t.score[i] > t.score[best]:
			best, tied = i, false
		case t.score[i] == t.score[best]:
			tied = true
		}
	}
	switch {
	case tied, t.found[best] == 0, float64(t.found[best]) < leastShare*float64(t.words),
		t.different[best] < 2 && t.words >= fewWords:
		return Unknown
	}
	return languages[best]
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
