package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const initialized = hello + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"

// sink is where a server writes; it is never closed.
type sink struct{ bytes.Buffer }

func (*sink) Close() error { return nil }

// converse gives a server a client's words and returns what it says until it has answered them.
func converse(t *testing.T, s *Server, words string) []string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	var said sink
	_ = s.Stdio(ctx, io.NopCloser(strings.NewReader(words)), &said) // words that are no JSON end the session with an error
	if ctx.Err() != nil {
		t.Fatalf("the server waits for ever after %q", words)
	}
	return strings.Split(strings.TrimRight(said.String(), "\n"), "\n")
}

// FuzzMessage holds that whatever a client says, the server ends when the client does and says
// nothing but JSON-RPC, one message a line.
func FuzzMessage(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"eA=="}}`,
		`{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"search","arguments":{"query":"a","limit":3}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":null}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_chunk","arguments":{"chunkIndex":1e99}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"status","_meta":{"progressToken":1}}}` + "\n" +
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`,
		`{"jsonrpc":"2.0","id":2,"method":"resources/read"}`,
		`{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"octavo://a/b?offset=1"}}`,
		`{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"octavo://a\u0000"}}`,
		`{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"answer_from_documents","arguments":{"question":"\u001b"}}}`,
		`{"jsonrpc":"2.0","id":null,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":2,"method":"ping"}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":2,"result":{}}`,
		`[{"jsonrpc":"2.0","id":2,"method":"ping"}]`,
		`{"jsonrpc":"1.0"}`, `{`, `nonsense`, `null`, "\xff", strings.Repeat("[", 5000),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, words string) {
		s := serverOver(t, filepath.Join(t.TempDir(), "absent.duckdb"))
		for _, line := range converse(t, s, initialized+words+"\n") {
			type message struct {
				JSONRPC string `json:"jsonrpc"`
			}
			one, batch := message{}, []message{}
			err := json.Unmarshal([]byte(line), &one)
			if strings.HasPrefix(line, "[") {
				err = json.Unmarshal([]byte(line), &batch)
			}
			for _, m := range append(batch, one) {
				if err != nil || m.JSONRPC != "2.0" && len(batch) == 0 {
					t.Errorf("%q is answered with %q", words, line)
				}
			}
		}
	})
}
