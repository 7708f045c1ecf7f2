package index

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	duckdb "github.com/duckdb/duckdb-go/v2"
)

// Console runs the queries of a person on a published file. It reads that file and nothing else:
// the file is attached read-only, the outside is shut out, and gate passes single queries alone,
// with functions that are known to change nothing. One query runs at a time.
type Console struct {
	path       string
	db         *database
	conn       *sql.Conn
	generation *Generation
	question   question
}

// ConsoleOptions say what a console may do beyond reading.
type ConsoleOptions struct {
	// Embed is what query_vector calls: the vector of a question under the active generation.
	Embed func(ctx context.Context, g *Generation, text string) ([]float32, error)
	// File is the one path that Save may write; empty for none.
	File string
}

// consoleMemory bounds what a query holds: it answers from the file, beside other programs.
const consoleMemory = "2GB"

// OpenConsole opens the published file at path. Errors: those of OpenReader.
func OpenConsole(ctx context.Context, path string, o ConsoleOptions) (*Console, error) {
	if err := inspect(path); err != nil {
		return nil, err
	}
	settings := []string{"SET memory_limit = " + literal(consoleMemory)}
	if o.File != "" {
		settings = append(settings, "SET allowed_paths = ["+literal(o.File)+"]")
	}
	db, err := openDatabase(ctx, path, readOnly, settings...)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, damaged(path, err))
	}
	c := &Console{path: path, db: db}
	if err := c.prepare(ctx, o); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), c.Close())
	}
	return c, nil
}

func (c *Console) prepare(ctx context.Context, o ConsoleOptions) error {
	m, err := readMeta(ctx, c.db, c.path)
	if err != nil {
		return err
	}
	if m.schema != SchemaVersion {
		return &IncompatibleError{Path: c.path, Found: m.schema, Want: SchemaVersion}
	}
	generations, err := readGenerations(ctx, c.db, StoreDocuments)
	if err != nil {
		return damaged(c.path, err)
	}
	if active := inState(generations, Active); active != nil {
		c.generation = &active.Generation
	}
	if c.conn, err = c.db.Conn(ctx); err != nil {
		return err
	}
	c.question = question{generation: c.generation, embed: o.Embed, known: map[string][]float32{}}
	if err := duckdb.RegisterScalarUDF(c.conn, "query_vector", &c.question); err != nil {
		return err
	}
	return c.db.shutOut(ctx)
}

// Close lets go of the file.
func (c *Console) Close() error {
	if c.conn != nil {
		_ = c.conn.Close() // closing the database closes it too
	}
	return c.db.Close()
}

// Query runs one query and hands its rows to show, which is not called where the query fails.
// Errors: *QueryError, *CorruptError, what query_vector met, what show returns.
func (c *Console) Query(ctx context.Context, query string, show func(Table) error) error {
	return c.prepared(ctx, query, func(s *duckdb.Stmt) error {
		rows, err := s.QueryContext(ctx, nil)
		if err != nil {
			return c.explain(ctx, err)
		}
		defer func() { _ = rows.Close() }()
		columns, types, err := columnsOf(s, rows)
		if err != nil {
			return err
		}
		return show(Table{Columns: columns, Rows: func(yield func([]any, error) bool) {
			values := make([]driver.Value, len(columns))
			for {
				err := rows.Next(values)
				if errors.Is(err, io.EOF) {
					return
				}
				if err != nil {
					yield(nil, c.explain(ctx, err))
					return
				}
				row := make([]any, len(values))
				for i, v := range values {
					row[i] = plain(v, types[i])
				}
				if !yield(row, nil) {
					return
				}
			}
		}})
	})
}

// Save runs one query and writes its rows to the file that the console was opened with, as
// Parquet. Errors: those of Query.
func (c *Console) Save(ctx context.Context, query, file string) (rows int64, err error) {
	// Preparing the query by itself first gives its mistakes their place in what was typed.
	if err := c.prepared(ctx, query, func(*duckdb.Stmt) error { return nil }); err != nil {
		return 0, err
	}
	c.question.begin(ctx)
	result, err := c.conn.ExecContext(ctx, statement("console/save.sql", "query", literal(query), "file", literal(file)))
	if err != nil {
		return 0, c.explain(ctx, err)
	}
	return result.RowsAffected()
}

