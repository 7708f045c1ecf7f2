package commands

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// agent is a client of an `octavo mcp` that runs in this process.
type agent struct {
	*sdk.ClientSession
	changed chan struct{} // the list of tools changed
}

// connect starts the command with these words and connects a client to it, over HTTP where --http
// is among them.
func connect(t *testing.T, words ...string) agent {
	t.Helper()
	a := agent{changed: make(chan struct{}, 16)}
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ClientOptions{
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { a.changed <- struct{}{} },
	})
	ctx, stop := context.WithCancel(t.Context())
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	said, errs := io.Pipe()
	app := App{
		Version: "0.0.0-test", Getenv: func(string) string { return "" },
		Console: Console{In: toServer, Out: fromServer, Err: errs, Width: 80},
	}
	var running sync.WaitGroup
	running.Go(func() {
		if code := app.Run(ctx, append([]string{programName, "mcp"}, words...)); code != 0 {
			t.Errorf("octavo mcp %v: exit %d", words, code)
		}
		errs.Close()
		toServer.Close()
		fromServer.Close()
	})
	var transport sdk.Transport = &sdk.IOTransport{Reader: toClient, Writer: fromClient}
	stderr := bufio.NewReader(said)
	if strings.Contains(strings.Join(words, " "), "--http") {
		transport = httpTransport(t, stderr)
	}
	running.Go(func() {
		if text, err := io.ReadAll(stderr); len(text) > 0 {
			t.Logf("octavo mcp %v says on stderr (%v): %s", words, err, text)
		}
	})
	var err error
	if a.ClientSession, err = client.Connect(ctx, transport, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		a.Close()
		stop()
		running.Wait()
	})
	return a
}

// httpTransport reads address and token where a person would: on stderr.
func httpTransport(t *testing.T, stderr *bufio.Reader) sdk.Transport {
	t.Helper()
	var lines string
	for range 2 {
		line, err := stderr.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		lines += line
	}
	found := regexp.MustCompile(`(http://\S+)\n.*Bearer (\S+)`).FindStringSubmatch(lines)
	if found == nil {
		t.Fatalf("no address and token in %q", lines)
	}
	return &sdk.StreamableClientTransport{Endpoint: found[1], HTTPClient: &http.Client{Transport: bearer(found[2])}}
}

type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// call is the structured answer of a tool, and whether it is an error.
func (a agent) call(t *testing.T, name, arguments string) (map[string]any, bool) {
	t.Helper()
	result, err := a.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatalf("%s %s: %v", name, arguments, err)
	}
	answer, is := result.StructuredContent.(map[string]any)
	if !is || len(result.Content) != 1 || result.Content[0].(*sdk.TextContent).Text == "" {
		t.Fatalf("%s %s: %+v", name, arguments, result)
	}
	return answer, result.IsError
}

