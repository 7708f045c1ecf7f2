package index

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// QueryError says that a query was refused or failed. Cause is DuckDB's text where it has one to
// say, with the place shown below the line.
type QueryError struct{ Cause string }

func (e *QueryError) Error() string { return e.Cause }

// syntaxError is a QueryError that DuckDB tells better when it prepares the query.
type syntaxError struct{ QueryError }

func (e *syntaxError) Unwrap() error { return &e.QueryError }

const onlyQueries = "only a query that reads is run: SELECT, FROM, WITH, VALUES, DESCRIBE, SUMMARIZE, SHOW, or EXPLAIN before one of them"

// tableFunctions are the table functions that a query may call: they read the catalogue or their
// arguments and change nothing. All others are refused, those that a later DuckDB brings as well.
// Left out on purpose: whatever opens a file; query and json_execute_serialized_sql, which hide a
// query from the gate; enable_logging, which can end the process; checkpoint and its like.
var tableFunctions = []string{
	"duckdb_columns", "duckdb_constraints", "duckdb_databases", "duckdb_functions", "duckdb_indexes",
	"duckdb_keywords", "duckdb_memory", "duckdb_schemas", "duckdb_tables", "duckdb_types", "duckdb_views",
	"generate_series", "histogram", "histogram_values", "icu_calendar_names",
	"json_each", "json_tree", "pg_timezone_names", "pragma_collations", "pragma_database_size",
	"pragma_show", "pragma_storage_info", "pragma_table_info", "pragma_version", "query_table",
	"range", "repeat", "repeat_row", "summary", "test_all_types", "unnest",
}

// refusedFunctions are the scalar functions that do more than compute.
var refusedFunctions = []string{"currval", "nextval", "setseed", "write_log"}

// explained splits EXPLAIN from the query that it is about.
var explained = regexp.MustCompile(`(?is)^\s*explain(?:\s+analyze)?\s+(.*)$`)

// gate refuses everything but one query that reads. It looks at what DuckDB's parser made of the
// text, never at the text. Errors: *QueryError, *syntaxError, ctx.Err().
func (c *Console) gate(ctx context.Context, query string) error {
	if strings.ContainsRune(query, 0) || !utf8.ValidString(query) { // DuckDB would see another text
		return &QueryError{Cause: "the query is not plain text: it holds a NUL or is not UTF-8"}
	}
	if match := explained.FindStringSubmatch(query); match != nil {
		query = match[1]
	}
	var parsed any
	row := c.conn.QueryRowContext(ctx, statement("console/parse.sql"), bind("query", query)...)
	if err := row.Scan(&parsed); err != nil {
		return c.explain(ctx, err)
	}
	answer, _ := parsed.(map[string]any)
	if answer["error"] != false {
		if message, _ := answer["error_message"].(string); answer["error_type"] == "parser" {
			return &syntaxError{QueryError{Cause: message}}
		}
		return &QueryError{Cause: onlyQueries}
	}
	switch statements, _ := answer["statements"].([]any); len(statements) {
	case 0:
		return &QueryError{Cause: "the query is empty"}
	case 1:
		return functionsOf(statements[0], false)
	default:
		return &QueryError{Cause: fmt.Sprintf("one query is run at a time, not %d", len(statements))}
	}
}

// functionsOf looks for functions that may not be called in a tree of the parser. table says that
// the node is what a table function calls.
func functionsOf(node any, table bool) error {
	switch node := node.(type) {
	case []any:
		for _, child := range node {
			if err := functionsOf(child, false); err != nil {
				return err
			}
		}
	case map[string]any:
		if name, called := node["function_name"].(string); called {
			name = strings.ToLower(name)
			if table && !slices.Contains(tableFunctions, name) || slices.Contains(refusedFunctions, name) {
				return &QueryError{Cause: fmt.Sprintf("the function %s is refused: a query reads the tables and views of the file and changes nothing", name)}
			}
		}
		for key, child := range node {
			if err := functionsOf(child, node["type"] == "TABLE_FUNCTION" && key == "function"); err != nil {
				return err
			}
		}
	}
	return nil
}
