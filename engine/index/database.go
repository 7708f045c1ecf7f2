package index

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	duckdb "github.com/duckdb/duckdb-go/v2"
	"github.com/duckdb/duckdb-go/v2/mapping"

	statements "octavo/sql"
)

const (
	// rowGroup is the number of rows that one thread reads and a filter skips at once. It is said
	// at every attach, since the number of threads follows the reader's option, not the file.
	rowGroup = "ROW_GROUP_SIZE 8192"
	// storageVersion is the oldest DuckDB that opens our files; zstd text needs 1.2 or later.
	storageVersion = "STORAGE_VERSION 'v1.4.0'"

	readOnly  = "READ_ONLY, " + rowGroup
	readWrite = storageVersion + ", " + rowGroup

	// attachedAs is the name under which a process knows its file. No statement uses it.
	attachedAs = "octavo"
)

// database is a DuckDB in memory to which one file is attached and made the default, so that the
// options of the attach can be given. Its pool hands out connections that may be used at once.
type database struct {
	*sql.DB
}

// openDatabase attaches path with the given options after running settings.
func openDatabase(ctx context.Context, path, options string, settings ...string) (*database, error) {
	settings = append([]string{
		"SET autoinstall_known_extensions = false",
		"SET autoload_known_extensions = false",
		"SET temp_directory = ''",
	}, settings...)
	settings = append(settings, "ATTACH "+literal(path)+" AS "+attachedAs+" ("+options+")")
	lasting := context.WithoutCancel(ctx) // the pool opens connections long after this call
	var mu sync.Mutex
	attached := false
	connector, err := duckdb.NewConnector("", func(connection driver.ExecerContext) error {
		mu.Lock()
		defer mu.Unlock()
		run := []string{"USE " + attachedAs}
		if !attached {
			run = append(settings, run...)
		}
		for _, statement := range run {
			if _, err := connection.ExecContext(lasting, statement, nil); err != nil {
				return err
			}
		}
		attached = true
		return nil
	})
	if err != nil {
		return nil, err
	}
	pool := sql.OpenDB(connector)
	if err := pool.PingContext(ctx); err != nil {
		_ = pool.Close()
		return nil, err
	}
	return &database{pool}, nil
}

// literal quotes a string and identifier a name: the two ways in which a value that cannot be
// bound enters a statement.
func literal(s string) string    { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
func identifier(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// statement is the text of a .sql file with its {{holes}} filled. Fillings come from identifier and
// literal, or are statements themselves.
//
// All holes are filled at once, and the header is left out: a literal may hold whatever looks like
// a hole, and line ends, which would carry it out of a comment.
func statement(name string, holes ...string) string {
	text := statements.Text(name)
	for strings.HasPrefix(text, "--") {
		_, text, _ = strings.Cut(text, "\n")
	}
	pairs := slices.Clone(holes)
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{{" + pairs[i] + "}}"
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// tables are the fillings for statements about one generation.
func (g Generation) tables() []string {
	return []string{
		"vectors", identifier(g.table("vectors")), "kept", identifier(g.table("kept")),
		"hnsw", identifier(g.table("hnsw")), "dim", strconv.Itoa(g.Spec.Dimension),
	}
}

func (g Generation) table(kind string) string { return fmt.Sprintf("%s_%s_%d", kind, g.Store, g.ID) }

// session is what runs statements: a pool, a connection or a transaction.
type session interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// each calls row for every row that a statement returns; row scans it.
func each(ctx context.Context, on session, query string, args []any, row func(scan func(...any) error) error) error {
	rows, err := on.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// bulk is each for answers of many rows: values come as the driver has them, unconverted, and
// hold until the next row. Arguments must be of types that the driver takes.
func (d *database) bulk(ctx context.Context, query string, args []any, row func(values []driver.Value) error) error {
	connection, err := d.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = connection.Close() }()
	named := make([]driver.NamedValue, len(args))
	for i, arg := range args {
		of := arg.(sql.NamedArg)
		named[i] = driver.NamedValue{Name: of.Name, Ordinal: i + 1, Value: of.Value}
	}
	return connection.Raw(func(of any) error {
		rows, err := of.(driver.QueryerContext).QueryContext(ctx, query, named)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		values := make([]driver.Value, len(rows.Columns()))
		for ctx.Err() == nil {
			if err := rows.Next(values); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return err
			}
			if err := row(values); err != nil {
				return err
			}
		}
		return ctx.Err()
	})
}

// bind pairs names and values for a statement.
func bind(pairs ...any) []any {
	out := make([]any, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, sql.Named(pairs[i].(string), pairs[i+1]))
	}
	return out
}

// DuckDBVersion is the version of the DuckDB in this binary, for example "v1.5.5".
func DuckDBVersion() string { return mapping.LibraryVersion() }
