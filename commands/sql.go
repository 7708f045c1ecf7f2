package commands

import (
	"context"
	"fmt"
	"io"
	"strings"

	"octavo/commands/render"
	"octavo/engine"
)

type sqlOptions struct {
	common
	Query       string
	Format      string
	Output      string
	Force       bool
	Untruncated bool
}

const (
	formatTable   = "table"
	formatJSON    = "json"
	formatParquet = "parquet"
)

// longestSQL bounds what is read from stdin, in bytes.
const longestSQL = 1 << 20

func newSQLCommand(app *App, run func(context.Context, *App, sqlOptions) error) *command {
	const group = "What is printed"
	o := new(sqlOptions)
	c := &command{
		Name: "sql", Does: "Ask the file in SQL", Takes: "[QUERY]", About: sqlAbout, Examples: sqlExamples,
		Exits: []int{0, 1, 2, 4, 130}, Next: "docs/file-format.md, which lists the views and their columns",
		Flags: append([]*option{
			{Name: "format", Takes: "FORM", Group: group, Value: choice{&o.Format, []string{formatTable, formatJSON, render.JSONL, render.CSV, formatParquet}},
				Text: "The form: table, json, jsonl, csv or parquet",
				More: "json is what --json prints; jsonl is one object a row; csv has a line of names. Structs and lists are JSON in csv, NULL is nothing"},
			{Name: "output", Takes: "FILE", Group: group, Value: text{&o.Output}, Text: "Write Parquet to a file",
				More: "The other forms go to stdout"},
			{Name: "force", Group: group, Value: toggle{&o.Force}, Text: "Replace the file of --output"},
			{Name: "no-truncate", Group: group, Value: toggle{&o.Untruncated}, Text: "Show all rows, and cells in full",
				More: "On a terminal a table shows 100 rows and is cut to the width; in a pipe it never is"},
		}, o.common.options()...),
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if err := o.take(app, c, arguments); err != nil {
			return err
		}
		return run(ctx, app, *o)
	}
	return c
}

// take reads the query: the one argument, or stdin where that is "-" or there is none and nobody
// types.
func (o *sqlOptions) take(app *App, c *command, arguments []string) error {
	switch {
	case len(arguments) > 1:
		return &engine.UsageError{
			Message: fmt.Sprintf("sql takes one query, not %d words", len(arguments)),
			Hint:    "Put the query in quotes: " + c.path() + ` "SHOW TABLES"`,
		}
	case len(arguments) == 1 && arguments[0] != "-":
		o.Query = arguments[0]
	case len(arguments) == 0 && app.Console.InTerminal:
		return &engine.UsageError{
			Message: "there is no query to run",
			Hint: "Try one of these:\n" +
				c.path() + ` "SHOW TABLES"` + "\n" +
				c.path() + ` "DESCRIBE content_chunks"` + "\n" +
				c.path() + ` "SELECT file_path, pages, chunks FROM documents ORDER BY chunks DESC LIMIT 10"`,
		}
	default:
		typed, err := io.ReadAll(io.LimitReader(app.Console.In, longestSQL+1))
		if err != nil {
			return fmt.Errorf("read the query: %w", err)
		}
		if len(typed) > longestSQL {
			return &engine.UsageError{Message: fmt.Sprintf("the query on stdin is longer than %d bytes", longestSQL)}
		}
		o.Query = string(typed)
	}
	return o.settle()
}

// settle brings the flags that say the same together and refuses those that contradict.
func (o *sqlOptions) settle() error {
	if o.Format == "" && strings.HasSuffix(o.Output, ".parquet") {
		o.Format = formatParquet
	}
	if o.Format == formatJSON {
		o.JSON = true
	}
	switch {
	case o.Format == formatParquet && o.Output == "":
		return &engine.UsageError{Message: "Parquet is no text for stdout", Hint: "Name the file: --output rows.parquet"}
	case o.Output != "" && o.Format != formatParquet:
		return &engine.UsageError{Message: "--output takes Parquet alone", Hint: "Add --format parquet, or leave --output out and redirect stdout"}
	case o.JSON && o.Format != "" && o.Format != formatJSON && o.Format != formatParquet:
		return &engine.UsageError{Message: "--json and --format " + o.Format + " are two forms"}
	}
	return nil
}

func runSQL(ctx context.Context, app *App, o sqlOptions) error {
	s, err := app.session(o.common, "", func(r *render.Options) { r.Format, r.Untruncated = o.Format, o.Untruncated })
	if err != nil {
		return err
	}
	defer s.Close()
	if o.Format == formatParquet {
		rows, err := s.Engine.SaveSQL(ctx, o.Query, o.Output, o.Force)
		if err != nil {
			return err
		}
		return s.Printer.Saved(o.Output, rows)
	}
	return s.Engine.SQL(ctx, o.Query, s.Printer.Table)
}

const sqlAbout = `Runs one query of DuckDB's SQL over the views of the file: content_chunks, documents, generations,
versions and ingest_ledger. The query reads this file and nothing else: what would change something,
open a file or reach the net is refused. query_vector('text') is the vector of a question, to be
compared with embedding. Tables can be read too, but only the views stay as they are.`

var sqlExamples = []example{
	{"See what there is", `octavo sql "SHOW TABLES"`},
	{"Find the longest documents", `octavo sql "SELECT file_path, pages, chunks FROM documents ORDER BY chunks DESC LIMIT 10"`},
	{"Learn why files were left out", `octavo sql "SELECT reason, count(*) FROM ingest_ledger GROUP BY ALL" --format csv`},
	{"Rank passages by meaning", `octavo sql "SELECT file_path, chunk_index, array_inner_product(embedding, query_vector('discount rate')) AS cosine FROM content_chunks ORDER BY cosine DESC LIMIT 5"`},
	{"Take passages and vectors elsewhere", `octavo sql "FROM content_chunks" --output chunks.parquet`},
	{"Run a query from a file", `octavo sql --json < query.sql`},
}
