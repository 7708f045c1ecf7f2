package commands

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"octavo/engine"
)

func newManCommand(app *App) *command {
	c := &command{
		Name: "man", Does: "Write the manual pages", Takes: "[DIRECTORY]", Names: []kind{paths}, About: manAbout,
		Examples: []example{
			{"Read the page of the program", `octavo man | man -l -`},
			{"Let man find the pages of all commands", `octavo man ~/.local/share/man/man1`},
		},
		Exits: []int{0, 1, 2}, Next: "docs/shell.md",
	}
	c.Run = func(_ context.Context, arguments []string) error {
		switch len(arguments) {
		case 0:
			return app.print(manPage(app.tree(), app.Version))
		case 1:
			return app.writeManPages(arguments[0])
		}
		return c.wrongArguments(arguments)
	}
	return c
}

// writeManPages writes a page for each command into a folder, which is made where it is missing.
// Errors: *engine.UsageError where that cannot be done.
func (a *App) writeManPages(folder string) error {
	refused := func(err error) error {
		return &engine.UsageError{Message: fmt.Sprintf("the pages cannot be written: %v", err)}
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return refused(err)
	}
	for _, c := range a.tree().all() {
		if err := os.WriteFile(filepath.Join(folder, manName(c)+".1"), []byte(manPage(c, a.Version)), 0o644); err != nil {
			return refused(err)
		}
	}
	return nil
}

// manName is the command as man knows it: "octavo-collections-list".
func manName(c *command) string { return strings.ReplaceAll(c.path(), " ", "-") }

const manAbout = `Writes a page for each command into DIRECTORY, replacing those of an older program; without one,
prints the page of the program. The pages say what --help says.`
