package commands

import "context"

type statusOptions struct{ common }

func newStatusCommand(app *App, run func(context.Context, *App, statusOptions) error) *command {
	o := new(statusOptions)
	c := &command{
		Name: "status", Does: "Show the state of the file", About: statusAbout, Examples: statusExamples,
		Exits: []int{0, 1, 2, 4, 130}, Next: "octavo collections -h", Flags: o.common.options(),
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if len(arguments) > 0 {
			return c.wrongArguments(arguments)
		}
		return run(ctx, app, *o)
	}
	return c
}

func runStatus(ctx context.Context, app *App, o statusOptions) error {
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	defer s.Close()
	answer, err := s.Engine.Status(ctx)
	if err != nil {
		return err
	}
	return s.Printer.Status(answer)
}

const statusAbout = `Prints collections with their roots and sizes, the model, how vectors are searched and why, and
where the vss extension comes from. The file is only read.`

var statusExamples = []example{
	{"Look at the file of this folder", `octavo status`},
	{"Look at another one", `octavo status --db /data/reports.duckdb`},
	{"Fail a script when a chunk lacks its vector", `octavo status --json | jq -e '.generation.missing == 0'`},
}
