package mcp

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"octavo/engine"
)

// visit connects a client to a server that has one more tool.
func visit(t *testing.T, s *Server, run func(context.Context) error) *sdk.ClientSession {
	t.Helper()
	extra := newTool("extra", "Extra", "Does what the test wants.", "status", nil, func(ctx context.Context, _ *engine.Engine, _ noInput) (show, error) {
		return nil, run(ctx)
	})
	s.sdk.AddTool(extra.describe(), s.handler(extra))
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Stdio(ctx, toServer, fromServer) }()
	client, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).
		Connect(ctx, &sdk.IOTransport{Reader: toClient, Writer: fromClient}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		client.Close()
	})
	return client
}

func TestACancelledCallIsCancelledInTheServer(t *testing.T) {
	began, ended := make(chan bool), make(chan error)
	client := visit(t, serverOver(t, filepath.Join(t.TempDir(), "absent.duckdb")), func(ctx context.Context) error {
		began <- true
		<-ctx.Done()
		ended <- ctx.Err()
		return ctx.Err()
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-began
		cancel()
	}()
	if _, err := client.CallTool(ctx, &sdk.CallToolParams{Name: "extra"}); err == nil {
		t.Error("a cancelled call was answered")
	}
	select {
	case err := <-ended:
		if err != context.Canceled {
			t.Errorf("the call ended with %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the server goes on with a call that nobody waits for")
	}
}

func TestACallThatTakesTooLongIsInterrupted(t *testing.T) {
	s := serverOver(t, filepath.Join(t.TempDir(), "absent.duckdb"))
	s.options.CallTimeout = 20 * time.Millisecond
	client := visit(t, s, func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	})
	result, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: "extra"})
	if err != nil || !result.IsError || result.StructuredContent.(map[string]any)["error"] != "interrupted" {
		t.Errorf("%v, %+v", err, result)
	}
}

func TestAPanicEndsOneCallAndNotTheServer(t *testing.T) {
	client := visit(t, serverOver(t, filepath.Join(t.TempDir(), "absent.duckdb")), func(context.Context) error { panic("boom") })
	for range 2 {
		result, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: "extra"})
		if err != nil || !result.IsError {
			t.Fatalf("%v, %+v", err, result)
		}
		failure := result.StructuredContent.(map[string]any)
		if failure["error"] != "internal" || strings.Contains(failure["message"].(string), ".go") {
			t.Errorf("%v", failure)
		}
	}
}
