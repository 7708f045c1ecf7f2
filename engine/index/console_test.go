package index

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// openConsole opens the sample with a question that is embedded as the text of a chunk is.
func openConsole(t testing.TB, o ConsoleOptions) (*Console, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "octavo.duckdb")
	w := openWriter(t, path)
	begin(t, w, "ACME/Reports", "ACME")
	put(t, w, sample()...)
	publish(t, w)
	if o.Embed == nil {
		o.Embed = func(_ context.Context, _ *Generation, text string) ([]float32, error) { return vectorOf(text), nil }
	}
	c, err := OpenConsole(context.Background(), path, o)
	must(t, err)
	t.Cleanup(func() { must(t, c.Close()) })
	return c, path
}

// ask gives the rows of a query as JSON.
func ask(c *Console, query string) (string, error) {
	var out [][]any
	err := c.Query(context.Background(), query, func(table Table) error {
		for row, err := range table.Rows {
			if err != nil {
				return err
			}
			out = append(out, row)
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(out)
	return string(text), err
}

func TestAConsoleRunsEveryKindOfQueryThatReads(t *testing.T) {
	c, _ := openConsole(t, ConsoleOptions{})
	for query, want := range map[string]string{
		"SELECT 1":   `[[1]]`,
		"SELECT 1;":  `[[1]]`,
		"SELECT 1;;": `[[1]]`,
		"-- a remark\nSELECT count(*) FROM documents -- the end":                             `[[7]]`,
		"FROM documents SELECT file_path ORDER BY ALL LIMIT 1":                               `[["a.md"]]`,
		"WITH d AS (FROM documents) SELECT count(*) FROM d":                                  `[[7]]`,
		"WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3) FROM r": `[[1],[2],[3]]`,
		"VALUES (1, 'a'), (2, NULL)":                                                         `[[1,"a"],[2,null]]`,
		"DESCRIBE SELECT 1 AS one":                                                           `[["one","INTEGER","YES",null,null,null]]`,
		"SELECT column_name FROM (SUMMARIZE SELECT 1 AS one)":                                `[["one"]]`,
		"SELECT name FROM (SHOW TABLES) WHERE name = 'versions'":                             `[["versions"]]`,
		"SELECT sum(range)::INTEGER FROM range(4)":                                           `[[6]]`,
		"SELECT * FROM generate_series(1, 2)":                                                `[[1],[2]]`,
		"SELECT key FROM json_each('{\"a\": 1}')":                                            `[["a"]]`,
		"SELECT unnest([1, 2])":                                                              `[[1],[2]]`,
		"SELECT count(*) FROM query_table('documents')":                                      `[[7]]`,
		"SELECT count(*) FROM octavo.main.documents":                                         `[[7]]`,
		"SELECT count(*) > 0 FROM meta":                                                      `[[true]]`,
		"PIVOT (SELECT 1 AS a, 'x' AS b) ON b IN ('x') USING sum(a)":                         `[[1]]`,
		"SELECT 'INSERT; DROP TABLE documents; read_csv(''x'')'":                             `[["INSERT; DROP TABLE documents; read_csv('x')"]]`,
		"SELECT count(*) FROM content_chunks WHERE chunk_text LIKE '%enable_logging(%'":      `[[0]]`,
	} {
		if got, err := ask(c, query); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", query, got, err, want)
		}
	}
	for _, query := range []string{"EXPLAIN SELECT 1", "explain analyze\nFROM documents", "SHOW documents", "SHOW ALL TABLES", "SUMMARIZE documents", "TABLE generations", "FROM duckdb_columns()"} {
		if got, err := ask(c, query); err != nil || got == "null" {
			t.Errorf("%s: %s, %v", query, got, err)
		}
	}
}

// refused is what a query must not do, each row by another way.
var refused = []string{
	// other statements
	"CREATE TABLE t (i INTEGER)", "CREATE TEMP TABLE t (i INTEGER)", "CREATE TABLE memory.t (i INTEGER)",
	"CREATE OR REPLACE VIEW documents AS SELECT 1", "CREATE TEMP VIEW v AS SELECT 1", "CREATE MACRO f(x) AS x",
	"CREATE SCHEMA s", "CREATE SEQUENCE memory.q", "CREATE TYPE memory.e AS ENUM ('a')", "CREATE SECRET (TYPE s3)",
	"CREATE TABLE t AS FROM documents", "INSERT INTO meta VALUES ('a', 'b')", "INSERT INTO meta SELECT 'a', 'b'",
	"UPDATE meta SET value = ''", "DELETE FROM meta", "TRUNCATE meta", "DROP VIEW documents", "DROP TABLE meta",
	"ALTER TABLE meta ADD COLUMN c INTEGER", "ALTER VIEW documents RENAME TO d", "COMMENT ON TABLE meta IS 'x'",
	"MERGE INTO meta USING meta m ON false WHEN MATCHED THEN DELETE", "WITH a AS (DELETE FROM meta RETURNING *) FROM a",
	"WITH a AS (SELECT 1) INSERT INTO meta SELECT 'a', 'b' FROM a", "COPY documents TO 'out.csv'",
	"COPY (SELECT 1) TO '/dev/stdout'", "COPY meta FROM '/etc/passwd'", "COPY FROM DATABASE octavo TO memory",
	"EXPORT DATABASE 'out'", "IMPORT DATABASE 'out'", "ATTACH ':memory:' AS m", "ATTACH '{{path}}' AS again",
	"DETACH octavo", "USE memory", "INSTALL httpfs", "LOAD httpfs", "LOAD json", "LOAD '/tmp/x.duckdb_extension'",
	"UPDATE EXTENSIONS", "SET threads = 1", "SET memory_limit = '1TB'", "RESET threads", "SET VARIABLE a = 1",
	"SET enable_external_access = true", "PRAGMA enable_external_access = true", "PRAGMA threads = 4",
	"PRAGMA show_tables", "PRAGMA database_list", "PRAGMA import_database('out')", "PRAGMA enable_profiling",
	"CALL enable_logging()", "CALL duckdb_tables()", "CALL force_checkpoint()", "BEGIN", "COMMIT", "ROLLBACK", "CHECKPOINT",
	"FORCE CHECKPOINT", "VACUUM", "ANALYZE", "PREPARE p AS SELECT 1", "EXECUTE p", "DEALLOCATE p",
	"EXPLAIN CREATE TABLE memory.t AS SELECT 1", "EXPLAIN ANALYZE CREATE TABLE memory.t AS SELECT 1",
	"EXPLAIN ANALYZE DELETE FROM meta", "EXPLAIN ANALYZE COPY (SELECT 1) TO 'out.csv'", "EXPLAIN EXPLAIN SELECT 1",
	"EXPLAIN ANALYZE SELECT 1; DROP TABLE meta", "EXPLAIN CALL enable_logging()",
	// several at once
	"SELECT 1; SELECT 2", "SELECT 1; DROP TABLE meta", "SELECT 1;\n/* */ ATTACH ':memory:' AS m", "; SELECT 1; SELECT 2",
	"SET threads = 1; SELECT 1", "SELECT 1) TO 'out.csv'; --", "SELECT ''; COPY (SELECT 1) TO 'out.csv' --'",
	"-- SELECT\nDROP TABLE meta", "/* SELECT 1 */ DELETE FROM meta", "/* /* */ */ VACUUM", "PIVOT documents ON mime USING count(*)",
	// files and the net
	"FROM read_csv('/etc/passwd')", "FROM read_csv_auto('/etc/passwd')", "SELECT * FROM read_text('/etc/passwd')",
	"SELECT * FROM READ_TEXT('/etc/passwd')", `SELECT * FROM "read_text"('/etc/passwd')`, "SELECT * FROM system.main.read_text('/etc/passwd')",
	"FROM read_blob('/etc/passwd')", "FROM read_json('/etc/passwd')", "FROM read_ndjson_objects('/etc/passwd')",
	"FROM read_parquet('/etc/passwd')", "FROM parquet_scan('/etc/passwd')", "FROM parquet_metadata('x')", "FROM parquet_schema('x')",
	"FROM parquet_kv_metadata('x')", "FROM sniff_csv('/etc/passwd')", "FROM glob('/etc/*')", "FROM read_duckdb('{{path}}', table_name = 'meta')",
	"FROM '/etc/passwd'", "FROM 'x.csv'", "FROM 'x.parquet'", "FROM 'http://127.0.0.1:1/x.csv'", "FROM 's3://bucket/x.parquet'",
	"FROM query_table('/etc/passwd')", "FROM query_table(['/etc/passwd'])", "DESCRIBE FROM '/etc/passwd'", "SUMMARIZE '/etc/passwd'",
	"DESCRIBE SELECT * FROM read_csv('/etc/passwd')", "SELECT (SELECT content FROM read_text('/etc/passwd'))",
	"SELECT * FROM documents WHERE EXISTS (FROM read_csv('/etc/passwd'))", "FROM documents d, LATERAL (FROM read_text(d.file_path))",
	"WITH f AS (FROM read_text('/etc/passwd')) FROM f", "FROM documents JOIN read_text('/etc/passwd') ON true",
	"SELECT 1 UNION ALL SELECT content FROM read_text('/etc/passwd')", "SELECT getenv('HOME')", "FROM duckdb_extensions()",
	// functions that change something or hide what they do
	"FROM query('FROM read_csv(''/etc/passwd'')')", "FROM query('SELECT 1')", "FROM query('FROM enable' || '_logging()')",
	"FROM json_execute_serialized_sql(json_serialize_sql('FROM enable_logging()'))", "FROM enable_logging()",
	"FROM enable_logging('QueryLog', storage = 'file', storage_path = 'logs')", `FROM "Enable_Logging"()`, "FROM disable_logging()",
	"SELECT (SELECT 1 FROM enable_logging())", "FROM truncate_duckdb_logs()", "SELECT write_log('x')", "FROM range(write_log('x'))",
	"SELECT list_transform([1], lambda x: write_log('x'))", "FROM checkpoint()", "FROM force_checkpoint()", "FROM enable_profiling()",
	"FROM enable_profiling(save_location = 'out.json')", "FROM disable_profiling()", "FROM enable_peg_parser()",
	"FROM arrow_scan(1, 2, 3)", "FROM arrow_scan_dumb(1, 2, 3)", "FROM seq_scan()", "SELECT nextval('q')", "SELECT setseed(0.5)",
	"FROM duckdb_secrets()", "FROM which_secret('s3://x', 's3')", "FROM duckdb_temporary_files()", "FROM sql_auto_complete('s')",
	// no query at all
	"", " \n\t", ";", "-- nothing", "/* nothing */", "SELEC 1", "SELECT", "SELECT * FROM nowhere", "SELECT nothing FROM documents",
	"SELECT 'open", "SELECT /* open", "SELECT $1", "SELECT ?", "SELECT $name", "SELECT 1/'a'::INTEGER", "SELECT error('made up')", "\x00", "SELECT 1\x00; DROP TABLE meta",
}

func TestAConsoleRefusesWhatDoesNotOnlyReadTheFile(t *testing.T) {
	c, path := openConsole(t, ConsoleOptions{})
	folder := filepath.Dir(path)
	t.Chdir(folder)
	before, err := os.ReadFile(path)
	must(t, err)
	seen := map[string]bool{}
	for _, query := range refused {
		query = strings.ReplaceAll(query, "{{path}}", path)
		if seen[query] {
			t.Errorf("%q stands twice", query)
		}
		seen[query] = true
		got, err := ask(c, query)
		if found := (*QueryError)(nil); !errors.As(err, &found) || found.Cause == "" {
			t.Errorf("%q is answered with %s, %v", query, got, err)
		}
	}
	if got, err := ask(c, "SELECT count(*) FROM documents"); got != "[[7]]" {
		t.Errorf("afterwards the file answers %s, %v", got, err)
	}
	after, err := os.ReadFile(path)
	must(t, err)
	if string(after) != string(before) {
		t.Error("the file has changed")
	}
	entries, err := os.ReadDir(folder)
	must(t, err)
	for _, e := range entries {
		if e.Name() != filepath.Base(path) {
			t.Errorf("%s was made", e.Name())
		}
	}
}

// TestEveryFunctionOfDuckDBWasLookedAt fails when another DuckDB brings a function that reads or
// changes more than its arguments: it must be judged before anyone may call it.
func TestEveryFunctionOfDuckDBWasLookedAt(t *testing.T) {
	c, _ := openConsole(t, ConsoleOptions{})
	harmless := []string{ // they have side effects in DuckDB's sense: no two calls need agree
		"current_connection_id", "current_query", "current_query_id", "current_transaction_id", "error",
		"gen_random_uuid", "random", "sleep_ms", "stats", "uuid", "uuidv4", "uuidv7",
	}
	var names []string
	must(t, c.Query(context.Background(), "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type = 'scalar' AND has_side_effects", func(table Table) error {
		for row, err := range table.Rows {
			must(t, err)
			names = append(names, row[0].(string))
		}
		return nil
	}))
	for _, name := range names {
		if slices.Contains(harmless, name) == slices.Contains(refusedFunctions, name) {
			t.Errorf("%s is neither harmless nor refused, or both", name)
		}
	}
	for _, name := range tableFunctions {
		if got, err := ask(c, "SELECT count(*) > 0 FROM duckdb_functions() WHERE function_name = '"+name+"' AND function_type LIKE '%table%' OR '"+name+"' = 'unnest'"); got != "[[true]]" {
			t.Errorf("DuckDB has no table function %s: %s, %v", name, got, err)
		}
	}
}

func TestAMistakeIsShownAtItsPlace(t *testing.T) {
	c, _ := openConsole(t, ConsoleOptions{})
	for query, want := range map[string]string{
		"SELECT file_path\nFRM documents": "LINE 2: FRM documents",
		"SELECT file_pat FROM documents":  "LINE 1: SELECT file_pat FROM documents\n               ^",
		"SELECT * FROM nowhere":           "LINE 1: SELECT * FROM nowhere\n                      ^",
		"SELECT 1; SELECT 2":              "one query is run at a time, not 2",
		"DROP TABLE meta":                 onlyQueries,
		"FROM READ_CSV('x')":              "the function read_csv is refused: a query reads the tables and views of the file and changes nothing",
	} {
		if _, err := ask(c, query); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", query, err, want)
		}
	}
}

func TestValuesKeepTheirTypes(t *testing.T) {
	c, _ := openConsole(t, ConsoleOptions{})
	for value, want := range map[string]string{
		"NULL": `null`, "true": `true`, "1::TINYINT": `1`, "18446744073709551615::UBIGINT": `18446744073709551615`,
		"170141183460469231731687303715884105727::HUGEINT": `170141183460469231731687303715884105727`,
		"1.50::DECIMAL(5,2)": `1.5`, "12345678901234567890.123456789::DECIMAL(38,9)": `12345678901234567890.123456789`, "0.1::FLOAT": `0.1`, "0.1::DOUBLE": `0.1`, "'nan'::DOUBLE": `"NaN"`, "'-inf'::FLOAT": `"-Infinity"`,
		"'<ü>'": `"<ü>"`, `'\xFFa'::BLOB`: `"/2E="`, "'101'::BIT": `"101"`, "'b'::ENUM('a', 'b')": `"b"`,
		"'00112233-4455-6677-8899-aabbccddeeff'::UUID": `"00112233-4455-6677-8899-aabbccddeeff"`,
		"DATE '2026-05-04'":                            `"2026-05-04"`, "TIME '03:02:01.5'": `"03:02:01.5"`,
		"TIMESTAMP '2026-05-04 03:02:01'":            `"2026-05-04T03:02:01"`,
		"TIMESTAMPTZ '2026-05-04 03:02:01.25+02:00'": `"2026-05-04T01:02:01.25Z"`,
		"INTERVAL '1 month 2 days 3.5 seconds'":      `"P1M2DT3.5S"`, "INTERVAL 0 DAY": `"PT0S"`,
		"[1, NULL]": `[1,null]`, "[1.5, 2]::FLOAT[2]": `[1.5,2]`, "[]": `[]`,
		"{'z': 1, 'a': {'b': [{'c': DATE '2026-01-01'}]}}": `{"z":1,"a":{"b":[{"c":"2026-01-01"}]}}`,
		"MAP {'z': 1, 'a': 2}":                             `{"z":1,"a":2}`, "MAP {}": `{}`, "MAP {1: 'x'}": `{"1":"x"}`,
		"union_value(n := 2)": `2`, `'{"b": [1], "a": null}'::JSON`: `{"a":null,"b":[1]}`,
	} {
		var text strings.Builder
		err := c.Query(context.Background(), "SELECT "+value, func(table Table) error {
			for row, err := range table.Rows {
				if err != nil {
					return err
				}
				encoder := json.NewEncoder(&text)
				encoder.SetEscapeHTML(false)
				must(t, encoder.Encode(row[0]))
			}
			return nil
		})
		if got := strings.TrimSpace(text.String()); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", value, got, err, want)
		}
	}
	if _, err := ask(c, "SELECT MAP {[1]: 2}"); err != nil && !errors.As(err, new(*QueryError)) {
		t.Errorf("a map of lists: %v", err)
	}
}

