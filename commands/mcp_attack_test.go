package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const secret = "what stands outside the index"

// attacks are strings that some layer might take for more than words.
var attacks = map[string]string{
	"a path upward":                     "../../../../../../etc/passwd",
	"an absolute path":                  "/etc/passwd",
	"a path below upward":               "reports/../secret.txt",
	"a link that leads outside":         "leak.txt",
	"a file URL":                        "file:///etc/passwd",
	"an encoded path":                   "..%2f..%2f..%2fetc%2fpasswd",
	"a Windows path":                    `..\..\secret.txt`,
	"a device":                          "/dev/zero",
	"SQL after a quote":                 `'; DROP TABLE documents; --`,
	"SQL that is always true":           `x' OR '1'='1`,
	"SQL that reads a file":             `' UNION SELECT content FROM read_text('secret.txt') --`,
	"SQL that attaches":                 `"; ATTACH 'secret.txt' AS s; INSTALL httpfs; --`,
	"SQL in an identifier":              `a"b"."c`,
	"dollar quotes":                     `$$; SELECT 1; $$`,
	"a placeholder of SQL":              `$collection ? :1 @p`,
	"a LIKE pattern":                    `%_%`,
	"a template":                        `{{7*7}} ${7*7} <%= 7*7 %> #{7*7}`,
	"a lookup":                          `${jndi:ldap://localhost/a}`,
	"a format":                          `%s%n%d%!v(MISSING)`,
	"a shell":                           "`touch owned`; $(touch owned) | touch owned",
	"a regular expression of exponents": `(a+)+(b+)+(a|aa)+$`,
	"a regular expression of counts":    `((a{1,100}){1,100}){1,100}`,
	"a regular expression that ends":    `(`,
	"a long alternation":                strings.Repeat("a|", 3900) + "a",
	"deep brackets":                     strings.Repeat("(", 3000) + strings.Repeat(")", 3000),
	"control characters":                "a\x00b\x01\x07\x1b[2J\x7f",
	"line ends":                         "a\r\n\r\nb\u2028c\u2029",
	"words turned round":                "\u202egnp.exe\u202c",
	"nothing to see":                    "\u200b\ufeff",
	"no character":                      "\ufffe\uffff",
	"blank":                             " \t\n",
	"empty":                             "",
	"an open quote":                     `"discount`,
	"operators":                         `-- -"a" -b namespace: scope: title: meta.: after:never`,
	"a namespace upward":                "namespace:../.. roses",
	"a document of nobody":              "ACME/_Documents/../../secret",
	"as long as may be":                 strings.Repeat("ab ", 2666),
	"longer than may be":                strings.Repeat("x", 1<<19),
}

// TestNoArgumentLeadsOutOfTheIndexOrHarmsTheServer puts every attack into every string of every
// tool. Each must be answered in the form of the protocol, quickly, and without what is not in the
// index; the file stays as it is.
func TestNoArgumentLeadsOutOfTheIndexOrHarmsTheServer(t *testing.T) {
	project(t)
	if err := os.WriteFile("secret.txt", []byte(secret), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../secret.txt", "reports/leak.txt"); err != nil {
		t.Fatal(err)
	}
	must(t, "build", "reports", "--collection", "ACME/Reports", "--model", quickModel)
	must(t, "versions", "cut", "first", "--activate")
	before, err := os.ReadFile("octavo.duckdb")
	if err != nil {
		t.Fatal(err)
	}
	a := connect(t)
	tools, err := a.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	valid := map[string]map[string]any{
		"search": {"query": "roses"}, "search_chunks": {"query": "roses"}, "full_text_search": {"query": "roses"},
		"get_chunk":    {"collectionPath": "ACME/Reports", "filePath": "garden.txt", "chunkIndex": 0},
		"get_file":     {"collectionPath": "ACME/Reports", "filePath": "garden.txt"},
		"get_document": {"collectionPath": "ACME/Reports", "filePath": "garden.txt"},
	}
	for _, tool := range tools.Tools {
		for _, base := range variants(tool.Name, valid[tool.Name]) {
			for argument, kind := range typesOf(t, tool) {
				for name, value := range attackOn(kind) {
					arguments := map[string]any{}
					for k, v := range base {
						arguments[k] = v
					}
					arguments[argument] = value
					if argument == "documentPath" {
						delete(arguments, "collectionPath")
						delete(arguments, "filePath")
					}
					attempt(t, a, tool.Name, fmt.Sprintf("%s of mode %v: %s", argument, base["mode"], name), arguments)
				}
			}
		}
	}
	for name, value := range attacks {
		uri := "octavo://" + value
		if got, err := a.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s: the resource %q gives %+v", name, uri, got.Contents)
		}
	}
	if answer, failed := a.call(t, "search", `{"query":"roses"}`); failed {
		t.Errorf("afterwards: %v", answer)
	}
	if after, err := os.ReadFile("octavo.duckdb"); err != nil || string(after) != string(before) {
		t.Errorf("the file is not as it was (%v)", err)
	}
	if _, err := os.Stat("owned"); err == nil {
		t.Error("a command was run")
	}
}

