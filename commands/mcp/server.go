// Package mcp is the door for agents: the engine's façade as tools, resources and a prompt of the
// Model Context Protocol. It answers with the envelopes that the command line prints, made by the
// same printers, and reads nothing but what the façade reads: the index.
//
// A call goes Server.refresh (is there a new configuration, a new version?) -> call.go (are the
// arguments right?) -> a tool -> the engine -> call.go (the answer as JSON and as text).
package mcp

import (
	"context"
	"io"
	"log/slog"
	"runtime"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"octavo/engine"
)

// Options say what a server works on.
type Options struct {
	Version string // of the program
	// Open reads the settings anew and makes an engine of them that follows its file.
	Open func() (*engine.Engine, error)
	// Settings changes when Open would give another engine. It is asked at every request.
	Settings func() string
	Log      *slog.Logger
	// CallTimeout bounds one call; 0 is two minutes.
	CallTimeout time.Duration
}

const (
	defaultCallTimeout = 2 * time.Minute
	// watchEvery is how often the settings are looked at while nobody asks.
	watchEvery = 3 * time.Second
)

// Server answers MCP clients. It may serve any number of sessions at once.
type Server struct {
	options Options
	sdk     *sdk.Server
	// working bounds the calls that run at once: each costs memory, and cores are few.
	working chan struct{}

	mu       sync.Mutex
	engine   *engine.Engine
	settings string
	listed   map[string]string // name of a tool -> what clients were told of it
}

// New returns a server whose settings have been read once. Errors: those of Options.Open.
func New(o Options) (*Server, error) {
	if o.CallTimeout == 0 {
		o.CallTimeout = defaultCallTimeout
	}
	settings := o.Settings() // before they are read: a later change is then noticed
	e, err := o.Open()
	if err != nil {
		return nil, err
	}
	s := &Server{
		options: o, engine: e, settings: settings, listed: map[string]string{},
		working: make(chan struct{}, 2*runtime.GOMAXPROCS(0)),
	}
	s.sdk = sdk.NewServer(
		&sdk.Implementation{Name: "octavo", Title: "Octavo", Version: o.Version},
		&sdk.ServerOptions{
			Instructions: instructions, Logger: o.Log,
			Capabilities: &sdk.ServerCapabilities{
				Tools:     &sdk.ToolCapabilities{ListChanged: true},
				Resources: &sdk.ResourceCapabilities{},
				Prompts:   &sdk.PromptCapabilities{},
			},
			SetCacheable: func(_ context.Context, _ sdk.Request, c *sdk.Cacheable) { c.CacheScope = "private" },
		})
	s.sdk.AddReceivingMiddleware(s.watching, readable)
	s.sdk.AddResourceTemplate(documentTemplate, s.readDocument)
	s.sdk.AddPrompt(chainPrompt, s.chain)
	s.list()
	return s, nil
}

// Close lets go of the file, once calls in flight are done with it.
func (s *Server) Close() error { return s.current().Close() }

// Stdio serves one client over a pair of streams until it leaves or ctx ends; neither is an error.
func (s *Server) Stdio(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	ctx, stop := context.WithCancel(ctx)
	var watch sync.WaitGroup
	watch.Go(func() { s.watch(ctx) })
	defer watch.Wait()
	defer stop()
	err := s.sdk.Run(ctx, patient{&sdk.IOTransport{Reader: in, Writer: out, MaxLineLength: longestMessage}})
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// watch looks at the settings while nobody asks, so that waiting clients hear of new tools.
func (s *Server) watch(ctx context.Context) {
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			s.refresh()
		}
	}
}

// watching looks at the settings before each request.
func (s *Server) watching(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
		s.refresh()
		return next(ctx, method, request)
	}
}

// refresh takes new settings up. Ones that cannot be read are logged, and the old ones stay.
func (s *Server) refresh() {
	s.mu.Lock()
	defer s.mu.Unlock()
	settings := s.options.Settings()
	if settings == s.settings {
		return
	}
	s.settings = settings
	e, err := s.options.Open()
	if err != nil {
		s.options.Log.Error("the new settings cannot be used, the old ones stay", "error", err)
		return
	}
	old := s.engine
	s.engine = e
	if err := old.Close(); err != nil {
		s.options.Log.Warn("the old file could not be closed", "error", err)
	}
	s.list()
}

func (s *Server) current() *engine.Engine {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.engine
}

// list tells clients of tools that are new or other than before, and of those that are gone.
func (s *Server) list() {
	tools := toolsOf(s.engine)
	for name := range s.listed {
		if _, still := tools[name]; !still {
			delete(s.listed, name)
			s.sdk.RemoveTools(name)
		}
	}
	for name, t := range tools {
		if told := t.told(); s.listed[name] != told {
			s.listed[name] = told
			s.sdk.AddTool(t.describe(), s.handler(t))
		}
	}
}

const instructions = `Octavo answers from an index of documents: by meaning, by words, or both, down to the passage with
its page. Find passages with search_chunks or files with search, read a passage and its neighbours with get_chunk,
and a whole document with get_file: passages are windows and may cut a table. Hits name collectionPath, filePath and
chunkIndex, which the get tools take as they are. searched:false means that nothing was searched, not that nothing
was found.`
