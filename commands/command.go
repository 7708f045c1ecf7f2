package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"octavo/engine"
)

// programName is how the program is called in every text.
const programName = "octavo"

// command is one subcommand: what its help page says, its flags, and what runs.
type command struct {
	Name     string
	Does     string // imperative line without a full stop
	Takes    string // arguments, as usage shows them
	Names    []kind // what each argument names; the last one holds for those after it
	About    string // what it touches and what it does not
	Examples []example
	Exits    []int  // exit codes that it can give
	Next     string // where to read on
	Flags    []*option
	Searches bool // a search: its failures say that nothing was searched
	Commands []*command
	Run      func(ctx context.Context, arguments []string) error

	parent *command
}

// example is a command line under the occasion that calls for it.
type example struct{ When, Line string }

// label is the command's name in messages: without the program's, unless that is all there is.
func (c *command) label() string { return strings.TrimPrefix(c.path(), programName+" ") }

// wrongArguments says what the command takes.
func (c *command) wrongArguments(arguments []string) error {
	if c.Takes == "" {
		return &engine.UsageError{Message: fmt.Sprintf("%s takes no arguments, not %q", c.label(), strings.Join(arguments, " "))}
	}
	return &engine.UsageError{
		Message: fmt.Sprintf("%s was given %d of its arguments: %s", c.label(), len(arguments), c.Takes),
		Hint:    c.path() + " -h shows examples",
	}
}

// adopt lets commands know where they stand.
func (c *command) adopt() *command {
	for _, child := range c.Commands {
		child.parent = c
		child.adopt()
	}
	return c
}

// path is the command as it is typed: "octavo collections list".
func (c *command) path() string {
	if c.parent == nil {
		return c.Name
	}
	return c.parent.pathOf(c.Name)
}

func (c *command) pathOf(child string) string { return c.path() + " " + child }

func (c *command) child(name string) *command {
	for _, child := range c.Commands {
		if child.Name == name {
			return child
		}
	}
	return nil
}

func (c *command) option(name string) *option {
	for _, o := range c.Flags {
		if o.Name == name {
			return o
		}
	}
	return nil
}

// find looks for a flag, as it is typed, in the whole tree: a flag takes a value on one command if
// it does so on all.
func (c *command) find(flag string) *option {
	for _, o := range c.Flags {
		if flag == "--"+o.Name || o.Letter != "" && flag == "-"+o.Letter {
			return o
		}
	}
	for _, child := range c.Commands {
		if o := child.find(flag); o != nil {
			return o
		}
	}
	return nil
}

// leaves are the commands that run, in order.
func (c *command) leaves() []*command {
	var out []*command
	if c.Run != nil {
		out = append(out, c)
	}
	for _, child := range c.Commands {
		out = append(out, child.leaves()...)
	}
	return out
}

// all are the command and those below it, in order.
func (c *command) all() []*command {
	out := []*command{c}
	for _, child := range c.Commands {
		out = append(out, child.all()...)
	}
	return out
}

// shell hands the command to urfave/cli.
func (c *command) shell() *cli.Command {
	out := &cli.Command{Name: c.Name, Usage: c.Does, HideHelp: true, OnUsageError: c.usageError}
	for _, o := range c.Flags {
		out.Flags = append(out.Flags, o)
	}
	for _, child := range c.Commands {
		out.Subcommands = append(out.Subcommands, child.shell())
	}
	if c.Run != nil {
		out.Action = func(ctx *cli.Context) error { return c.Run(ctx.Context, ctx.Args().Slice()) }
	}
	return out
}

func (c *command) usageError(_ *cli.Context, err error, _ bool) error {
	for _, o := range c.Flags {
		if o.err != nil {
			return &engine.UsageError{Message: "--" + o.Name + ": " + o.err.Error(), Hint: o.synopsis() + "  " + o.Text}
		}
	}
	return &engine.UsageError{Message: err.Error()}
}