func TestAQuestionInSQLScoresAsASearchDoes(t *testing.T) {
	c, path := openConsole(t, ConsoleOptions{})
	question := "the accrued benefit"
	matches, err := openReader(t, path).Nearest(context.Background(), vectorOf(question), Filter{}, 3)
	must(t, err)
	var rows [][]any
	must(t, c.Query(context.Background(), `SELECT collection_path, file_path, chunk_index, array_inner_product(embedding, query_vector('`+question+`')) AS cosine
		FROM content_chunks WHERE embedding IS NOT NULL ORDER BY round(cosine, 5) DESC, collection_path, file_path, chunk_index LIMIT 3`, func(table Table) error {
		for row, err := range table.Rows {
			must(t, err)
			rows = append(rows, row)
		}
		return nil
	}))
	for i, m := range matches {
		cosine := float64(rows[i][3].(float32))
		if rows[i][0] != string(m.Collection) || rows[i][1] != string(m.File) || int(rows[i][2].(int32)) != m.Index || max(cosine-m.Cosine, m.Cosine-cosine) > 1e-5 {
			t.Errorf("row %d: %v, the search has %+v", i, rows[i], m)
		}
	}
}

func TestWhatAQuestionMeetsIsNoMistakeOfTheQuery(t *testing.T) {
	broken := errors.New("the server is down")
	calls := 0
	c, _ := openConsole(t, ConsoleOptions{Embed: func(_ context.Context, _ *Generation, text string) ([]float32, error) {
		calls++
		if text == "bad" {
			return nil, broken
		}
		return vectorOf(text), nil
	}})
	if _, err := ask(c, "SELECT query_vector('bad')"); !errors.Is(err, broken) {
		t.Errorf("a failing model: %v", err)
	}
	calls = 0
	if _, err := ask(c, "SELECT query_vector('good'), query_vector('good') FROM content_chunks"); err != nil || calls != 1 {
		t.Errorf("%d calls, %v", calls, err)
	}
	if got, err := ask(c, "SELECT query_vector(NULL)"); err != nil || got != "[[null]]" {
		t.Errorf("NULL: %s, %v", got, err)
	}
}

