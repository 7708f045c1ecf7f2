package lexical

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed stopwords.txt
var stopWordLists string

// IsStop reports whether word, as it is written in a text, is a function word of the language:
// "the", "of", "is" in English. Questions do not score by such words, unless they have no others;
// texts keep them. Letter case and accents make no difference.
func IsStop(word string, language Language) bool {
	return stopWords()[language][fold(lower(word, language))]
}

// stopWords are the function words by language, as IsStop compares them.
var stopWords = sync.OnceValue(func() map[Language]map[string]bool {
	sets := map[Language]map[string]bool{}
	for language, word := range functionWords {
		if sets[language] == nil {
			sets[language] = map[string]bool{}
		}
		sets[language][fold(lower(word, language))] = true
	}
	return sets
})

// functionWords yields each word of the lists.
func functionWords(yield func(Language, string) bool) {
	for line := range strings.Lines(stopWordLists) {
		language, words, found := strings.Cut(line, ":")
		if !found || strings.HasPrefix(line, "#") {
			continue
		}
		for word := range strings.FieldsSeq(words) {
			if !yield(Language(language), word) {
				return
			}
		}
	}
}