// prepared hands a query that passed the gate to run.
func (c *Console) prepared(ctx context.Context, query string, run func(*duckdb.Stmt) error) error {
	refused := c.gate(ctx, query)
	if refused != nil && !errors.As(refused, new(*syntaxError)) {
		return refused
	}
	c.question.begin(ctx)
	return c.conn.Raw(func(connection any) error {
		s, err := connection.(*duckdb.Conn).Prepare(query)
		if err != nil {
			return c.explain(ctx, err)
		}
		defer func() { _ = s.Close() }()
		switch {
		case refused != nil:
			return refused
		case s.NumInput() > 0:
			return &QueryError{Cause: "the query has parameters: write their values in their place"}
		}
		return run(s.(*duckdb.Stmt))
	})
}

// explain finds what is behind a failure of DuckDB: an interruption, what query_vector met, damage,
// else the query itself.
func (c *Console) explain(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if met := c.question.failure(); met != nil {
		return met
	}
	fault := (*duckdb.Error)(nil)
	if !errors.As(err, &fault) {
		return &QueryError{Cause: err.Error()}
	}
	if fault.Type == duckdb.ErrorTypeInternal { // a query can cause one in a sound file; its stack helps nobody
		message, _, _ := strings.Cut(fault.Msg, "\n")
		return &QueryError{Cause: message}
	}
	if found := damaged(c.path, err); !errors.Is(err, found) {
		return found
	}
	return &QueryError{Cause: strings.TrimSpace(fault.Msg)}
}

// question is the SQL function query_vector(text): the vector of a question, rounded as a search
// rounds it, so that its products with an embedding are the cosines that --explain tells.
type question struct {
	generation *Generation
	embed      func(ctx context.Context, g *Generation, text string) ([]float32, error)

	mu    sync.Mutex // DuckDB calls from its own threads
	ctx   context.Context
	met   error
	known map[string][]float32
}

func (q *question) begin(ctx context.Context) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ctx, q.met = ctx, nil
}

func (q *question) failure() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.met
}

// Config gives the signature: VARCHAR to FLOAT[N].
func (q *question) Config() duckdb.ScalarFuncConfig {
	dimension := 1
	if q.generation != nil {
		dimension = q.generation.Spec.Dimension
	}
	text, _ := duckdb.NewTypeInfo(duckdb.TYPE_VARCHAR) // fails for nested types alone
	element, _ := duckdb.NewTypeInfo(duckdb.TYPE_FLOAT)
	vector, _ := duckdb.NewArrayInfo(element, uint64(dimension))
	return duckdb.ScalarFuncConfig{InputTypeInfos: []duckdb.TypeInfo{text}, ResultTypeInfo: vector}
}

// Executor answers row by row; a text is embedded once.
func (q *question) Executor() duckdb.ScalarFuncExecutor {
	return duckdb.ScalarFuncExecutor{RowExecutor: func(values []driver.Value) (any, error) {
		text, _ := values[0].(string) // NULL never comes here
		q.mu.Lock()
		defer q.mu.Unlock()
		if vector, found := q.known[text]; found {
			return vector, nil
		}
		if q.met == nil && q.generation == nil {
			q.met = ErrNoActiveGeneration
		}
		if q.met != nil {
			return nil, q.met
		}
		vector, err := q.embed(q.ctx, q.generation, text)
		if err == nil && len(vector) != q.generation.Spec.Dimension {
			err = &DimensionError{Got: len(vector), Want: q.generation.Spec.Dimension}
		}
		if err != nil {
			q.met = fmt.Errorf("query_vector: %w", err)
			return nil, q.met
		}
		q.known[text] = quantise(vector).decode()
		return q.known[text], nil
	}}
}