func TestBothDoorsGiveTheAnswersOfTheCommandLine(t *testing.T) {
	library(t)
	must(t, "versions", "cut", "first", "--activate")
	for _, door := range [][]string{nil, {"--http", "127.0.0.1:0"}} {
		a := connect(t, door...)
		for _, tc := range []struct {
			tool, arguments string
			words           []string
		}{
			{"search", `{"query":"roses in spring","all":true}`, []string{"search", "roses in spring", "--all"}},
			{"search", `{"query":"roses","scope":"ACME/Reports","limit":1,"mode":"lexical"}`, []string{"search", "roses", "--scope", "ACME/Reports", "--limit", "1", "--mode", "lexical"}},
			{"search", `{"query":"namespace:ACME roses","limit":1000}`, []string{"search", "namespace:ACME", "roses", "--limit", "1000"}},
			{"search", `{"query":"zzz","all":true,"mode":"lexical"}`, []string{"search", "zzz", "--all", "--mode", "lexical"}},
			{"search_chunks", `{"query":"discount rate","all":true,"full":true,"context":1}`, []string{"search-chunks", "discount rate", "--all", "--full", "--context", "1"}},
			{"get_chunk", `{"collectionPath":"ACME/Reports","filePath":"pension.md","chunkIndex":1}`, []string{"get-chunk", "ACME/Reports", "pension.md", "1"}},
			{"get_chunk", `{"collectionPath":"ACME/Reports","filePath":"pension.md","chunkIndex":99}`, []string{"get-chunk", "ACME/Reports", "pension.md", "99"}},
			{"get_file", `{"collectionPath":"ACME/Recipes","filePath":"übung/brot.txt"}`, []string{"get-file", "ACME/Recipes", "übung/brot.txt"}},
			{"get_document", `{"collectionPath":"ACME/Reports","filePath":"pension.md"}`, []string{"get-document", "ACME/Reports", "pension.md"}},
			{"search", `{"query":"roses","all":true,"version":"active"}`, []string{"search", "roses", "--all", "--version", "active"}},
			{"search_chunks", `{"query":"roses","all":true,"version":"first"}`, []string{"search-chunks", "roses", "--all", "--version", "first"}},
			{"get_chunk", `{"collectionPath":"ACME/Reports","filePath":"pension.md","chunkIndex":1,"version":"first"}`, []string{"get-chunk", "ACME/Reports", "pension.md", "1", "--version", "first"}},
			{"get_file", `{"collectionPath":"ACME/Recipes","filePath":"übung/brot.txt","version":"live"}`, []string{"get-file", "ACME/Recipes", "übung/brot.txt"}},
			{"list_categories", `{}`, []string{"list-categories"}},
			{"list_groups", `{}`, []string{"list-groups"}},
			{"full_text_search", `{"query":"roses \"in spring\"","limit":1}`, []string{"full-text-search", "roses \"in spring\"", "--limit", "1"}},
			{"list_files", `{"limit":2}`, []string{"list-files", "--limit", "2"}},
			{"status", `{}`, []string{"status"}},
			// what cannot be answered
			{"search", `{"query":"roses"}`, []string{"search", "roses"}},
			{"search", `{"query":" "}`, []string{"search", " "}},
			{"search", `{"query":"(","mode":"regex","all":true}`, []string{"search", "(", "--mode", "regex", "--all"}},
			{"search_chunks", `{"query":"roses","scope":"ACME/Report"}`, []string{"search-chunks", "roses", "--scope", "ACME/Report"}},
			{"get_file", `{"collectionPath":"ACME/Reports","filePath":"pensions.md"}`, []string{"get-file", "ACME/Reports", "pensions.md"}},
			{"get_file", `{"collectionPath":"ACME/Reports","filePath":"../../etc/passwd"}`, []string{"get-file", "ACME/Reports", "../../etc/passwd"}},
			{"search", `{"query":"roses","all":true,"version":"frist"}`, []string{"search", "roses", "--all", "--version", "frist"}},
			{"list_groups", `{"category":"none"}`, []string{"list-groups", "none"}},
			{"list_files", `{"cursor":"none"}`, []string{"list-files", "--cursor", "none"}},
			{"full_text_search", `{"query":"\"open"}`, []string{"full-text-search", "\"open"}},
			{"get_document", `{"documentPath":"ACME/_Documents/none"}`, []string{"get-document", "ACME/_Documents/none"}},
		} {
			got, failed := a.call(t, tc.tool, tc.arguments)
			printed := world{}.run(append(tc.words, "--json")...)
			want := oneObject(t, tc.tool, printed)
			if !reflect.DeepEqual(got, want) || failed != (printed.Code != 0) {
				t.Errorf("%s %s over %v, an error: %v:\n%v\nwant, with exit code %d\n%v", tc.tool, tc.arguments, door, failed, got, printed.Code, want)
			}
		}
	}
}

