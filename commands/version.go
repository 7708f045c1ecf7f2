package commands

import "context"

type versionOptions struct{ common }

func newVersionCommand(app *App, run func(context.Context, *App, versionOptions) error) *command {
	o := new(versionOptions)
	c := &command{
		Name: "version", Does: "Show what the program is made of", About: versionAbout, Examples: versionExamples,
		Exits: []int{0, 1, 2}, Flags: o.common.options(),
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if len(arguments) > 0 {
			return c.wrongArguments(arguments)
		}
		return run(ctx, app, *o)
	}
	return c
}

func runVersion(ctx context.Context, app *App, o versionOptions) error {
	s, err := app.session(o.common, "")
	if err != nil {
		return err
	}
	defer s.Close()
	return s.Printer.Version(s.Engine.Versions(ctx))
}

const versionAbout = `Prints the versions of Octavo, DuckDB and the vss extension, the schema that it reads and writes,
and the models that it carries.`

var versionExamples = []example{
	{"Report a fault", `octavo version`},
	{"Find out which models are there", `octavo version --json | jq -r '.models[].name'`},
}
