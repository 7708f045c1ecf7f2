package render

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"octavo/engine"
	"octavo/engine/index"
)

// Chunk prints a passage between its citation and the commands that step to its neighbours.
func (p *Text) Chunk(a engine.ChunkAnswer) error {
	b := p.page()
	if !a.Found {
		b.line("%s", safe(a.Message))
		return p.finish(b)
	}
	b.block(0, p.strong.Render(safe(a.Passage.Title)))
	b.block(0, p.faint.Render(citation(string(a.File), a.Passage.Page, a.ChunkIndex, a.Total)))
	b.line("")
	b.block(0, safe(a.Passage.Text))
	var rows [][]string
	previous, next := steps(a)
	for _, step := range []struct {
		name string
		to   *int
	}{{"previous", previous}, {"next", next}} {
		if step.to != nil {
			rows = append(rows, []string{step.name, p.suggest("get-chunk", string(a.Collection), string(a.File), fmt.Sprint(*step.to))})
		}
	}
	if len(rows) > 0 {
		b.line("")
		b.columns(0, rows)
	}
	return p.finish(b)
}

// File prints the text and nothing else: as it is in a pipe, without control characters on a
// terminal.
func (p *Text) File(a engine.FileAnswer) error {
	text := a.Text
	if p.options.Width > 0 {
		text = safe(text)
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return write(p.options.Out, []byte(text))
}

// Document prints what is known of a document.
func (p *Text) Document(d index.Document) error {
	b := p.page()
	b.block(0, p.strong.Render(safe(d.Title)))
	b.block(0, p.faint.Render(safe(d.DocumentPath)))
	if d.Summary != "" {
		b.line("")
		b.block(0, safe(d.Summary))
	}
	b.line("")
	rows := [][]string{
		{"collection", string(d.Collection)},
		{"file", safe(string(d.File))},
		{"type", d.MIME + ", read by " + d.Extractor},
		{"size", size(d.Bytes)},
	}
	if d.Pages > 0 {
		rows = append(rows, []string{"pages", pages(d)})
	}
	rows = append(rows,
		[]string{"characters", count(d.Characters)},
		[]string{"chunks", count(d.Chunks)},
		[]string{"modified", d.LastModified.UTC().Format(time.RFC3339)},
		[]string{"content hash", d.ContentHash.String()[:16] + "…"},
	)
	b.columns(0, rows)
	if len(d.Metadata) > 0 {
		b.line("")
		b.columns(0, metadata(d.Metadata))
	}
	return p.finish(b)
}

func pages(d index.Document) string {
	if len(d.PagesWithoutText) == 0 {
		return count(d.Pages)
	}
	return fmt.Sprintf("%s, %s without text", count(d.Pages), count(len(d.PagesWithoutText)))
}

// metadata is in order of key; values that are no strings stand as JSON.
func metadata(m map[string]any) [][]string {
	var rows [][]string
	for key, value := range m {
		text, isText := value.(string)
		if !isText {
			if encoded, err := json.Marshal(value); err == nil {
				text = string(encoded)
			}
		}
		rows = append(rows, []string{safe(key), safe(strings.Join(strings.Fields(text), " "))})
	}
	slices.SortFunc(rows, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	return rows
}
