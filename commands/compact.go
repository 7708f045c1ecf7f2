package commands

import "context"

type compactOptions struct{ common }

func newCompactCommand(app *App, run func(context.Context, *App, compactOptions) error) *command {
	o := new(compactOptions)
	c := &command{
		Name: "compact", Does: "Write the file anew, as small as it can be", About: compactAbout,
		Examples: []example{
			{"Give back what was dropped", `octavo compact`},
			{"Tell a program how much that was", `octavo compact --json | jq '.bytesBefore - .bytesAfter'`},
		},
		Exits: []int{0, 1, 2, 4, 6, 130}, Next: "octavo versions drop -h", Flags: o.common.options(),
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if len(arguments) > 0 {
			return c.wrongArguments(arguments)
		}
		return run(ctx, app, *o)
	}
	return c
}

func runCompact(ctx context.Context, app *App, o compactOptions) error {
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	defer s.Close()
	answer, err := s.Engine.Compact(ctx)
	if err != nil {
		return err
	}
	return s.Printer.Compact(answer)
}

const compactAbout = `A DuckDB file never shrinks by itself: what was removed from it, and what dropped versions held, is
free space that later builds use. This writes the file anew without it, beside the old one, and puts
it in its place. Texts, vectors, versions and answers stay the same; nothing is embedded again.`
