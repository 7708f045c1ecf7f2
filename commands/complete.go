package commands

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"octavo/commands/render"
	"octavo/engine"
	"octavo/engine/config"
	"octavo/engine/corpus"
)

// completeName is the command that the completion scripts call. It stands on no help page.
const completeName = "__complete"

// patience bounds how long a person who pressed Tab waits.
const patience = 2 * time.Second

// kind is what an argument or the value of an option names, so that it can be completed.
type kind int

const (
	nothing        kind = iota
	paths               // of the file system: the shell completes them
	collections         // of the Octavo file
	files               // of the collection that the argument before names
	versions            // labels, and the word for the active one
	versionsOrLive      // also the word for what is no version
	models              // that the program carries
	modes               // of search, separated by commas
)

// aDocument is what COLLECTION FILE names.
var aDocument = []kind{collections, files, nothing}

// candidate is a word that could stand where the cursor is.
type candidate struct{ Word, Says string }

// completion is the answer to a Tab.
type completion struct {
	Paths bool // the shell is to offer paths
	Value bool // more may follow without a space
	From  []candidate
}

// complete answers a completion script: on the first line "names", "values" (no space follows) or
// "paths" (the shell is to complete them), then the candidates. For bash they are quoted as the line
// needs it, elsewhere a tab and a description follow. Whatever goes wrong, there are no candidates
// and no messages: a person is typing.
func (a *App) complete(ctx context.Context, shell string, words []string) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	var typed bashLine
	if shell == "bash" {
		if len(words) != 2 {
			return
		}
		typed = splitBash(words[1], words[0])
		words = typed.words
		if len(words) > 1 {
			words = words[1:] // the program
		}
	}
	if len(words) == 0 {
		return
	}
	current := words[len(words)-1]
	c := a.completion(ctx, words[:len(words)-1], current)
	head := "names"
	switch {
	case c.Paths:
		head = "paths"
	case c.Value:
		head = "values"
	}
	lines := []string{head}
	for _, from := range c.From {
		switch {
		case !strings.HasPrefix(from.Word, current) || strings.ContainsFunc(from.Word, unicode.IsControl):
		case shell == "bash":
			lines = append(lines, typed.quote(from.Word))
		case from.Says != "":
			lines = append(lines, from.Word+"\t"+from.Says)
		default:
			lines = append(lines, from.Word)
		}
	}
	_ = a.print(strings.Join(lines, "\n") + "\n") // nobody is there to be told
}

// completion finds what could stand after the words before.
func (a *App) completion(ctx context.Context, before []string, current string) completion {
	root := a.tree()
	l := line{command: root}
	_, _ = l.split(root, before)
	wrong := l.choose()
	if wrong != nil && len(l.arguments) > 0 {
		return completion{} // an unknown command
	}
	ended := slices.Contains(before, "--")
	if o := l.pending(before); o != nil && !ended && !flagLike(current) {
		return a.values(ctx, l, o.Kind, o, current)
	}
	if !ended && strings.HasPrefix(current, "-") {
		return a.flags(ctx, l, current)
	}
	out := a.argument(ctx, l, current)
	if len(l.arguments) == 0 {
		for _, child := range l.command.Commands {
			out.From = append(out.From, candidate{child.Name, child.Does})
		}
	}
	return out
}

// pending is the option of the line's command whose value comes next.
func (l *line) pending(before []string) *option {
	if len(before) == 0 || !flagLike(before[len(before)-1]) {
		return nil
	}
	if o := l.command.find(before[len(before)-1]); o != nil && o.Takes != "" {
		return o
	}
	return nil
}

// flags completes the name of an option, or the value after its "=".
func (a *App) flags(ctx context.Context, l line, current string) completion {
	if name, value, given := strings.Cut(current, "="); given {
		o := l.command.find(name)
		if o == nil {
			return completion{}
		}
		out := a.values(ctx, l, o.Kind, o, value)
		for i := range out.From {
			out.From[i].Word = name + "=" + out.From[i].Word
		}
		return out
	}
	var out completion
	for _, o := range l.command.Flags {
		out.From = append(out.From, candidate{o.String(), o.Text})
	}
	out.From = append(out.From, candidate{"--help", "Show the whole help page"})
	return out
}

