package index

import (
	"regexp"
	"unicode/utf8"
)

// compile makes the expression that finds the pattern; both stores match by it. Errors: *PatternError.
func (p Pattern) compile() (*regexp.Regexp, error) {
	text := p.Text
	if !p.Regexp {
		text = regexp.QuoteMeta(text)
	}
	if p.FoldCase {
		text = "(?i)" + text
	}
	expression, err := regexp.Compile(text)
	if err != nil {
		return nil, &PatternError{Pattern: p.Text, Cause: err}
	}
	return expression, nil
}

// window is the text of a chunk with what it shares with its neighbours, in code points.
type window struct {
	text          string
	before, after int
}

// find returns the matches that belong to the window, in code points. What the chunk before holds
// whole is its own; a match at the very end that the next chunk sees from its beginning is left to
// it, since it may go on there.
func (w window) find(expression *regexp.Regexp) [][2]int {
	var out [][2]int
	length, counted, characters := utf8.RuneCountInString(w.text), 0, 0
	for _, at := range expression.FindAllStringIndex(w.text, -1) {
		characters += utf8.RuneCountInString(w.text[counted:at[0]])
		start, end := characters, characters+utf8.RuneCountInString(w.text[at[0]:at[1]])
		counted, characters = at[1], end
		shared := end < w.before
		continues := end == length && start >= length-w.after && w.after > 0
		if start < end && !shared && !continues {
			out = append(out, [2]int{start, end})
		}
	}
	return out
}
