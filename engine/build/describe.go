package build

import (
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"octavo/engine/corpus"
)

// SummaryLength is how many characters a summary has at most.
const SummaryLength = 280

var lineMarker = regexp.MustCompile(`^\s*(#{1,6}\s+|[-*+]\s+|\d+[.)]\s+|>\s*)+`)

// summarise is the leading prose of a text: markers of headings, lists and quotes dropped, the
// title not repeated, white space folded, cut between words.
func summarise(text, title string) string {
	var words []string
	length := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(lineMarker.ReplaceAllString(line, ""))
		if line == title || strings.Trim(line, "-=*_`~") == "" {
			continue
		}
		words = append(words, strings.Fields(line)...)
		if length += utf8.RuneCountInString(line); length > SummaryLength {
			break
		}
	}
	return corpus.Clip(strings.Join(words, " "), SummaryLength)
}

// titleOf falls back to the file's name.
func titleOf(found string, file corpus.FilePath) string {
	if title := strings.Join(strings.Fields(found), " "); title != "" {
		return title
	}
	return strings.Join(strings.Fields(path.Base(string(file))), " ")
}
