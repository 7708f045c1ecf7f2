package search

import (
	"strings"
	"unicode"

	"octavo/engine/corpus"
)

const (
	shortWord = 3 // words of a question up to this length say little about where its answer is
	leadIn    = 4 // words shown before a matching word that begins no sentence
)

// Snippet is one line of at most SnippetLength characters out of a passage: white space folded,
// begun where most different words of the question follow, with "…" where something is left out.
// A passage that goes on from another one may begin inside a word, which is then left out.
func Snippet(passage, question string, goesOn bool) string {
	words := strings.Fields(passage)
	if len(words) == 0 {
		return ""
	}
	first := 0
	if goesOn && len(words) > 1 {
		first = 1
	}
	wanted := questionWords(question)
	best, most := first, distinct(words[first:], wanted)
	for i := first + 1; i < len(words); i++ {
		start := i
		if !endsSentence(words[i-1]) {
			if !wanted[fold(words[i])] {
				continue
			}
			start = max(first, i-leadIn)
		}
		if found := distinct(words[start:], wanted); found > most {
			best, most = start, found
		}
	}
	text := strings.Join(words[best:], " ")
	if best > 0 {
		text = "… " + text
	}
	return corpus.Clip(text, SnippetLength)
}

// distinct counts the different wanted words among those words that fit into one snippet.
func distinct(words []string, wanted map[string]bool) int {
	seen := map[string]bool{}
	room := SnippetLength
	for _, word := range words {
		if room -= len([]rune(word)) + 1; room < 0 {
			break
		}
		if folded := fold(word); wanted[folded] {
			seen[folded] = true
		}
	}
	return len(seen)
}

func questionWords(question string) map[string]bool {
	wanted := map[string]bool{}
	for _, word := range strings.Fields(question) {
		if folded := fold(word); len([]rune(folded)) > shortWord {
			wanted[folded] = true
		}
	}
	return wanted
}

func fold(word string) string {
	return strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }))
}

func endsSentence(word string) bool {
	return strings.HasSuffix(word, ".") || strings.HasSuffix(word, "!") || strings.HasSuffix(word, "?")
}