func TestADocumentIsAResource(t *testing.T) {
	library(t)
	a := connect(t)
	document, _ := a.call(t, "get_document", `{"collectionPath":"ACME/Recipes","filePath":"übung/brot.txt"}`)
	want := must(t, "get-file", "ACME/Recipes", "übung/brot.txt").Out
	for _, uri := range []string{"octavo://ACME/Recipes/%C3%BCbung/brot.txt", "octavo://" + document["documentPath"].(string)} {
		got, err := a.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		if err != nil || len(got.Contents) != 1 || got.Contents[0].Text+"\n" != want && got.Contents[0].Text != want {
			t.Errorf("%s: %v, %+v", uri, err, got)
		}
	}
	for _, uri := range []string{
		"octavo://ACME/Recipes/none", "octavo://ACME/Recipes/../../etc/passwd", "octavo:///etc/passwd", "file:///etc/passwd",
		"octavo://ACME/Recipes/%C3%BCbung%2F..%2F..%2F..%2Fetc%2Fpasswd", "octavo://ACME/Recipes",
	} {
		if got, err := a.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s gives %+v", uri, got.Contents[0])
		}
	}
	templates, err := a.ListResourceTemplates(t.Context(), nil)
	if err != nil || len(templates.ResourceTemplates) != 1 {
		t.Errorf("%v, %+v", err, templates)
	}
}

