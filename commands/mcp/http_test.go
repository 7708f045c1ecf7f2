package mcp

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"octavo/engine"
	"octavo/engine/config"
)

const testToken = "correct-horse-battery"

// serverOver is a server over an Octavo file, which need not be there.
func serverOver(t testing.TB, db string) *Server {
	t.Helper()
	s, err := New(Options{
		Version: "test", Settings: func() string { return "" }, Log: slog.New(slog.DiscardHandler),
		Open: func() (*engine.Engine, error) {
			c := config.Config{Database: db, Search: config.Search{Mode: "auto", Limit: 20}}
			return engine.New(engine.Options{Config: c, Follow: true, Log: slog.New(slog.DiscardHandler)}), nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`

func TestTheHTTPDoorLetsInWhoComesFromHereWithTheToken(t *testing.T) {
	door := httptest.NewServer(serverOver(t, filepath.Join(t.TempDir(), "absent.duckdb")).Handler(testToken))
	defer door.Close()
	port := door.Listener.Addr().String()[strings.LastIndexByte(door.Listener.Addr().String(), ':'):]
	for _, tc := range []struct {
		name   string
		change func(*http.Request)
		status int
	}{
		{"as it should be", func(*http.Request) {}, 200},
		{"by the name localhost", func(r *http.Request) { r.Host = "localhost" + port }, 200},
		{"over IPv6", func(r *http.Request) { r.Host = "[::1]" + port }, 200},
		{"a page of this server", func(r *http.Request) { r.Header.Set("Origin", "http://"+r.URL.Host) }, 200},
		{"the scheme in another case", func(r *http.Request) { r.Header.Set("Authorization", "bearer "+testToken) }, 200},
		{"no token", func(r *http.Request) { r.Header.Del("Authorization") }, 401},
		{"a wrong token", func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+testToken+"x") }, 401},
		{"part of the token", func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+testToken[:8]) }, 401},
		{"another scheme", func(r *http.Request) { r.Header.Set("Authorization", "Basic "+testToken) }, 401},
		{"the token in the URL", func(r *http.Request) { r.Header.Del("Authorization"); r.URL.RawQuery = "token=" + testToken }, 401},
		{"a page elsewhere", func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, 403},
		{"a page of another port", func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:1") }, 403},
		{"a page without an origin", func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		{"two origins", func(r *http.Request) { r.Header["Origin"] = []string{"http://" + r.URL.Host, "http://evil.example"} }, 403},
		{"a name that was rebound", func(r *http.Request) { r.Host = "evil.example" + port }, 403},
		{"a name that looks like ours", func(r *http.Request) { r.Host = "localhost.evil.example" }, 403},
		{"another path", func(r *http.Request) { r.URL.Path = "/" }, 404},
		{"another method", func(r *http.Request) { r.Method = http.MethodPut }, 405},
		{"no JSON", func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, 415},
		{"too long", func(r *http.Request) { body(r, strings.Repeat(" ", longestMessage+1)) }, 413},
		{"not JSON-RPC", func(r *http.Request) { body(r, "hello") }, 400},
	} {
		r, err := http.NewRequest(http.MethodPost, door.URL+Path, nil)
		if err != nil {
			t.Fatal(err)
		}
		body(r, hello)
		r.Header.Set("Authorization", "Bearer "+testToken)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		tc.change(r)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatalf("%s: %v", tc.name, err)
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if answer.StatusCode != tc.status {
			t.Errorf("%s: %d, want %d: %s", tc.name, answer.StatusCode, tc.status, text)
		}
		if strings.Contains(string(text), testToken) || answer.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: the answer gives away too much: %v %s", tc.name, answer.Header, text)
		}
	}
}

func body(r *http.Request, text string) {
	r.Body, r.ContentLength = io.NopCloser(bytes.NewBufferString(text)), int64(len(text))
}

func TestOnlyALoopbackAddressIsServed(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", "localhost:0"} {
		listener, err := Listen(address)
		if err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		if !listener.Addr().(*net.TCPAddr).IP.IsLoopback() {
			t.Errorf("%s is %s", address, listener.Addr())
		}
		listener.Close()
	}
	for _, address := range []string{"", "7000", ":7000", "0.0.0.0:7000", "[::]:7000", "192.0.2.1:7000", "example.org:7000", "127.0.0.1:x", "127.0.0.1:99999"} {
		listener, err := Listen(address)
		var usage *engine.UsageError
		if !errors.As(err, &usage) {
			t.Errorf("%q: %v, %v, want a *engine.UsageError", address, listener, err)
		}
	}
}

func TestATokenIsReadFromAFileThatOnlyItsOwnerReads(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(path, []byte(" "+testToken+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if token, err := ReadToken(path); err != nil || token != testToken {
		t.Errorf("%q, %v", token, err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{path, filepath.Dir(path), path + "absent"} {
		if _, err := ReadToken(bad); err == nil || strings.Contains(err.Error(), testToken) {
			t.Errorf("%s: %v", bad, err)
		}
	}
	for token, fine := range map[string]bool{testToken: true, NewToken(): true, "": false, "short": false, testToken + " x": false, testToken + "ä": false, testToken + "\n": false} {
		if err := CheckToken(token); (err == nil) != fine {
			t.Errorf("%q: %v", token, err)
		}
	}
	if NewToken() == NewToken() {
		t.Error("two new tokens are the same")
	}
}