func attempt(t *testing.T, a agent, tool, what string, arguments map[string]any) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	result, err := a.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s, %s: %v", tool, what, err)
	}
	text, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	answer := result.StructuredContent.(map[string]any)
	if strings.Contains(string(text), secret) || strings.Contains(string(text), "root:x:") {
		t.Errorf("%s, %s: gives what is not in the index: %s", tool, what, text)
	}
	if result.IsError != (answer["schema"] == "octavo.error/1") || answer["error"] == "internal" {
		t.Errorf("%s, %s: %s", tool, what, text)
	}
}

// variants are the arguments in each mode of searching, where there are modes.
func variants(tool string, arguments map[string]any) []map[string]any {
	if !strings.HasPrefix(tool, "search") {
		return []map[string]any{arguments}
	}
	var out []map[string]any
	for _, mode := range []string{"lexical", "semantic", "substring", "regex"} {
		out = append(out, map[string]any{"query": arguments["query"], "mode": mode})
	}
	return out
}

func typesOf(t *testing.T, tool *sdk.Tool) map[string]string {
	t.Helper()
	properties, _ := tool.InputSchema.(map[string]any)["properties"].(map[string]any)
	out := map[string]string{}
	for name, property := range properties {
		out[name] = property.(map[string]any)["type"].(string)
	}
	return out
}

func attackOn(kind string) map[string]any {
	out := map[string]any{"null": nil, "a list": []any{"x"}, "an object": map[string]any{"$gt": ""}, "a switch": true, "a number": 7, "text": "x"}
	switch kind {
	case "string":
		for name, value := range attacks {
			out[name] = value
		}
	case "integer":
		for _, n := range []any{-1, 0, 1 << 31, -1 << 62, 1e308, 0.5, "1; DROP TABLE x"} {
			out[fmt.Sprint(n)] = n
		}
	}
	return out
}

// TestTenThousandRequestsLeaveNothingBehind asks over HTTP from many clients at once. Goroutines,
// heap and resident memory come back to what they were after the first thousand.
func TestTenThousandRequestsLeaveNothingBehind(t *testing.T) {
	requests := 10_000
	if testing.Short() {
		requests = 400
	}
	library(t)
	a := connect(t, "--http", "127.0.0.1:0")
	calls := []*sdk.CallToolParams{
		{Name: "search_chunks", Arguments: json.RawMessage(`{"query":"discount rate","all":true,"mode":"lexical","full":true}`)},
		{Name: "search", Arguments: json.RawMessage(`{"query":"roses","all":true,"limit":"many"}`)},
		{Name: "get_document", Arguments: json.RawMessage(`{"collectionPath":"ACME/Recipes","filePath":"übung/brot.txt"}`)},
		{Name: "get_chunk", Arguments: json.RawMessage(`{"collectionPath":"ACME/Reports","filePath":"pension.md","chunkIndex":1}`)},
		{Name: "get_file", Arguments: json.RawMessage(`{"collectionPath":"ACME/Reports","filePath":"none.md"}`)},
		{Name: "status"},
	}
	ask := func(n int) {
		var asking sync.WaitGroup
		next := make(chan int)
		for range 200 {
			asking.Go(func() {
				for i := range next {
					call := *calls[i%len(calls)] // the client writes to it
					if _, err := a.CallTool(t.Context(), &call); err != nil {
						t.Error(err)
					}
				}
			})
		}
		for i := range n {
			next <- i
		}
		close(next)
		asking.Wait()
	}
	ask(requests / 10)
	before := footprint(t)
	began := time.Now()
	ask(requests - requests/10)
	took := time.Since(began)
	after := footprint(t)
	t.Logf("%d requests in %v: %+v, then %+v", requests, took, before, after)
	if after.goroutines > before.goroutines+20 {
		t.Errorf("%d goroutines became %d", before.goroutines, after.goroutines)
	}
	if after.heap > before.heap+before.heap/4+8<<20 {
		t.Errorf("a heap of %d bytes became %d", before.heap, after.heap)
	}
	if !testing.Short() && after.resident > before.resident+before.resident/4+64<<20 {
		t.Errorf("%d resident bytes became %d", before.resident, after.resident)
	}
}

type footprints struct {
	goroutines     int
	heap, resident int64 // bytes; resident is 0 where the system does not tell
}

// footprint is what the process holds once what has ended is cleared away.
func footprint(t *testing.T) footprints {
	t.Helper()
	var f footprints
	for range 20 { // connections end a moment after their last answer
		runtime.GC()
		if n := runtime.NumGoroutine(); n == f.goroutines {
			break
		} else {
			f.goroutines = n
		}
		time.Sleep(50 * time.Millisecond)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	f.heap = int64(m.HeapAlloc)
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		if pages, err := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64); err == nil {
			f.resident = pages * int64(os.Getpagesize())
		}
	}
	return f
}
