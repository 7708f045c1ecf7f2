package render

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"octavo/engine/index"
)

// The forms of a table besides the aligned one and the JSON envelope: one object a row, and
// comma-separated values.
const (
	JSONL = "jsonl"
	CSV   = "csv"
)

const (
	shownRows    = 100 // of a table on a terminal
	narrowColumn = 6   // columns are not cut below this
)

// Table prints the rows of a query: on a terminal as many and as wide as can be read there.
func (p *Text) Table(t index.Table) error {
	switch p.options.Format {
	case JSONL:
		return p.stream(func(w *bufio.Writer) error { return writeJSONL(w, t) })
	case CSV:
		return p.stream(func(w *bufio.Writer) error { return writeCSV(w, t) })
	}
	return p.aligned(t)
}

// stream writes as the rows come.
func (p *Text) stream(fill func(*bufio.Writer) error) error {
	w := bufio.NewWriterSize(whole{p.options}, 1<<16)
	if err := fill(w); err != nil {
		return err
	}
	return w.Flush()
}

// whole is stdout; what goes wrong with it is a *WriteError.
type whole struct{ Options }

func (w whole) Write(text []byte) (int, error) {
	if err := write(w.Out, text); err != nil {
		return 0, err
	}
	return len(text), nil
}

func writeJSONL(w *bufio.Writer, t index.Table) error {
	names := distinct(t.Columns)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for row, err := range t.Rows {
		if err != nil {
			return err
		}
		if err := encoder.Encode(object(names, row)); err != nil {
			return err
		}
	}
	return nil
}

func writeCSV(w *bufio.Writer, t index.Table) error {
	lines := csv.NewWriter(w)
	cells := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		cells[i] = c.Name
	}
	if err := lines.Write(cells); err != nil {
		return err
	}
	for row, err := range t.Rows {
		if err != nil {
			return err
		}
		for i, v := range row {
			cells[i] = cell(v, "")
		}
		if err := lines.Write(cells); err != nil {
			return err
		}
	}
	lines.Flush()
	return lines.Error()
}

// object is a row with its names.
func object(names []string, row []any) index.Fields {
	fields := make(index.Fields, len(row))
	for i, v := range row {
		fields[i] = index.Field{Name: names[i], Value: v}
	}
	return fields
}

// distinct are the names of columns as keys of one object: the second "a" is "a_1".
func distinct(columns []index.Column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
		for n := 1; slices.Contains(names[:i], names[i]); n++ {
			names[i] = fmt.Sprintf("%s_%d", c.Name, n)
		}
	}
	return names
}

// cell is a value as text: strings as they are, all else as JSON.
func cell(v any, null string) string {
	switch v := v.(type) {
	case nil:
		return null
	case string:
		return v
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (p *Text) aligned(t index.Table) error {
	b := p.page()
	width := p.screen
	if p.options.Untruncated {
		width = 0
	}
	var right []int
	head := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = oneLine(c.Name)
		if numeric(c.Type) {
			right = append(right, i)
		}
	}
	rows, all := [][]string{head}, 0
	for row, err := range t.Rows {
		if err != nil {
			return err
		}
		if all++; width > 0 && all > shownRows {
			continue
		}
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = oneLine(cell(v, "NULL"))
		}
		rows = append(rows, cells)
	}
	cut := width > 0 && narrow(rows, width)
	for i := range head {
		head[i] = p.strong.Render(head[i])
	}
	b.columns(0, rows, right...)
	b.line("")
	note := plural(all, "row")
	if shown := len(rows) - 1; shown < all {
		note += fmt.Sprintf(", the first %d of them shown", shown)
		cut = true
	}
	if cut {
		note += "; --no-truncate shows everything"
	}
	b.line("%s", p.faint.Render(note))
	return p.finish(b)
}

// oneLine is a text that a row can hold.
func oneLine(s string) string { return strings.Join(strings.Fields(safe(s)), " ") }

// narrow cuts the cells of the widest columns until rows fit, and says whether it did.
func narrow(rows [][]string, width int) (cut bool) {
	columns := len(rows[0])
	widths := make([]int, columns)
	for _, row := range rows {
		for i, c := range row {
			widths[i] = max(widths[i], lipgloss.Width(c))
		}
	}
	for over := sum(widths) + 2*(columns-1) - width; over > 0; over-- {
		widest := 0
		for i, w := range widths {
			if w > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= narrowColumn {
			break
		}
		widths[widest]--
	}
	for _, row := range rows {
		for i, c := range row {
			if lipgloss.Width(c) > widths[i] {
				row[i], cut = ansi.Truncate(c, widths[i], "…"), true
			}
		}
	}
	return cut
}

func sum(list []int) (total int) {
	for _, n := range list {
		total += n
	}
	return total
}

func numeric(kind string) bool {
	kind, _, decimal := strings.Cut(kind, "(")
	return decimal && kind == "DECIMAL" || kind == "FLOAT" || kind == "DOUBLE" || strings.HasSuffix(kind, "INT") || kind == "INTEGER" || kind == "UINTEGER"
}

// Saved says where the rows of a query are.
func (p *Text) Saved(file string, rows int64) error {
	b := p.page()
	b.line("Wrote %s to %s", plural(int(rows), "row"), file)
	return p.finish(b)
}

// Table prints the rows of a query as objects.
func (p *JSON) Table(t index.Table) error {
	out := tableJSON{Schema: "octavo.sql/1", Columns: []columnJSON{}, Rows: []index.Fields{}}
	names := distinct(t.Columns)
	for i, c := range t.Columns {
		out.Columns = append(out.Columns, columnJSON{Name: names[i], Type: c.Type})
	}
	for row, err := range t.Rows {
		if err != nil {
			return err
		}
		out.Rows = append(out.Rows, object(names, row))
	}
	out.Timings = p.timings()
	return p.print(out)
}

// Saved says where the rows of a query are.
func (p *JSON) Saved(file string, rows int64) error {
	return p.print(savedJSON{Schema: "octavo.sql_saved/1", File: file, Rows: rows, Timings: p.timings()})
}
