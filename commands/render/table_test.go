package render_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"octavo/commands/render"
	"octavo/engine"
	"octavo/engine/index"
)

func table() index.Table {
	return tableOf([]index.Column{{Name: "file_path", Type: "VARCHAR"}, {Name: "bbox", Type: `STRUCT("x" DOUBLE, "w" DOUBLE)`}, {Name: "n", Type: "BIGINT"}, {Name: "n", Type: "DECIMAL(18,3)"}},
		[]any{"pension/2025.pdf, the <second> of its kind and with a \"long\"\nname", index.Fields{{Name: "x", Value: 0.25}, {Name: "w", Value: nil}}, int64(7), json.Number("12345678901234567.125")},
		[]any{"bell\a.md", index.Fields{}, nil, json.Number("1.5")},
	)
}

func tableOf(columns []index.Column, rows ...[]any) index.Table {
	return index.Table{Columns: columns, Rows: func(yield func([]any, error) bool) {
		for _, row := range rows {
			if !yield(row, nil) {
				return
			}
		}
	}}
}

func printed(t *testing.T, o render.Options, table index.Table) string {
	t.Helper()
	var out bytes.Buffer
	o.Out = &out
	if err := render.NewText(o).Table(table); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestRowsForProgramsAreWholeWhateverTheTerminal(t *testing.T) {
	for form, want := range map[string]string{
		render.CSV: "file_path,bbox,n,n\n" +
			"\"pension/2025.pdf, the <second> of its kind and with a \"\"long\"\"\nname\",\"{\"\"x\"\":0.25,\"\"w\"\":null}\",7,12345678901234567.125\n" +
			"bell\a.md,{},,1.5\n",
		render.JSONL: `{"file_path":"pension/2025.pdf, the <second> of its kind and with a \"long\"\nname","bbox":{"x":0.25,"w":null},"n":7,"n_1":12345678901234567.125}` + "\n" +
			`{"file_path":"bell\u0007.md","bbox":{},"n":null,"n_1":1.5}` + "\n",
	} {
		for _, width := range []int{0, 40} {
			if got := printed(t, render.Options{Format: form, Width: width}, table()); got != want {
				t.Errorf("%s at %d columns:\n%s\nwant\n%s", form, width, got, want)
			}
		}
	}
}

func TestATableFitsTheTerminalAndSaysWhatIsCut(t *testing.T) {
	rows := make([][]any, 250)
	for i := range rows {
		rows[i] = []any{int32(i), strings.Repeat("wörter und 漢字 ", i), "short"}
	}
	many := func() index.Table {
		return tableOf([]index.Column{{Name: "n", Type: "INTEGER"}, {Name: "text", Type: "VARCHAR"}, {Name: "s", Type: "VARCHAR"}}, rows...)
	}
	for _, width := range []int{40, 80, 200} {
		out := printed(t, render.Options{Width: width}, many())
		for line := range strings.Lines(out) {
			if w := ansi.StringWidth(strings.TrimRight(line, "\n")); w > width && !strings.Contains(line, "rows") {
				t.Errorf("%d columns: %q", w, line)
			}
		}
		if !strings.Contains(out, "250 rows, the first 100 of them shown; --no-truncate shows everything\n") || !strings.Contains(out, "…") {
			t.Errorf("at %d columns it ends with %q", width, out[len(out)-120:])
		}
	}
	for _, o := range []render.Options{{}, {Width: 80, Untruncated: true}} {
		if out := printed(t, o, many()); strings.Contains(out, "…") || strings.Count(out, "\n") != 253 || !strings.HasSuffix(out, "\n250 rows\n") {
			t.Errorf("%+v: %d lines, ending with %q", o, strings.Count(out, "\n"), out[len(out)-40:])
		}
	}
}

func TestARowThatFailsFailsTheTable(t *testing.T) {
	broken := errors.New("conversion failed")
	failing := index.Table{Columns: []index.Column{{Name: "a", Type: "INTEGER"}}, Rows: func(yield func([]any, error) bool) {
		_ = yield([]any{int32(1)}, nil) && yield(nil, broken)
	}}
	for _, format := range []string{"", render.CSV, render.JSONL} {
		var out bytes.Buffer
		if err := render.NewText(render.Options{Out: &out, Format: format}).Table(failing); !errors.Is(err, broken) {
			t.Errorf("format %q: %v", format, err)
		}
	}
	var out bytes.Buffer
	if err := render.NewJSON(render.Options{Out: &out}).Table(failing); !errors.Is(err, broken) || out.Len() > 0 {
		t.Errorf("JSON: %v, %q", err, out.String())
	}
}

func TestColumnsOfOneNameAreToldApart(t *testing.T) {
	var columns []index.Column
	var row []any
	for i, name := range []string{"a", "a_1", "a", "a", ""} {
		columns, row = append(columns, index.Column{Name: name, Type: "INTEGER"}), append(row, int32(i))
	}
	got := printed(t, render.Options{Format: render.JSONL}, tableOf(columns, row))
	if want := `{"a":0,"a_1":1,"a_2":2,"a_3":3,"":4}` + "\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func archiveHeader() index.ArchiveHeader {
	return index.ArchiveHeader{Snapshot: "9f2c41d07ab35e68", Documents: 1204, Chunks: 15310, Collections: []index.ArchiveCollection{{Path: "ACME"}, {Path: "ACME/Reports"}}}
}

func exportAnswer() engine.ExportAnswer {
	return engine.ExportAnswer{File: "my archive.jsonl", Format: engine.ArchiveJSONL, Header: archiveHeader(), Versions: 2}
}

func importAnswer() engine.ImportAnswer {
	return engine.ImportAnswer{
		Database: "/srv/restored.duckdb", File: "archive.parquet", Format: engine.ArchiveParquet, Header: archiveHeader(),
		Index: index.Published{Snapshot: "9f2c41d07ab35e68", Bytes: 54_321_000, VectorIndex: "exact", VectorNote: "no vss extension for DuckDB v1.5.5"},
	}
}
