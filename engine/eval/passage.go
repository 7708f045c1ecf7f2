package eval

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// wholePassage is the longest passage, in characters, that must stand whole in a chunk. Chunks
// overlap by more than that, so some chunk holds it whole; of a longer one, which the edge of a
// chunk may cut, some chunk holds the first half or the second.
const wholePassage = 100

// matcher tells whether a chunk is the place that an answer means.
type matcher struct {
	grade  int
	page   int
	halves []string // any of them will do; none means that the whole document answers
}

func newMatcher(a Answer) *matcher {
	m := &matcher{grade: a.Grade, page: a.Page}
	passage := plain(a.Passage)
	letters := []rune(passage)
	switch {
	case passage == "":
	case len(letters) <= wholePassage:
		m.halves = []string{passage}
	default:
		m.halves = []string{string(letters[:len(letters)/2]), string(letters[len(letters)/2:])}
	}
	return m
}

func (m *matcher) matches(hit Hit) bool {
	if m.halves == nil {
		return m.page == 0 || m.page == hit.Page
	}
	text := plain(hit.Text)
	for _, half := range m.halves {
		if strings.Contains(text, half) {
			return true
		}
	}
	return false
}

// plain is text as passages are compared: compatibility forms, letter case and white space, which
// change between a page and what someone copied from it, do not matter.
func plain(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(norm.NFKC.String(text)), " "))
}
