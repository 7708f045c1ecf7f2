package render

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"octavo/engine"
	"octavo/engine/index"
)

// widest is the longest line of prose: longer ones are hard to follow.
const widest = 100

// Text writes answers for people. On a terminal it wraps and styles; in a pipe the same lines stand
// unwrapped and plain. No meaning hangs on a style alone.
type Text struct {
	options                      Options
	screen                       int // columns that a table may take
	strong, faint, accent, match lipgloss.Style
}

var _ Printer = (*Text)(nil)

// NewText returns a printer for people.
func NewText(o Options) *Text {
	renderer := lipgloss.NewRenderer(io.Discard)
	renderer.SetColorProfile(termenv.Ascii)
	if o.Color {
		renderer.SetColorProfile(termenv.ANSI) // the sixteen colours that the user's theme defines
	}
	screen := o.Width
	o.Width = min(o.Width, widest)
	return &Text{
		screen:  screen,
		options: o,
		strong:  renderer.NewStyle().Bold(true),
		faint:   renderer.NewStyle().Faint(true),
		accent:  renderer.NewStyle().Foreground(lipgloss.Color("6")),
		match:   renderer.NewStyle().Bold(true).Foreground(lipgloss.Color("3")),
	}
}

// page is an answer in the making: it is written once, whole.
type page struct {
	strings.Builder
	width int
}

func (p *Text) page() *page { return &page{width: p.options.Width} }

func (b *page) line(format string, args ...any) {
	b.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
}

// block writes text indented, wrapped where there is a width.
func (b *page) block(indent int, text string) {
	margin := strings.Repeat(" ", indent)
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if b.width > indent {
			line = ansi.Wrap(strings.ReplaceAll(line, "\t", "    "), b.width-indent, "")
		}
		for row := range strings.SplitSeq(line, "\n") {
			b.line("%s%s", margin, row)
		}
	}
}

// cut shortens a line that would not fit beside an indentation.
func (b *page) cut(indent int, text string) string {
	if b.width == 0 {
		return text
	}
	return ansi.Truncate(text, b.width-indent, "…")
}

func (p *Text) put(b *page) error { return write(p.options.Out, []byte(b.String())) }

// finish adds the time taken where that was asked for, and writes.
func (p *Text) finish(b *page) error {
	if p.options.Elapsed != nil {
		b.line("")
		b.line("%s", p.faint.Render("took "+duration(p.options.Elapsed())))
	}
	return p.put(b)
}

// suggest is a command with the flags that this one was given, or what the door at hand calls it.
func (p *Text) suggest(words ...string) string {
	if p.options.Suggest != nil {
		return p.options.Suggest(words...)
	}
	return Command(slices.Concat([]string{"octavo"}, words, p.options.Again)...)
}

// columns writes rows as a table without lines. Columns whose number is in right are aligned right.
func (b *page) columns(indent int, rows [][]string, right ...int) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], lipgloss.Width(cell))
		}
	}
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			gap := strings.Repeat(" ", widths[i]-lipgloss.Width(cell))
			if slices.Contains(right, i) {
				cells[i] = gap + cell
			} else {
				cells[i] = cell + gap
			}
		}
		b.line("%s%s", strings.Repeat(" ", indent), strings.Join(cells, "  "))
	}
}

// Embed prints one vector a line, as JSON and as DuckDB read a list.
func (p *Text) Embed(a engine.EmbedAnswer) error {
	b := p.page()
	for _, vector := range a.Vectors {
		list, err := json.Marshal(vector)
		if err != nil {
			return err
		}
		b.line("%s", list)
	}
	return p.put(b)
}

// Version prints what the binary is made of.
func (p *Text) Version(a engine.VersionAnswer) error {
	b := p.page()
	b.line("octavo %s", a.Octavo)
	rows := [][]string{{"DuckDB", a.DuckDB}, {"vss", a.VSS}, {"schema", count(a.Schema)}, {"Go", a.Go}}
	for _, m := range a.Models {
		what := "not in this binary"
		if m.Weights != "" {
			what = plural(m.Dimension, "dimension")
		}
		rows = append(rows, []string{"model", fmt.Sprintf("%s, %s", m.Name, what)})
	}
	b.columns(0, rows)
	return p.put(b)
}

// Init says which file was written.
func (p *Text) Init(file string) error {
	b := p.page()
	b.line("Wrote %s", file)
	b.line("")
	b.line("Next: name your folders in it, then %s", p.suggest("build"))
	return p.put(b)
}

// Collections prints a table of the collections.
func (p *Text) Collections(list []index.Collection) error {
	b := p.page()
	if len(list) == 0 {
		b.line("The file holds no collections")
		return p.put(b)
	}
	p.collections(b, list)
	return p.finish(b)
}

// CollectionRemoved says that a collection is gone.
func (p *Text) CollectionRemoved(path string) error {
	b := p.page()
	b.line("Removed %s", path)
	return p.finish(b)
}

// CollectionRenamed says that a collection has another name.
func (p *Text) CollectionRenamed(from, to string) error {
	b := p.page()
	b.line("Renamed %s to %s", from, to)
	return p.finish(b)
}

// Failure prints message and hint where they do not mix with answers.
func (p *Text) Failure(f Failure) error {
	message := "octavo: " + safe(f.Message) + "\n"
	if f.Hint != "" {
		message += "\n" + safe(f.Hint) + "\n"
	}
	return write(p.options.Err, []byte(message))
}
