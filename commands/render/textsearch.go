package render

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/cases"

	"octavo/engine"
	"octavo/engine/corpus"
	"octavo/engine/search"
)

// Search prints one paragraph per file.
func (p *Text) Search(a engine.SearchAnswer) error {
	return p.search(a, plural(len(a.Hits), "file")+" among "+plural(a.Passages, "passage"))
}

// SearchChunks prints one paragraph per passage.
func (p *Text) SearchChunks(a engine.SearchAnswer) error {
	return p.search(a, count(len(a.Hits))+" of "+plural(a.Passages, "passage"))
}

// search ends with how much was found of how much, so that nothing found is never silence.
func (p *Text) search(a engine.SearchAnswer, found string) error {
	if a.Index.Degraded != "" {
		if err := write(p.options.Err, []byte("octavo: searched by words alone: "+a.Index.Degraded+"\n")); err != nil {
			return err
		}
	}
	b := p.page()
	for _, h := range a.Hits {
		p.hit(b, a, h)
	}
	b.block(0, p.faint.Render(found+" in "+searched(a.Collections)))
	if len(a.Hits) > 0 {
		first := a.Hits[0]
		b.line("%s", p.faint.Render("Read the first: "+p.suggest("get-chunk", string(first.Collection), string(first.File), fmt.Sprint(first.ChunkIndex))))
	}
	if a.Hint != "" {
		b.line("")
		b.block(0, safe(a.Hint))
	}
	return p.finish(b)
}

// explained is a leg in words.
func explained(leg search.LegDetail) string {
	if leg.Name == search.LegSmoothing {
		return fmt.Sprintf("neighbours %+.4f", leg.Value)
	}
	rank := "not found"
	if leg.Rank >= 0 {
		rank = fmt.Sprintf("rank %d", leg.Rank+1)
	}
	if leg.Name == search.LegSemantic {
		return fmt.Sprintf("semantic %s, cosine %.4f, weight %g", rank, leg.Value, leg.Weight)
	}
	var terms []string
	for _, t := range leg.Terms {
		terms = append(terms, fmt.Sprintf("%s %d×", safe(t.Term), t.TF))
	}
	return fmt.Sprintf("lexical %s, BM25 %.4f, weight %g: %s", rank, leg.Value, leg.Weight, strings.Join(terms, ", "))
}

// hit is a rank and title, a citation, and the passage below them.
func (p *Text) hit(b *page, a engine.SearchAnswer, h search.Hit) {
	number := fmt.Sprintf("%2d", h.Rank+1)
	indent := len(number) + 2
	b.line("%s  %s", p.accent.Render(number), p.strong.Render(b.cut(indent, safe(h.Title))))
	file := string(h.File)
	if len(a.Collections) > 1 {
		file = string(h.Collection) + " · " + file
	}
	b.block(indent, p.faint.Render(citation(file, h.Page, h.ChunkIndex, h.Chunks)))
	if len(h.Copies) > 0 {
		b.block(indent, p.faint.Render("also at "+copies(h, len(a.Collections) > 1)))
	}
	if p.options.Explain {
		for _, leg := range h.Legs {
			b.block(indent, p.faint.Render(explained(leg)))
		}
	}
	for _, n := range h.Before {
		p.passage(b, indent, fmt.Sprintf("chunk %d", n.ChunkIndex), n.Text, a.Text)
	}
	switch {
	case h.Text != "" && len(h.Before)+len(h.After) > 0:
		p.passage(b, indent, fmt.Sprintf("chunk %d", h.ChunkIndex), h.Text, a.Text)
	case h.Text != "":
		b.block(indent, p.emphasise(safe(h.Text), a.Text))
	default:
		b.block(indent, p.emphasise(safe(h.Snippet), a.Text))
	}
	for _, n := range h.After {
		p.passage(b, indent, fmt.Sprintf("chunk %d", n.ChunkIndex), n.Text, a.Text)
	}
	b.line("")
}

// copies names the first few documents that were folded into a hit.
func copies(h search.Hit, several bool) string {
	const most = 3
	var names []string
	for _, c := range h.Copies[:min(most, len(h.Copies))] {
		name := string(c.File)
		if several {
			name = string(c.Collection) + " · " + name
		}
		names = append(names, safe(name))
	}
	out := strings.Join(names, ", ")
	if rest := len(h.Copies) - most; rest > 0 {
		out += fmt.Sprintf(" and %d more", rest)
	}
	return out
}

func (p *Text) passage(b *page, indent int, heading, text, question string) {
	b.block(indent, p.faint.Render("["+heading+"]"))
	b.block(indent, p.emphasise(safe(text), question))
}

// citation tells where a passage stands. The chunk's number is the one that get-chunk takes,
// counted from 0.
func citation(file string, page, chunk, chunks int) string {
	parts := []string{safe(file)}
	if page > 0 {
		parts = append(parts, fmt.Sprintf("page %d", page))
	}
	return strings.Join(append(parts, fmt.Sprintf("chunk %d/%d", chunk, chunks)), " · ")
}

func searched(collections []corpus.CollectionPath) string {
	switch len(collections) {
	case 0:
		return "an empty file"
	case 1:
		return string(collections[0])
	}
	return plural(len(collections), "collection")
}

// emphasise marks the words of the question, whatever their case. Words of one or two letters
// would only dapple the text.
func (p *Text) emphasise(text, question string) string {
	if !p.options.Color {
		return text
	}
	fold := cases.Fold()
	wanted := map[string]bool{}
	for _, word := range strings.FieldsFunc(question, notOfAWord) {
		if len([]rune(word)) > 2 {
			wanted[fold.String(word)] = true
		}
	}
	var b strings.Builder
	for text != "" {
		end := strings.IndexFunc(text, notOfAWord)
		if end < 0 {
			end = len(text)
		}
		if word := text[:end]; wanted[fold.String(word)] {
			b.WriteString(p.match.Render(word))
		} else {
			b.WriteString(word)
		}
		next := end + strings.IndexFunc(text[end:], ofAWord)
		if next < end {
			next = len(text)
		}
		b.WriteString(text[end:next])
		text = text[next:]
	}
	return b.String()
}

func ofAWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

func notOfAWord(r rune) bool { return !ofAWord(r) }
