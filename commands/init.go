package commands

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"octavo/engine"
	"octavo/engine/config"
)

type initOptions struct{ common }

func newInitCommand(app *App, run func(context.Context, *App, initOptions) error) *command {
	o := new(initOptions)
	c := &command{
		Name: "init", Does: "Write a commented octavo.toml", About: initAbout, Examples: initExamples,
		Exits: []int{0, 1, 2}, Next: "octavo build -h", Flags: o.common.options(),
	}
	c.Run = func(ctx context.Context, arguments []string) error {
		if len(arguments) > 0 {
			return c.wrongArguments(arguments)
		}
		return run(ctx, app, *o)
	}
	return c
}

func runInit(_ context.Context, app *App, o initOptions) error {
	name := o.ConfigFile
	if name == "" {
		name = config.FileName
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return &engine.UsageError{Message: path + " exists already", Hint: "It is left as it is. Name another file with --config"}
	}
	if err != nil {
		return err
	}
	_, err = file.WriteString(config.Template())
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return app.printer(o.common).Init(path)
}

const initAbout = `Writes octavo.toml into the working directory, or where --config says, with every setting explained.
A file that exists is never changed.`

var initExamples = []example{
	{"Begin a project", `octavo init`},
	{"Keep the settings elsewhere", `octavo init --config settings/octavo.toml`},
}
