package index

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"octavo/engine/corpus"
)

// plan is how DuckDB carries a statement out, with the rows that each step saw.
func plan(t testing.TB, on session, text string, args []any) string {
	t.Helper()
	var out strings.Builder
	must(t, each(context.Background(), on, "EXPLAIN (ANALYZE, FORMAT JSON) "+text, args, func(scan func(...any) error) error {
		var kind, plan string
		err := scan(&kind, &plan)
		out.WriteString(plan)
		return err
	}))
	return out.String()
}

var scanned = regexp.MustCompile(`"cumulative_rows_scanned": (\d+)`) // the first is of the whole plan

// vectorsFile makes a file whose vector table holds n random codes of 8 dimensions, spread over
// collections c0, c1, ... of equal size, in order. Text plays no part.
func vectorsFile(t testing.TB, n, collections, dimension int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "octavo.duckdb")
	ctx := context.Background()
	w, err := OpenWriter(ctx, path, WriterOptions{})
	must(t, err)
	spec := testSpec
	spec.Dimension = dimension
	g, err := w.BeginGeneration(ctx, spec)
	must(t, err)
	for i := range collections {
		must(t, w.SetCollection(ctx, Collection{Path: corpus.CollectionPath(fmt.Sprintf("c%d", i))}))
	}
	f := w.(*fileWriter)
	for _, text := range []string{
		fmt.Sprintf("INSERT INTO revisions SELECT i, 'documents', i::VARCHAR, repeat('ab', 32), 'text/1', '', '', '', '', 0, 3, 1, '', 1, [], [] FROM range(%d) r(i)", n),
		"INSERT INTO terms VALUES (1, 'abc')",
		fmt.Sprintf("INSERT INTO postings SELECT 1, i, 0, 1, 1 FROM range(%d) r(i)", n),
		fmt.Sprintf("INSERT INTO revision_terms SELECT i, [1], [1] FROM range(%d) r(i)", n),
		fmt.Sprintf("INSERT INTO chunks SELECT i, 0, 0, 0, 'abc', uuid(), false, NULL, NULL, NULL, NULL, NULL FROM range(%d) r(i)", n),
		fmt.Sprintf("INSERT INTO live_documents SELECT i, 'documents', 1 + i * %d // %d, i || '.txt', i || '.txt', '', i, 0, now()::TIMESTAMP FROM range(%d) r(i)", collections, n, n),
		fmt.Sprintf("INSERT INTO %s SELECT 1 + i * %d // %d, i, 0, 1, list_transform(range(%d), lambda j: (hash(i * 1000 + j) %% 255)::INTEGER - 127)::TINYINT[%d] FROM range(%d) r(i)",
			g.table("vectors"), collections, n, dimension, dimension, n),
		fmt.Sprintf("UPDATE %s SET scale = 1 / sqrt(list_sum(list_transform(code::DOUBLE[], lambda x: x * x)))", g.table("vectors")),
	} {
		_, err := f.conn.ExecContext(ctx, text)
		must(t, err)
	}
	publish(t, w)
	return path
}

func TestAFilterIsPushedIntoTheScan(t *testing.T) {
	const group = 8192
	path := vectorsFile(t, 5*group, 5, 8)
	must(t, Check(context.Background(), path))
	r := openReader(t, path).(*fileReader)
	for _, tc := range []struct {
		collections []string
		groups      int
	}{{[]string{"c2"}, 1}, {[]string{"c1", "c4"}, 2}, {[]string{"c0", "c1", "c2", "c3", "c4"}, 5}} {
		args := bind("query", quantise(vectorOfDimension("q", 8)).floats(), "limit", 10, "collections", tc.collections)
		text := plan(t, r.db, statement("reader/nearest_within.sql", r.active.tables()...), args)
		found := scanned.FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("the plan does not count rows\n%s", text)
		}
		rows, err := strconv.Atoi(found[1])
		must(t, err)
		if names := 5; rows > tc.groups*group+names {
			t.Errorf("for %v the scans read %d rows, want %d row groups\n%s", tc.collections, rows, tc.groups, text)
		}
	}
}

func TestOnlyThePostingsOfTheTermsAreRead(t *testing.T) {
	const group = 8192
	path := vectorsFile(t, 1, 1, 8)
	w, err := OpenWriter(context.Background(), path, WriterOptions{})
	must(t, err)
	// 40 terms, each in a row group of its own.
	for _, text := range []string{
		"DELETE FROM postings", "DELETE FROM terms", "DELETE FROM revision_terms",
		"INSERT INTO terms SELECT i, 'term' || i FROM range(1, 41) r(i)",
		"INSERT INTO revision_terms SELECT 0, list(id ORDER BY id), list(1) FROM terms",
		fmt.Sprintf("INSERT INTO postings SELECT 1 + i // %d, 0, i %% %d, 1, 1 FROM range(40 * %d) r(i)", group, group, group),
	} {
		_, err := w.(*fileWriter).conn.ExecContext(context.Background(), text)
		must(t, err)
	}
	publish(t, w)
	r := openReader(t, path).(*fileReader)
	for _, ids := range [][]int32{{7}, {1, 39}, {5, 20, 21, 40}} {
		text := plan(t, r.db, statement("reader/postings.sql"), bind("ids", ids))
		rows, err := strconv.Atoi(scanned.FindStringSubmatch(text)[1])
		must(t, err)
		if beside := group; rows > len(ids)*group+beside { // what a group holds beside the last term
			t.Errorf("for %v the scans read %d rows, want %d row groups", ids, rows, len(ids))
		}
	}
}
