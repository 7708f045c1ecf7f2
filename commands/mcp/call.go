package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"octavo/commands/render"
	"octavo/docs/schema"
	"octavo/engine"
)

// longestMessage bounds one message of a client, in bytes.
const longestMessage = 1 << 20

// tool is one callable: what clients are told of it, and what runs.
type tool struct {
	name, title, description string
	input                    *jsonschema.Schema
	output                   string // of docs/schema
	searches                 bool   // its failures say that nothing was searched
	run                      func(context.Context, *engine.Engine, []byte) (show, error)
}

// show hands an answer to a printer.
type show func(render.Printer) error

// newTool makes the input schema of In, whose fields are the arguments. shape may narrow it.
func newTool[In any](name, title, description, output string, shape func(*jsonschema.Schema), run func(context.Context, *engine.Engine, In) (show, error)) tool {
	return tool{
		name: name, title: title, description: description, output: output, input: schemaOf[In](shape),
		run: func(ctx context.Context, e *engine.Engine, arguments []byte) (show, error) {
			var in In
			if err := json.Unmarshal(arguments, &in); err != nil {
				return nil, fmt.Errorf("read checked arguments: %w", err)
			}
			return run(ctx, e, in)
		},
	}
}

func (t tool) describe() *sdk.Tool {
	no := false
	return &sdk.Tool{
		Name: t.name, Title: t.title, Description: t.description,
		InputSchema: t.input, OutputSchema: outputSchema(t.output),
		Annotations: &sdk.ToolAnnotations{Title: t.title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no},
	}
}

// told is what clients know of the tool.
func (t tool) told() string {
	text, err := json.Marshal(t.describe())
	if err != nil {
		panic(err) // our own schema
	}
	return string(text)
}

// outputSchema is the schema of an answer or of the error in its place. Identities are left out:
// clients compile the schemas of all tools side by side.
func outputSchema(name string) map[string]any {
	answer, failure := schema.Of(name), schema.Of("error")
	out := map[string]any{"type": "object", "anyOf": []any{answer, failure}}
	if definitions, has := answer["$defs"]; has {
		out["$defs"] = definitions
	}
	for _, part := range []map[string]any{answer, failure} {
		for _, key := range []string{"$schema", "$id", "$defs"} {
			delete(part, key)
		}
	}
	return out
}

// handler answers calls of a tool. Whatever a call asks wrongly or meets is an answer that is an
// error; only arguments that are no object are a fault of the protocol.
func (s *Server) handler(t tool) sdk.ToolHandler {
	return func(ctx context.Context, request *sdk.CallToolRequest) (result *sdk.CallToolResult, err error) {
		ctx, cancel := context.WithTimeout(ctx, s.options.CallTimeout)
		defer cancel()
		defer func() {
			if cause := recover(); cause != nil {
				s.options.Log.Error("a call panicked", "tool", t.name, "cause", cause, "stack", string(debug.Stack()))
				result, err = failed(t, fmt.Errorf("the call failed inside: %v", cause))
			}
		}()
		arguments, err := t.check(request.Params.Arguments)
		var misuse *jsonrpc.Error
		if errors.As(err, &misuse) {
			return nil, misuse
		}
		var answer show
		if err == nil {
			err = s.inTurn(ctx, func(e *engine.Engine) error {
				answer, err = t.run(ctx, e, arguments)
				return err
			})
		}
		if err != nil {
			s.options.Log.Info("call", "tool", t.name, "error", err)
			return failed(t, err)
		}
		s.options.Log.Debug("call", "tool", t.name)
		return printed(answer, suggestions{toolNames(s.current()), versionIn(arguments)})
	}
}

// inTurn waits until there is room for one more call and runs it.
func (s *Server) inTurn(ctx context.Context, ask func(*engine.Engine) error) error {
	select {
	case s.working <- struct{}{}:
		defer func() { <-s.working }()
	case <-ctx.Done():
		return s.interrupted(ctx)
	}
	err := ask(s.current())
	if ctx.Err() != nil && err != nil {
		return s.interrupted(ctx) // before any diagnosis: what a cancelled call complains of is no cause
	}
	return err
}

// interruption is a call that took too long. It is a cancelled context under a name for people.
type interruption struct{ limit time.Duration }

func (i interruption) Error() string      { return fmt.Sprintf("the call took longer than %v", i.limit) }
func (interruption) Is(target error) bool { return target == context.Canceled }

func (s *Server) interrupted(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return interruption{s.options.CallTimeout}
	}
	return ctx.Err()
}

// failed is an error as an answer, under the name that the command line gives it.
func failed(t tool, err error) (*sdk.CallToolResult, error) {
	failure := engine.Classify(err)
	result, err := printed(func(p render.Printer) error {
		return p.Failure(render.Failure{Failure: failure, Search: t.searches})
	}, suggestions{})
	if err == nil {
		result.IsError = true
	}
	return result, err
}

// printed prints the answer to a call twice: as the envelope for programs, and as text.
func printed(answer show, propose suggestions) (*sdk.CallToolResult, error) {
	var envelope, text bytes.Buffer
	if err := answer(render.NewJSON(render.Options{Out: &envelope})); err != nil {
		return nil, err
	}
	if err := answer(render.NewText(render.Options{Out: &text, Err: &text, Suggest: propose.call})); err != nil {
		return nil, err
	}
	return &sdk.CallToolResult{
		StructuredContent: json.RawMessage(bytes.TrimRight(envelope.Bytes(), "\n")),
		Content:           []sdk.Content{&sdk.TextContent{Text: text.String()}},
	}, nil
}

// suggestions write the calls that a text proposes.
type suggestions struct {
	tools   map[string]string // names by those of commands
	version string            // that was asked for, which the next call must ask for too
}

func versionIn(arguments []byte) string {
	var of versioned
	_ = json.Unmarshal(arguments, &of) // they are checked
	return of.Version
}

// call names the tool instead of the command, where there is one.
func (s suggestions) call(words ...string) string {
	name, is := s.tools[words[0]]
	if !is {
		return render.Command(slices.Concat([]string{"octavo"}, words)...)
	}
	if s.version != "" {
		words = append(slices.Clip(words), "--version", s.version)
	}
	text := name
	for i := 1; i < len(words); i++ {
		if flag, is := strings.CutPrefix(words[i], "--"); is && i+1 < len(words) {
			i++
			text += ", " + flag
		}
		text += " " + render.Command(words[i])
	}
	return text
}