func TestAnInterruptionEndsAQuery(t *testing.T) {
	c, _ := openConsole(t, ConsoleOptions{})
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	err := c.Query(ctx, "SELECT count(*) FROM range(1000000000000) a, range(1000) b WHERE a.range * b.range % 7 = 3", func(Table) error { return nil })
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	if got, err := ask(c, "SELECT 1"); got != "[[1]]" {
		t.Errorf("the next query: %s, %v", got, err)
	}
}

func TestRowsAreSavedAsParquet(t *testing.T) {
	out := filepath.Join(t.TempDir(), "it's.parquet")
	c, path := openConsole(t, ConsoleOptions{File: out})
	query := "SELECT file_path, chunk_index, embedding, bbox FROM content_chunks ORDER BY ALL; -- all of them"
	rows, err := c.Save(context.Background(), query, out)
	if want, _ := ask(c, "SELECT count(*) FROM content_chunks"); err != nil || spell(t, [][]any{{rows}}) != want {
		t.Fatalf("%d rows, %v, want %s", rows, err, want)
	}
	gathered := "SELECT to_json(list(t))::VARCHAR FROM "
	want, err := ask(c, gathered+"(FROM content_chunks SELECT file_path, chunk_index, embedding, bbox ORDER BY ALL) t")
	must(t, err)
	var got string
	read(t, path, gathered+literal(out)+" t", &got)
	if spell(t, [][]string{{got}}) != want {
		t.Errorf("the file holds\n%s\nthe query gives\n%s", got, want)
	}
	must(t, os.Remove(out))
	for _, hidden := range []string{
		"SELECT '\nCREATE TABLE memory.t (i INTEGER); --' AS text", "SELECT 1 AS one, -- ' \n 2 AS two", "SELECT '{{file}}' AS text",
		"SELECT 1 AS one -- the end", "SELECT 1 AS one;\n;", "SELECT $$\n) TO 'x.csv'; --$$ AS text",
	} {
		if rows, err := c.Save(context.Background(), hidden, out); err != nil || rows != 1 {
			t.Errorf("%q saves %d rows, %v", hidden, rows, err)
		}
	}
	if tables, _ := ask(c, "SELECT count(*) FROM duckdb_tables() WHERE database_name <> 'octavo'"); tables != "[[0]]" {
		t.Errorf("%s tables were made", tables)
	}
	for _, query := range refused {
		if strings.Contains(query, "{{path}}") {
			continue
		}
		if _, err := c.Save(context.Background(), query, out); !errors.As(err, new(*QueryError)) {
			t.Errorf("%q is saved: %v", query, err)
		}
	}
	if _, err := c.Save(context.Background(), "SELECT 1", filepath.Join(t.TempDir(), "other.parquet")); !errors.As(err, new(*QueryError)) {
		t.Errorf("another path: %v", err)
	}
}

// FuzzNoQueryChangesTheFileOrEndsTheProcess feeds the gate with whatever text: it is answered or
// refused, and the catalogue stays as it is.
func FuzzNoQueryChangesTheFileOrEndsTheProcess(f *testing.F) {
	for _, query := range refused {
		f.Add(query)
	}
	f.Add("SELECT * FROM documents")
	f.Add("EXPLAIN ANALYZE SELECT query_vector('x')")
	c, _ := openConsole(f, ConsoleOptions{})
	catalogue := "SELECT count(*), string_agg(database_name || table_name, ' ' ORDER BY ALL) FROM duckdb_tables()"
	want, err := ask(c, catalogue)
	must(f, err)
	f.Fuzz(func(t *testing.T, query string) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		err := c.Query(ctx, query, func(table Table) error {
			n := 0
			for _, err := range table.Rows {
				if n++; err != nil || n > 1000 {
					return err
				}
			}
			return nil
		})
		if err != nil && !errors.As(err, new(*QueryError)) && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%q: %v", query, err)
		}
		if got, err := ask(c, catalogue); got != want {
			t.Errorf("%q changes the catalogue: %s, %v", query, got, err)
		}
	})
}
