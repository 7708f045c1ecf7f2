package render

import (
	"fmt"
	"strings"

	"octavo/engine"
	"octavo/engine/index"
)

// Status prints the state of the file: what it is, how it is searched, what it holds.
func (p *Text) Status(a engine.StatusAnswer) error {
	b := p.page()
	b.line("%s", p.strong.Render(safe(a.Database)))
	rows := [][]string{
		{"size", size(a.Info.Bytes)},
		{"schema", count(a.Info.SchemaVersion)},
		{"snapshot", a.Info.Snapshot},
	}
	rows = append(rows, p.generation(a.Info.Generation)...)
	vectors := a.Info.VectorIndex
	if a.Info.VectorNote != "" {
		vectors += ": " + a.Info.VectorNote
	}
	rows = append(rows, []string{"vector search", vectors}, []string{"vss", a.VSS})
	b.columns(0, append(rows, versionsRow(a.Versions)))
	b.line("")
	if len(a.Info.Collections) == 0 {
		b.line("No collections yet")
		b.line("")
		b.line("Next: %s", p.suggest("build", "FOLDER"))
		return p.finish(b)
	}
	p.collections(b, a.Info.Collections)
	return p.finish(b)
}

func versionsRow(list []engine.Version) []string {
	switch active := activeOf(list); {
	case len(list) == 0:
		return []string{"versions", "none"}
	case active == "":
		return []string{"versions", count(len(list)) + ", none is active"}
	default:
		return []string{"versions", count(len(list)) + ", active: " + active}
	}
}

func (p *Text) generation(g *index.Generation) [][]string {
	if g == nil {
		return [][]string{{"vectors", "none: nothing can be searched by meaning"}}
	}
	parts := []string{count(g.Embedded) + " embedded"}
	if g.Missing > 0 {
		parts = append(parts, count(g.Missing)+" missing")
	}
	if g.Skipped > 0 {
		parts = append(parts, count(g.Skipped)+" blank")
	}
	if g.Recall > 0 {
		parts = append(parts, fmt.Sprintf("recall@10 of the HNSW index %.3f", g.Recall))
	}
	return [][]string{
		{"model", fmt.Sprintf("%s, %s", g.Spec.Model, plural(g.Spec.Dimension, "dimension"))},
		{"vectors", fmt.Sprintf("generation %d (%s), %s", g.ID, g.State, strings.Join(parts, ", "))},
	}
}

// collections is a table that adds up, with the roots under each name.
func (p *Text) collections(b *page, list []index.Collection) {
	rows := [][]string{{"collection", "documents", "chunks", "characters"}}
	var documents, chunks int
	var characters int64
	for _, c := range list {
		rows = append(rows, []string{string(c.Path), count(c.Documents), count(c.Chunks), count(c.Characters)})
		documents, chunks, characters = documents+c.Documents, chunks+c.Chunks, characters+c.Characters
	}
	if len(list) > 1 {
		rows = append(rows, []string{"total", count(documents), count(chunks), count(characters)})
	}
	b.columns(0, rows, 1, 2, 3)
	b.line("")
	var roots [][]string
	for _, c := range list {
		for _, r := range c.Roots {
			roots = append(roots, []string{string(c.Path), root(r)})
		}
	}
	b.columns(0, roots)
}

func root(r index.Root) string {
	text := "from " + safe(r.Path)
	if len(r.Include) > 0 {
		text += ", only " + strings.Join(r.Include, " ")
	}
	if len(r.Exclude) > 0 {
		text += ", without " + strings.Join(r.Exclude, " ")
	}
	return text
}