func TestAServerOutlivesItsFile(t *testing.T) {
	project(t)
	a := connect(t)
	if answer, failed := a.call(t, "search", `{"query":"roses"}`); !failed || answer["error"] != "index-missing" || answer["searched"] != false {
		t.Errorf("before the first build: %v", answer)
	}
	must(t, "build", "reports", "--collection", "ACME/Reports", "--model", quickModel)
	first, failed := a.call(t, "search", `{"query":"tulips","mode":"lexical"}`)
	if failed || first["count"] != 0.0 {
		t.Errorf("after it: %v", first)
	}
	if err := os.WriteFile("reports/new.txt", []byte("Tulips want a cold winter.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, "build")
	if second, failed := a.call(t, "search", `{"query":"tulips","mode":"lexical"}`); failed || second["count"] != 1.0 {
		t.Errorf("after another one: %v", second)
	}
	if err := os.Remove("octavo.duckdb"); err != nil {
		t.Fatal(err)
	}
	if answer, failed := a.call(t, "status", `{}`); !failed || answer["error"] != "index-missing" {
		t.Errorf("after it was removed: %v", answer)
	}
}

func TestAReleaseReachesAClientThatIsConnected(t *testing.T) {
	project(t)
	must(t, "build", "reports", "--collection", "ACME/Reports", "--model", quickModel)
	a := connect(t)
	count := func(version string) any {
		answer, _ := a.call(t, "search", fmt.Sprintf(`{"query":"tulips","mode":"lexical","version":%q}`, version))
		if answer["error"] != nil {
			return answer["error"]
		}
		return answer["count"]
	}
	expect := func(when string, active, live any) {
		t.Helper()
		if got := count("active"); got != active {
			t.Errorf("%s: %v documents in the active version, want %v", when, got, active)
		}
		if got := count("live"); got != live {
			t.Errorf("%s: %v live documents, want %v", when, got, live)
		}
	}
	expect("before any release", "version-missing", 0.0)
	must(t, "versions", "cut", "first", "--activate")
	expect("after the first release", 0.0, 0.0)
	if err := os.WriteFile("reports/new.txt", []byte("Tulips want a cold winter.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, "build")
	expect("after a build", 0.0, 1.0)
	must(t, "versions", "cut", "second")
	expect("after a cut", 0.0, 1.0)
	must(t, "versions", "activate", "second")
	expect("after the second release", 1.0, 1.0)
	must(t, "versions", "activate", "first")
	expect("after going back", 0.0, 1.0)
}

func TestNewSettingsCountAtOnceAndBrokenOnesNever(t *testing.T) {
	library(t)
	if err := os.WriteFile("octavo.toml", []byte("[search]\nlimit = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	a := connect(t)
	limit := func() any {
		answer, failed := a.call(t, "search_chunks", `{"query":"the","all":true}`)
		if failed {
			t.Fatal(answer)
		}
		return answer["query"].(map[string]any)["limit"]
	}
	if got := limit(); got != 1.0 {
		t.Errorf("as configured: %v", got)
	}
	for i, step := range []struct {
		text string
		want float64
	}{{"[search]\nlimit = 3\n", 3}, {"[search]\nlimt = 5\n", 3}, {"[search]\nlimit = 7\n#", 7}} {
		if err := os.WriteFile("octavo.toml", []byte(step.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := limit(); got != step.want {
			t.Errorf("step %d: %v, want %v", i, got, step.want)
		}
	}
}

func TestQuestionsOnStdinAreAnsweredBeforeItsEndCounts(t *testing.T) {
	library(t)
	var questions strings.Builder
	questions.WriteString(`{"jsonrpc":"2.0","id":"start","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n")
	questions.WriteString(`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n")
	for i := range 20 {
		fmt.Fprintf(&questions, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"search","arguments":{"query":"roses","all":true}}}`+"\n", i)
	}
	got := world{stdin: questions.String()}.run("mcp")
	if got.Code != 0 || got.Err != "" || strings.Count(got.Out, "\n") != 21 {
		t.Fatalf("exit %d, %d answers, stderr %q", got.Code, strings.Count(got.Out, "\n"), got.Err)
	}
	for line := range strings.Lines(got.Out) {
		var message struct {
			JSONRPC string
			Error   any
		}
		if err := json.Unmarshal([]byte(line), &message); err != nil || message.JSONRPC != "2.0" || message.Error != nil {
			t.Errorf("%v in %s", err, line)
		}
	}
}

func TestMCPTakes(t *testing.T) {
	project(t)
	for _, tc := range []struct {
		words []string
		env   map[string]string
		want  string
	}{
		{[]string{"mcp", "x"}, nil, "mcp takes no arguments"},
		{[]string{"mcp", "--token-file", "t"}, nil, "--token-file goes with --http"},
		{[]string{"mcp", "--http", "0.0.0.0:1"}, nil, "0.0.0.0 is not a loopback address"},
		{[]string{"mcp", "--http", "127.0.0.1:0", "--token-file", "absent"}, nil, "the token cannot be read"},
		{[]string{"mcp", "--http", "127.0.0.1:0"}, map[string]string{tokenVariable: "short"}, "the token has fewer than 16 characters"},
		{[]string{"mcp", "--token", "x"}, nil, "mcp has no flag --token"},
	} {
		got := world{env: tc.env}.run(tc.words...)
		if got.Code != 2 || got.Out != "" || !strings.Contains(got.Err, tc.want) {
			t.Errorf("%v: %+v, want %q", tc.words, got, tc.want)
		}
	}
}

func TestOnlyEnabledCapabilitiesAreToolsUnderTheirNames(t *testing.T) {
	library(t)
	must(t, "versions", "cut", "first", "--activate")
	a := connect(t)
	names := func() string {
		tools, err := a.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, tool := range tools.Tools {
			out = append(out, tool.Name)
		}
		slices.Sort(out)
		return strings.Join(out, " ")
	}
	fixed := "get_chunk get_document get_file "
	if got := names(); got != "full_text_search "+fixed+"list_categories list_files list_groups search search_chunks status" {
		t.Errorf("without settings: %s", got)
	}
	settings := "[filesearch.list_files]\nenabled = false\n[filesearch.full_text_search]\ntool_name = \"find_reports\"\ndescription = \"Finds reports\"\n[filesearch.list_groups]\nenabled = false\n"
	if err := os.WriteFile("octavo.toml", []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := names(); got != "find_reports "+fixed+"list_categories search search_chunks status" {
		t.Errorf("with settings: %s", got)
	}
	select {
	case <-a.changed:
	case <-t.Context().Done():
		t.Error("nobody was told that the tools changed")
	}
	if _, err := a.CallTool(t.Context(), &sdk.CallToolParams{Name: "list_files", Arguments: json.RawMessage(`{}`)}); err == nil {
		t.Error("a disabled capability can be called")
	}
	if answer, failed := a.call(t, "find_reports", `{"query":"roses"}`); failed || answer["schema"] != "octavo.full_text_search/1" {
		t.Errorf("under its new name: %v", answer)
	}
	prompt, err := a.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "answer_from_documents", Arguments: map[string]string{"question": "why?"}})
	if err != nil {
		t.Fatal(err)
	}
	text := prompt.Messages[0].Content.(*sdk.TextContent).Text
	if !strings.Contains(text, "find_reports finds documents") || strings.Contains(text, "list_groups") {
		t.Errorf("the prompt is %s", text)
	}
}
