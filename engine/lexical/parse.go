package lexical

import (
	"fmt"
	"strings"
	"unicode"
)

// Query is a question taken apart:
//
//	pension "accrued benefit" -draft -"old plan" title:report -ext:txt after:2024 -- -literal "text
//
// Parts are what to find: words, which rank, and phrases, which must occur. Without is what a
// passage must not hold. Filters say which documents are looked at. After a "--" that stands alone
// everything is words. A colon in a word that is not one of the fields is text (12:30, std::vector,
// http://x), and so are two minus signs (--dry-run) and a quote inside a word (5").
type Query struct {
	Parts   []Part
	Without []Part
	Filters []Filter
}

// Part is a word as it was typed, or what stood between quotes.
type Part struct {
	Text   string
	Phrase bool
}

// SyntaxError says where a question cannot be understood, and why.
type SyntaxError struct {
	Offset int // of the cause, in code points
	Cause  string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("query cannot be read at character %d: %s", e.Offset+1, e.Cause)
}

// Parse takes a question apart. Every question of plain words is one.
// Errors: *SyntaxError for a quote that is not closed, an empty phrase, a minus that stands alone,
// and a filter without a value, with a bad date or with a bad pattern.
func Parse(query string) (Query, error) {
	p := parser{text: []rune(query)}
	for p.skipSpace() {
		if err := p.item(); err != nil {
			return Query{}, err
		}
	}
	return p.query, nil
}

// Text is the words and phrases without filters and exclusions: what a model is asked.
func (q Query) Text() string {
	texts := make([]string, len(q.Parts))
	for i, part := range q.Parts {
		texts[i] = part.Text
	}
	return strings.Join(texts, " ")
}

// String is a query that Parse reads as q again.
func (q Query) String() string {
	var items []string
	plain := 0
	for ; plain < len(q.Parts) && (q.Parts[plain].Phrase || isPlain(q.Parts[plain].Text)); plain++ {
		items = append(items, q.Parts[plain].String())
	}
	for _, part := range q.Without {
		items = append(items, "-"+part.String())
	}
	for _, filter := range q.Filters {
		items = append(items, filter.String())
	}
	if plain < len(q.Parts) {
		items = append(items, "--", Query{Parts: q.Parts[plain:]}.Text())
	}
	return strings.Join(items, " ")
}

func (p Part) String() string {
	if p.Phrase {
		return `"` + p.Text + `"`
	}
	return p.Text
}

// isPlain reports whether a word is read as a word where it stands.
func isPlain(word string) bool {
	q, err := Parse(word)
	return err == nil && len(q.Parts) == 1 && q.Parts[0] == Part{Text: word}
}

type parser struct {
	text  []rune
	at    int
	query Query
}

// skipSpace moves to the next item and reports whether there is one.
func (p *parser) skipSpace() bool {
	for p.at < len(p.text) && unicode.IsSpace(p.text[p.at]) {
		p.at++
	}
	return p.at < len(p.text)
}

func (p *parser) item() error {
	negative := false
	word := p.peekWord()
	switch {
	case word == "--":
		for _, word := range strings.Fields(string(p.text[p.at+2:])) {
			p.query.Parts = append(p.query.Parts, Part{Text: word})
		}
		p.at = len(p.text)
		return nil
	case word == "-":
		return &SyntaxError{p.at, "the minus stands before nothing"}
	case word[0] == '-' && word[1] != '-':
		negative = true
		p.at++
		word = word[1:]
	}
	if word[0] == '"' {
		phrase, err := p.quoted("the phrase")
		if err != nil {
			return err
		}
		p.add(Part{Text: phrase, Phrase: true}, negative)
		return nil
	}
	if field, key, found := fieldOf(word); found {
		return p.filter(Filter{Field: field, Key: key, Not: negative})
	}
	p.at += len([]rune(word))
	p.add(Part{Text: word}, negative)
	return nil
}

func (p *parser) add(part Part, negative bool) {
	if negative {
		p.query.Without = append(p.query.Without, part)
	} else {
		p.query.Parts = append(p.query.Parts, part)
	}
}

// peekWord is the text up to the next space.
func (p *parser) peekWord() string {
	end := p.at
	for end < len(p.text) && !unicode.IsSpace(p.text[end]) {
		end++
	}
	return string(p.text[p.at:end])
}

// quoted reads from a quote to the next one. What names the thing in errors.
func (p *parser) quoted(what string) (string, error) {
	open := p.at
	for end := open + 1; end < len(p.text); end++ {
		if p.text[end] != '"' {
			continue
		}
		p.at = end + 1
		content := string(p.text[open+1 : end])
		if strings.TrimSpace(content) == "" {
			return "", &SyntaxError{open, what + " is empty"}
		}
		return content, nil
	}
	return "", &SyntaxError{open, "the quote is not closed"}
}

// filter reads "field:value" from the field on; f holds all but the value.
func (p *parser) filter(f Filter) error {
	p.at += len([]rune(f.name())) + 1
	start := p.at
	f.Value = p.peekWord()
	if strings.HasPrefix(f.Value, `"`) {
		value, err := p.quoted("the value of " + f.name() + ":")
		if err != nil {
			return err
		}
		f.Value = value
	} else {
		p.at += len([]rune(f.Value))
	}
	if cause := f.complete(); cause != "" {
		return &SyntaxError{start, cause}
	}
	p.query.Filters = append(p.query.Filters, f)
	return nil
}
