package commands

import (
	"context"
	"embed"
	"fmt"

	"octavo/commands/render"
)

//go:embed completion/octavo.*
var completionScripts embed.FS

func newCompletionCommand(app *App) *command {
	return &command{
		Name: "completion", Does: "Print a script that lets the shell complete names", Takes: "COMMAND",
		About: completionAbout, Next: "docs/shell.md",
		Commands: []*command{
			newScriptCommand(app, "bash", "source <(octavo completion bash)", []example{
				{"Complete in each new shell", `octavo completion bash > ~/.local/share/bash-completion/completions/octavo`},
			}),
			newScriptCommand(app, "zsh", "source <(octavo completion zsh)", []example{
				{"Complete in each new shell", `octavo completion zsh > "${fpath[1]}/_octavo"`},
			}),
			newScriptCommand(app, "fish", "octavo completion fish | source", []example{
				{"Complete in each new shell", `octavo completion fish > ~/.config/fish/completions/octavo.fish`},
			}),
		},
	}
}

func newScriptCommand(app *App, shell, now string, examples []example) *command {
	c := &command{
		Name: shell, Does: "Print the script for " + shell, About: "The script asks the program at each Tab. Nothing is installed. For this shell alone: " + now,
		Examples: examples, Exits: []int{0, 1, 2}, Next: "docs/shell.md",
	}
	c.Run = func(_ context.Context, arguments []string) error {
		if len(arguments) > 0 {
			return c.wrongArguments(arguments)
		}
		script, err := completionScripts.ReadFile("completion/octavo." + shell)
		if err != nil {
			return err
		}
		return app.print(string(script))
	}
	return c
}

// print writes a text to stdout as it is.
func (a *App) print(text string) error {
	if _, err := fmt.Fprint(a.Console.Out, text); err != nil {
		return &render.WriteError{Cause: err}
	}
	return nil
}

const completionAbout = `With the script, Tab completes commands, options and their values, and out of the Octavo file
collections, files and versions by name. The file is only read.`
