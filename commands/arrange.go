package commands

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"octavo/engine"
	"octavo/engine/corpus"
)

// line is a command line brought into order: which command, its flags in long form, its arguments.
type line struct {
	command   *command
	flags     []string // "--name=value"
	arguments []string
	help      string // "-h" or "--help" where a help page was asked for
	json      bool
}

// negative tells numbers from flags: "-1" may be an argument or the value of a flag.
var negative = regexp.MustCompile(`^-[0-9]`)

func flagLike(word string) bool {
	return len(word) > 1 && word[0] == '-' && !negative.MatchString(word)
}

// arrange sorts words into command, flags and arguments, wherever the flags stand; "--" ends the
// flags. The line is as complete as possible even with an error, so that the error can be told in
// the form that was asked for. Errors: *engine.UsageError.
func arrange(root *command, words []string) (line, error) {
	if len(words) > 0 && words[0] == "--version" {
		words = slices.Concat([]string{"version"}, words[1:])
	}
	l := line{command: root}
	used, problem := l.split(root, words)
	if err := l.choose(); err != nil {
		return l, err
	}
	if l.help != "" {
		return l, nil
	}
	if problem != nil {
		return l, problem(l.command)
	}
	for _, o := range used {
		if l.command.option(o.Name) == nil {
			return l, unknownFlag(l.command, "--"+o.Name)
		}
	}
	return l, nil
}

// split tells flags from other words. What is wrong with a flag can only be said well once the
// command is known, so the first problem is handed back as a function of it.
func (l *line) split(root *command, words []string) (used []*option, problem func(*command) error) {
	note := func(p func(*command) error) {
		if problem == nil {
			problem = p
		}
	}
	implied := false
	for i := 0; i < len(words); i++ {
		word := words[i]
		if word == "--" {
			l.arguments = append(l.arguments, words[i+1:]...)
			break
		}
		if !flagLike(word) {
			l.arguments = append(l.arguments, word)
			continue
		}
		if word == "-h" || word == "--help" {
			l.help = word
			continue
		}
		name, value, given := strings.Cut(word, "=")
		o := root.find(name)
		switch {
		case o == nil:
			note(func(c *command) error { return unknownFlag(c, name) })
			continue
		case o.Takes == "" && !given:
			value = "true"
		case !given && i+1 < len(words) && !flagLike(words[i+1]):
			i++
			value = words[i]
		case !given:
			note(func(*command) error {
				return &engine.UsageError{Message: fmt.Sprintf("--%s needs a value: --%s %s", o.Name, o.Name, o.Takes)}
			})
			continue
		}
		if o.Name == "json" {
			l.json, _ = strconv.ParseBool(value)
		}
		implied = implied || o.JSON || o.Name == "format" && value == formatJSON
		used = append(used, o)
		l.flags = append(l.flags, "--"+o.Name+"="+value)
	}
	l.json = l.json || implied
	return used, problem
}

// choose takes the names of the command, and of its subcommand, from the front of the arguments.
func (l *line) choose() error {
	if len(l.arguments) > 0 && l.arguments[0] == "help" {
		l.arguments = l.arguments[1:]
		l.help = "--help"
	}
	for len(l.command.Commands) > 0 {
		if len(l.arguments) == 0 {
			if l.help != "" || l.command.Name == programName && len(l.flags) == 0 {
				if l.help == "" {
					l.help = "-h"
				}
				return nil
			}
			if l.command.Run != nil {
				return nil
			}
			return &engine.UsageError{
				Message: l.command.label() + " needs a command",
				Hint:    l.command.path() + " -h lists them",
			}
		}
		next := l.command.child(l.arguments[0])
		if next == nil {
			return unknownCommand(l.command, l.arguments[0])
		}
		l.command, l.arguments = next, l.arguments[1:]
	}
	return nil
}

// words is the line as urfave/cli reads it.
func (l *line) words() []string {
	return slices.Concat(strings.Fields(l.command.path()), l.flags, []string{"--"}, l.arguments)
}

func unknownCommand(c *command, name string) error {
	var known []string
	for _, child := range c.Commands {
		known = append(known, child.Name)
	}
	hint := c.path() + " -h lists the commands"
	if nearest := corpus.Nearest(name, known); nearest != "" {
		hint = "Did you mean: " + c.path() + " " + nearest
	}
	return &engine.UsageError{Message: fmt.Sprintf("unknown command %q", name), Hint: hint}
}

func unknownFlag(c *command, name string) error {
	var known []string
	for _, o := range c.Flags {
		known = append(known, o.String())
	}
	hint := c.path() + " -h lists its flags"
	if nearest := corpus.Nearest("--"+strings.TrimLeft(name, "-"), known); nearest != "" {
		hint = "Did you mean: " + nearest
	}
	return &engine.UsageError{Message: fmt.Sprintf("%s has no flag %s", c.label(), name), Hint: hint}
}
