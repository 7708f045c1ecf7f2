package commands

import (
	"context"
	"fmt"
	"io"
	"os"

	"octavo/commands/mcp"
	"octavo/engine"
	"octavo/engine/config"
)

// tokenVariable is the environment variable that holds the token of the HTTP door.
const tokenVariable = "OCTAVO_MCP_TOKEN"

type mcpOptions struct {
	common
	HTTP, TokenFile string
}

func newMCPCommand(app *App, run func(context.Context, *App, mcpOptions) error) *command {
	o := new(mcpOptions)
	c := &command{
		Name: "mcp", Does: "Serve agents over the Model Context Protocol", About: mcpAbout, Examples: mcpExamples,
		Exits: []int{0, 1, 2}, Next: "docs/mcp.md",
		Flags: append([]*option{
			{Name: "http", Takes: "ADDRESS", Group: groupServe, Value: text{&o.HTTP}, Text: "Serve on a loopback address, not on stdin",
				More: "Such as 127.0.0.1:7000; with port 0 a free one is chosen and told on stderr. Clients send a bearer token: the one in OCTAVO_MCP_TOKEN or --token-file, else one that is made and told on stderr"},
			{Name: "token-file", Takes: "FILE", Group: groupServe, Value: text{&o.TokenFile}, Text: "Where the bearer token of --http stands",
				More: "Only its owner may be able to read it. A token is no flag, since every user of the machine sees those"},
		}, o.common.options()...),
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if len(arguments) > 0 {
			return c.wrongArguments(arguments)
		}
		if o.TokenFile != "" && o.HTTP == "" {
			return &engine.UsageError{Message: "--token-file goes with --http"}
		}
		return run(ctx, app, *o)
	}
	return c
}

const groupServe = "How to serve"

func runMCP(ctx context.Context, app *App, o mcpOptions) error {
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	s.Close()
	server, err := mcp.New(mcp.Options{
		Version: app.Version, Log: s.log, Settings: func() string { return app.settings(o.common) },
		Open: func() (*engine.Engine, error) { return app.following(o.common, s) },
	})
	if err != nil {
		return err
	}
	defer server.Close()
	if o.HTTP == "" {
		return server.Stdio(ctx, io.NopCloser(app.Console.In), unclosed{app.Console.Out})
	}
	token, given, err := app.mcpToken(o)
	if err != nil {
		return err
	}
	listener, err := mcp.Listen(o.HTTP)
	if err != nil {
		return err
	}
	fmt.Fprintf(app.Console.Err, "octavo: serving MCP on http://%s%s\n", listener.Addr(), mcp.Path)
	if !given {
		fmt.Fprintf(app.Console.Err, "octavo: clients send the header  Authorization: Bearer %s\n", token)
	}
	return server.HTTP(ctx, listener, token)
}

// following is an engine for many requests under the settings as they are now.
func (a *App) following(o common, s *session) (*engine.Engine, error) {
	c, err := a.load(o, "")
	if err != nil {
		return nil, err
	}
	options := s.Engine.Options
	options.Config, options.OneShot, options.Follow = c, false, true
	return engine.New(options), nil
}

// settings changes when the file of settings does, or when another one is found.
func (a *App) settings(o common) string {
	folder, err := os.Getwd()
	if err != nil {
		return err.Error()
	}
	file, err := config.Find(o.flags(""), a.Getenv, folder)
	if err != nil {
		return err.Error()
	}
	info, err := os.Stat(file)
	if err != nil {
		return file
	}
	return fmt.Sprint(file, info.Size(), info.ModTime().UnixNano())
}

// mcpToken is the token that clients must send, and whether they know it already.
func (a *App) mcpToken(o mcpOptions) (token string, given bool, err error) {
	switch written := a.Getenv(tokenVariable); {
	case o.TokenFile != "":
		if token, err = mcp.ReadToken(o.TokenFile); err != nil {
			return "", true, err
		}
	case written != "":
		token = written
	default:
		return mcp.NewToken(), false, nil
	}
	return token, true, mcp.CheckToken(token)
}

// unclosed is stdout, which the end of the process closes.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

const mcpAbout = `Serves search, search_chunks, get_chunk, get_file, get_document and status, and what [filesearch] in
octavo.toml enables, to one client on stdin and stdout or to many over HTTP. It reads the Octavo
file and nothing else, follows it through builds, and notices new settings while it runs.`

var mcpExamples = []example{
	{"Let an agent start it (see docs/mcp.md)", `octavo mcp --db /data/reports.duckdb`},
	{"Serve several clients of this machine", `octavo mcp --http 127.0.0.1:7000`},
	{"See what is called", `octavo mcp --http 127.0.0.1:0 --verbose`},
}
