package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"octavo/engine/search"
)

// read gathers the questions and errors of a batch, each in words.
func read(t *testing.T, text string, defaults SearchRequest, chunks bool) []string {
	t.Helper()
	var out []string
	for q, err := range Questions(t.Context(), strings.NewReader(text), defaults, chunks) {
		if err != nil {
			out = append(out, err.Error())
			continue
		}
		r := q.Request
		out = append(out, fmt.Sprintf("%d %s %q %s %t %s %d %t %d", q.Line, q.ID, r.Query, r.Scope, r.All, r.Mode, r.Limit, r.Full, r.Context))
	}
	return out
}

func TestALineOfABatchOverrulesTheFlags(t *testing.T) {
	flags := SearchRequest{Scope: "ACME", Mode: search.ModeHybrid, Limit: 20, Full: true, Context: 1}
	for _, tc := range []struct{ name, line, want string }{
		{"a string", `"flood gates"`, `1  "flood gates" ACME false hybrid 20 true 1`},
		{"a query alone", `{"query":"flood"}`, `1  "flood" ACME false hybrid 20 true 1`},
		{"all of it", `{"id":"a","query":"x","scope":"B","mode":"lexical","limit":3,"full":false,"context":0}`, `1 a "x" B false lexical 3 false 0`},
		{"all in place of the scope", `{"query":"x","all":true}`, `1  "x"  true hybrid 20 true 1`},
		{"an empty scope", `{"query":"x","scope":""}`, `1  "x"  false hybrid 20 true 1`},
		{"null is nothing", `{"query":"x","scope":null,"limit":null,"id":null}`, `1  "x" ACME false hybrid 20 true 1`},
		{"white space around", " \t{\"query\":\"x\"} \r", `1  "x" ACME false hybrid 20 true 1`},
		{"a byte order mark", "\ufeff\"x\"", `1  "x" ACME false hybrid 20 true 1`},
		{"another letter case", `{"Query":"x"}`, `line 1: the query cannot be read: it has an unknown key "Query" (the nearest is query)`},
		{"a key that is near none", `{"query":"x","temperature":1}`, `line 1: the query cannot be read: it has an unknown key "temperature" (the keys are id, query, scope, all, mode, limit, full, context)`},
		{"a limit in quotes", `{"query":"x","limit":"3"}`, `line 1: the query cannot be read: its limit is not a whole number`},
		{"half a limit", `{"query":"x","limit":2.5}`, `line 1: the query cannot be read: its limit is not a whole number`},
		{"a number for an id", `{"query":"x","id":7}`, `line 1: the query cannot be read: its id is not a string`},
		{"a context before the text", `{"query":"x","context":-1}`, `line 1: the query cannot be read: its context is negative`},
		{"a list", `["x"]`, `line 1: the query cannot be read: it is neither a JSON object nor a JSON string`},
		{"a number", `7`, `line 1: the query cannot be read: it is neither a JSON object nor a JSON string`},
		{"null", `null`, `line 1: the query cannot be read: it is neither a JSON object nor a JSON string`},
		{"half an object", `{"query":"x"`, `line 1: the query cannot be read: it is not JSON: unexpected end of JSON input`},
		{"two objects", `{"query":"x"}{"query":"y"}`, `line 1: the query cannot be read: it is not JSON: invalid character '{' after top-level value`},
		{"bytes that are no text", "\"\xff\"", `line 1: the query cannot be read: it is not valid UTF-8`},
	} {
		if got := read(t, tc.line, flags, true); len(got) != 1 || got[0] != tc.want {
			t.Errorf("%s: %q\n got %q\nwant %q", tc.name, tc.line, got, tc.want)
		}
	}
	if got := read(t, `{"query":"x","full":true}`, flags, false); !strings.Contains(got[0], "unknown key") {
		t.Errorf("a search for files took a key of a search for passages: %q", got)
	}
}

func TestAnErrorOfALineNamesItsID(t *testing.T) {
	for _, err := range Questions(t.Context(), strings.NewReader("\n"+`{"zeal":1,"limit":"x","id":"q7"}`), SearchRequest{}, false) {
		var line *LineError
		if !errors.As(err, &line) || line.ID != "q7" || line.Line != 2 {
			t.Errorf("got %v", err)
		}
		if f := Classify(err); f.Name != "query-invalid" || f.Detail["id"] != "q7" || f.Detail["line"] != 2 {
			t.Errorf("classified as %+v", f)
		}
	}
}

func TestALineThatIsTooLongIsPassedOver(t *testing.T) {
	long := `"` + strings.Repeat("x", 3*longestBatchLine) + `"`
	fits := `"` + strings.Repeat("y", longestBatchLine-3) + `"`
	got := read(t, "\"a\"\n"+long+"\n"+fits+"\n"+long, SearchRequest{}, false)
	if len(got) != 4 || !strings.HasPrefix(got[0], `1  "a"`) || got[1] != "line 2: the query cannot be read: its line is longer than 1 MB" ||
		!strings.HasPrefix(got[2], `3  "yyy`) || !strings.HasPrefix(got[3], "line 4: ") {
		for i := range got {
			t.Errorf("%.80s", got[i])
		}
	}
}

func TestQuestionsMayBeWrittenAsAnswersCome(t *testing.T) {
	r, w := io.Pipe()
	defer r.Close()
	go io.WriteString(w, "\"0\"\n")
	answered := 0
	for q, err := range Questions(t.Context(), r, SearchRequest{}, false) {
		if err != nil || q.Request.Query != fmt.Sprint(answered) {
			t.Fatalf("question %d is %+v, %v", answered, q, err)
		}
		if answered++; answered == 3 {
			w.Close()
			continue
		}
		go fmt.Fprintf(w, "\"%d\"\n", answered)
	}
	if answered != 3 {
		t.Errorf("%d questions", answered)
	}
}

func TestABatchThatWaitsForInputIsInterrupted(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range Questions(ctx, r, SearchRequest{}, false) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
}

func TestAReaderThatFailsEndsTheBatch(t *testing.T) {
	failed := errors.New("the disk is gone")
	var last error
	n := 0
	in := io.MultiReader(strings.NewReader("\"a\"\n\"b"), brokenReader{failed})
	for _, last = range Questions(t.Context(), in, SearchRequest{}, false) {
		n++
	}
	var line *LineError
	if n != 2 || !errors.Is(last, failed) || errors.As(last, &line) {
		t.Errorf("%d questions, the last error is %v", n, last)
	}
}

type brokenReader struct{ err error }

func (r brokenReader) Read([]byte) (int, error) { return 0, r.err }

// FuzzQuestions demands that each line that is not blank gives a question or an error of its own,
// and that a string comes through as it is.
func FuzzQuestions(f *testing.F) {
	for _, seed := range []string{
		`"x"`, `{"query":"x","id":"a","limit":3,"all":true}`, "\n\n\"a\"\r\n{\n", `{"query":null}`, "\ufeff{}", `{"query":{"a":[]}}`, "\"\\ud800\"", "\x00",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want := 0
		for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
			if strings.TrimSpace(line) != "" {
				want++
			}
		}
		got := 0
		for q, err := range Questions(t.Context(), strings.NewReader(text), SearchRequest{Limit: 5}, true) {
			got++
			var line *LineError
			if err != nil && !errors.As(err, &line) {
				t.Fatalf("%q ended the batch: %v", text, err)
			}
			if !utf8.ValidString(q.Request.Query) {
				t.Fatalf("%q became the query %q", text, q.Request.Query)
			}
		}
		if got != want {
			t.Fatalf("%q: %d lines, %d answers", text, want, got)
		}
	})
}
