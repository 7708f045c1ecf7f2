package engine

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"octavo/engine/corpus"
	"octavo/engine/search"
)

// longestBatchLine bounds a line of a batch, in bytes with its end.
const longestBatchLine = 1 << 20

// Question is one line of a batch.
type Question struct {
	Line    int    // 1-based, blank lines counted
	ID      string // empty where the line has none
	Request SearchRequest
}

// LineError says which question of a batch could not be asked or answered.
type LineError struct {
	Line  int
	ID    string // empty where it is not known
	Cause error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Cause) }
func (e *LineError) Unwrap() error { return e.Cause }

// Questions reads a batch, one JSON value a line: a string, which is a query, or an object such as
//
//	{"query":"discount rate","id":"q1","scope":"ACME/Reports","all":false,"mode":"lexical","limit":3}
//
// and, where chunks are asked for, "full" and "context". What a line leaves out, or has as null, is
// as in the default request; of "scope" and "all" a line that has one lays aside the defaults of
// both. Blank lines are passed over. At most one line is read ahead, so that questions may be
// written as answers come.
//
// Errors: *LineError for a line that asks nothing, after which the next line comes; then, at the
// end, ctx.Err() and those of the reader.
func Questions(ctx context.Context, r io.Reader, defaults SearchRequest, chunks bool) iter.Seq2[Question, error] {
	return func(yield func(Question, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		lines := make(chan batchLine)
		go readLines(ctx, r, lines)
		for {
			select {
			case <-ctx.Done():
				yield(Question{}, ctx.Err())
				return
			case line, open := <-lines:
				if !open {
					return
				}
				if len(bytes.TrimSpace(line.text)) == 0 && line.err == nil {
					continue
				}
				if !yield(line.question(defaults, chunks)) {
					return
				}
			}
		}
	}
}

func (l batchLine) question(defaults SearchRequest, chunks bool) (Question, error) {
	q := Question{Line: l.number, Request: defaults}
	bad := l.err
	if bad == nil {
		if err := q.read(l.text, chunks); err != nil {
			bad = &search.QueryError{Cause: err.Error()}
		}
	}
	var query *search.QueryError
	if errors.As(bad, &query) {
		return Question{}, &LineError{Line: q.Line, ID: q.ID, Cause: query}
	}
	return q, bad
}

// read lays what a line says over the defaults.
func (q *Question) read(text []byte, chunks bool) error {
	if !utf8.Valid(text) {
		return errors.New("it is not valid UTF-8")
	}
	if text = bytes.TrimSpace(text); text[0] == '"' {
		return notJSON(json.Unmarshal(text, &q.Request.Query))
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(text, &given); err != nil {
		return notJSON(err)
	}
	if given == nil { // null
		return errNoQuestion
	}
	maps.DeleteFunc(given, func(_ string, value json.RawMessage) bool { return string(value) == "null" })
	_, scope := given["scope"]
	if _, all := given["all"]; scope || all {
		q.Request.Scope, q.Request.All = "", false
	}
	members := q.members(chunks)
	for _, m := range members {
		if value, has := given[m.name]; has && json.Unmarshal(value, m.to) != nil {
			return fmt.Errorf("its %s is not %s", m.name, m.wants)
		}
		delete(given, m.name)
	}
	if len(given) > 0 {
		return unknownMember(slices.Sorted(maps.Keys(given))[0], members)
	}
	if q.Request.Context < 0 {
		return errors.New("its context is negative")
	}
	return nil
}

// member is what an object may have. The id comes first: an error in another one then names it.
type member struct {
	name  string
	to    any
	wants string
}

func (q *Question) members(chunks bool) []member {
	r := &q.Request
	known := []member{
		{"id", &q.ID, "a string"}, {"query", &r.Query, "a string"},
		{"scope", &r.Scope, "a string"}, {"all", &r.All, "true or false"},
		{"mode", &r.Mode, "a string"}, {"limit", &r.Limit, "a whole number"},
	}
	if chunks {
		known = append(known, member{"full", &r.Full, "true or false"}, member{"context", &r.Context, "a whole number"})
	}
	return known
}

func unknownMember(name string, members []member) error {
	known := make([]string, len(members))
	for i, m := range members {
		known[i] = m.name
	}
	if nearest := corpus.Nearest(name, known); nearest != "" {
		return fmt.Errorf("it has an unknown key %q (the nearest is %s)", name, nearest)
	}
	return fmt.Errorf("it has an unknown key %q (the keys are %s)", name, strings.Join(known, ", "))
}

var errNoQuestion = errors.New("it is neither a JSON object nor a JSON string")

// notJSON says what a line should have been.
func notJSON(err error) error {
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &kind):
		return errNoQuestion
	}
	return fmt.Errorf("it is not JSON: %w", err)
}

// batchLine is a line as it was read, or why the next one could not be.
type batchLine struct {
	number int
	text   []byte
	err    error // a *search.QueryError where reading goes on
}

// readLines is a goroutine of its own because a read from a terminal or a pipe cannot be interrupted.
func readLines(ctx context.Context, r io.Reader, to chan<- batchLine) {
	defer close(to)
	in := bufio.NewReaderSize(r, longestBatchLine)
	for number := 1; ; number++ {
		text, err := in.ReadSlice('\n')
		line := batchLine{number: number, text: bytes.Clone(text)}
		if number == 1 {
			line.text = bytes.TrimPrefix(line.text, []byte("\ufeff"))
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			line.err = &search.QueryError{Cause: "its line is longer than 1 MB"}
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = in.ReadSlice('\n')
			}
		}
		if err != nil && !errors.Is(err, io.EOF) {
			line.err = fmt.Errorf("read the batch: %w", err)
		}
		select {
		case to <- line:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}