// argument completes the argument that comes next.
func (a *App) argument(ctx context.Context, l line, current string) completion {
	known := l.command.Names
	if slices.Contains(l.flags, "--like=true") {
		known = aDocument
	}
	if len(known) == 0 {
		return completion{}
	}
	return a.values(ctx, l, known[min(len(l.arguments), len(known)-1)], nil, current)
}

// values are the names of a kind. The option is the one whose value they are, if any.
func (a *App) values(ctx context.Context, l line, of kind, o *option, current string) completion {
	if o != nil {
		if among, is := o.Value.(choice); is {
			return completion{From: plainly(among.among)}
		}
		if o.Takes == "FILE" || o.Takes == "RUN" {
			of = paths
		}
	}
	switch of {
	case paths:
		return completion{Paths: true}
	case modes:
		return completion{Value: true, From: listed(current, config.SearchModes)}
	case nothing:
		return completion{}
	}
	e, err := a.asking(l)
	if err != nil {
		return completion{}
	}
	defer e.Close()
	switch of {
	case collections:
		return completion{From: collectionNames(ctx, e)}
	case files:
		return completion{From: fileNames(ctx, e, l.arguments[len(l.arguments)-1])}
	case versions:
		return completion{From: versionNames(ctx, e)}
	case versionsOrLive:
		return completion{From: append(versionNames(ctx, e), candidate{"live", "What the last build made"})}
	case models:
		return completion{From: modelNames(ctx, e)}
	}
	return completion{}
}

// asking is an engine over the file that the line names, with its settings.
func (a *App) asking(l line) (*engine.Engine, error) {
	var o common
	var of content
	for _, flag := range l.flags {
		name, value, _ := strings.Cut(flag, "=")
		switch name {
		case "--db":
			o.Database = a.atHome(value)
		case "--config":
			o.ConfigFile = a.atHome(value)
		case "--version":
			of.Version = value
		}
	}
	c, err := a.load(o, "")
	if err != nil {
		return nil, err
	}
	return engine.New(engine.Options{Config: c, Version: a.Version, Command: render.Command(a.words...), OneShot: true}).At(of.Version), nil
}

// atHome puts the home folder for a tilde: the words of an unfinished line are not expanded.
func (a *App) atHome(path string) string {
	if below, is := strings.CutPrefix(path, "~/"); is {
		return filepath.Join(a.Getenv("HOME"), below)
	}
	return path
}

func plainly(words []string) []candidate {
	var out []candidate
	for _, word := range words {
		out = append(out, candidate{Word: word})
	}
	return out
}

// listed completes the last item of a list with commas.
func listed(current string, words []string) []candidate {
	begun := current[:strings.LastIndex(current, ",")+1]
	out := plainly(words)
	for i := range out {
		out[i].Word = begun + out[i].Word
	}
	return out
}

func collectionNames(ctx context.Context, e *engine.Engine) []candidate {
	known, err := e.Collections(ctx)
	if err != nil {
		return nil
	}
	var out []candidate
	for _, c := range known {
		out = append(out, candidate{string(c.Path), fmt.Sprintf("documents: %d", c.Documents)})
	}
	return out
}

func fileNames(ctx context.Context, e *engine.Engine, collection string) []candidate {
	path, err := corpus.ParseCollectionPath(collection)
	if err != nil {
		return nil
	}
	known, err := e.Files(ctx, path)
	if err != nil {
		return nil
	}
	var out []candidate
	for _, file := range known {
		out = append(out, candidate{Word: string(file)})
	}
	return out
}

func versionNames(ctx context.Context, e *engine.Engine) []candidate {
	known, err := e.ContentVersions(ctx)
	if err != nil {
		return nil
	}
	var out []candidate
	for _, v := range known {
		says := fmt.Sprintf("%s, documents: %d", v.State, v.Documents)
		if v.Note != "" {
			says += ": " + strings.Join(strings.Fields(v.Note), " ")
		}
		out = append(out, candidate{v.Label, says})
	}
	if len(out) > 0 {
		out = append(out, candidate{"active", "The version that is released"})
	}
	return out
}

func modelNames(ctx context.Context, e *engine.Engine) []candidate {
	var out []candidate
	for _, m := range e.Versions(ctx).Models {
		out = append(out, candidate{m.Name, fmt.Sprintf("%d dimensions", m.Dimension)})
	}
	return out
}
