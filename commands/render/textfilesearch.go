package render

import (
	"fmt"
	"strings"

	"octavo/engine"
)

// Categories prints a table of the categories.
func (p *Text) Categories(a engine.CategoriesAnswer) error {
	b := p.page()
	if len(a.Categories) > 0 {
		rows := [][]string{{"category", "groups", "documents", "about"}}
		for _, c := range a.Categories {
			rows = append(rows, []string{safe(c.Name), count(c.Groups), count(c.Documents), oneLine(c.Description)})
		}
		b.columns(0, rows, 1, 2)
		b.line("")
	}
	b.line("%s of %s in no category%s", count(a.Unsorted), plural(a.Documents, "document"), p.released(a.Released))
	if len(a.Categories) > 0 {
		b.line("Next: %s", p.suggest("list-groups", a.Categories[0].Name))
	}
	return p.finish(b)
}

// Groups prints a table of groups.
func (p *Text) Groups(a engine.GroupsAnswer) error {
	b := p.page()
	if len(a.Groups) == 0 {
		b.line("No groups%s", p.released(a.Released))
		return p.finish(b)
	}
	rows := [][]string{{"category", "group", "documents", "about"}}
	for _, g := range a.Groups {
		rows = append(rows, []string{safe(g.Category), safe(g.Name), count(g.Documents), oneLine(g.Description)})
	}
	b.columns(0, rows, 2)
	b.line("")
	b.line("%s%s", plural(len(a.Groups), "group"), p.released(a.Released))
	b.line("Next: %s", p.suggest("list-files", "--group", a.Groups[0].Name))
	return p.finish(b)
}

// FullText prints documents with the text around what was found.
func (p *Text) FullText(a engine.FullTextAnswer) error {
	b := p.page()
	for _, h := range a.Hits {
		b.line("%2d  %s", h.Rank+1, p.strong.Render(oneLine(h.Title)))
		b.line("    %s", p.faint.Render(whereOf(h.Row, h.Page, h.Chunk)))
		b.block(4, safe(h.Snippet))
		b.line("")
	}
	b.line("%s%s", plural(len(a.Hits), "document"), p.released(a.Released))
	if len(a.Hits) > 0 {
		first := a.Hits[0]
		words := []string{"get-file", string(first.Collection), string(first.File)}
		if a.Version != "" {
			words = append(words, "--version", a.Version)
		}
		b.line("Read the first: %s", p.suggest(words...))
	}
	p.more(b, a.Next)
	return p.finish(b)
}

// Files prints documents with their beginnings.
func (p *Text) Files(a engine.FilesAnswer) error {
	b := p.page()
	for _, d := range a.Documents {
		b.line("%s", p.strong.Render(oneLine(d.Title)))
		b.line("%s", p.faint.Render(whereOf(d.Row, 0, -1)))
		b.block(4, safe(d.Preview))
		b.line("")
	}
	b.line("%s of %s%s", count(len(a.Documents)), plural(a.Total, "document"), p.released(a.Released))
	p.more(b, a.Next)
	return p.finish(b)
}

// more says how to ask for the next page.
func (p *Text) more(b *page, cursor string) {
	if cursor != "" {
		b.line("There is more: the same with --cursor %s", cursor)
	}
}

func (p *Text) released(r engine.Released) string {
	if r.Version == "" {
		return ", live content"
	}
	return ", version " + r.Version
}

// whereOf names a document, its place and, where they are told, page and chunk.
func whereOf(r engine.Row, page, chunk int) string {
	parts := []string{string(r.Collection) + "/" + string(r.File)}
	if r.Category != "" {
		parts = append(parts, strings.TrimSuffix(r.Category+" / "+r.Group, " / "))
	}
	if page > 0 {
		parts = append(parts, fmt.Sprintf("page %d", page))
	}
	if chunk >= 0 {
		parts = append(parts, fmt.Sprintf("chunk %d/%d", chunk, r.Chunks))
	}
	return safe(strings.Join(parts, " · "))
}
