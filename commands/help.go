package commands

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"octavo/commands/render"
	"octavo/engine"
)

// helpWidth is the width of every help page.
const helpWidth = 80

// help prints the page of a command: -h fits one screen, --help says everything.
func (a *App) help(l line) error {
	page := helpPage(l.command, l.help == "--help")
	if _, err := fmt.Fprint(a.Console.Out, page); err != nil {
		return &render.WriteError{Cause: err}
	}
	return nil
}

func helpPage(c *command, whole bool) string {
	var b strings.Builder
	paragraph := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n\n", args...) }
	paragraph("%s", c.Does)
	usage := c.path() + " " + c.Takes
	if c.parent != nil && c.Run != nil && len(c.Flags) > 0 {
		usage = strings.TrimRight(c.path()+" [options] "+c.Takes, " ")
	}
	paragraph("Usage: %s", usage)
	paragraph("%s", wrap(c.About, 0))
	if len(c.Commands) > 0 && (whole || c.Run == nil) { // the last line of a short page leads to those below
		writeCommands(&b, c)
	}
	writeOptions(&b, c, whole)
	if len(c.Examples) > 0 {
		b.WriteString("Examples:\n")
		for _, e := range c.Examples {
			fmt.Fprintf(&b, "  # %s\n  %s\n", e.When, e.Line)
		}
		b.WriteString("\n")
	}
	writeExits(&b, c, whole)
	if c.Next != "" {
		fmt.Fprintf(&b, "See also: %s\n", c.Next)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func writeCommands(b *strings.Builder, c *command) {
	b.WriteString("Commands:\n")
	for _, child := range c.Commands {
		fmt.Fprintf(b, "  %-15s %s\n", child.Name, child.Does)
	}
	b.WriteString("\n")
}

// writeOptions writes a command's own options under their headings. The common ones stand in one
// paragraph of the short page.
func writeOptions(b *strings.Builder, c *command, whole bool) {
	var shared []string
	for _, group := range groups(c.Flags) {
		if !whole && (group == groupFile || group == groupOutput) {
			for _, o := range inGroup(c.Flags, group) {
				shared = append(shared, o.String())
			}
			continue
		}
		fmt.Fprintf(b, "%s:\n", group)
		for _, o := range inGroup(c.Flags, group) {
			writeOption(b, o, whole)
		}
		b.WriteString("\n")
	}
	if len(shared) > 0 {
		fmt.Fprintf(b, "%s\n\n", wrap("Common options: "+strings.Join(shared, " ")+" (--help explains them)", 0))
	}
}

func writeOption(b *strings.Builder, o *option, whole bool) {
	const column = 30
	synopsis := "  " + o.synopsis()
	if len(synopsis) > column-2 {
		fmt.Fprintf(b, "%s\n%*s", synopsis, column, "")
	} else {
		fmt.Fprintf(b, "%-*s", column, synopsis)
	}
	fmt.Fprintf(b, "%s\n", o.Text)
	if whole && o.More != "" {
		fmt.Fprintf(b, "%*s%s\n", column, "", wrap(o.More, column))
	}
}

// writeExits names the errors under each code on the whole page of the program, once for all.
func writeExits(b *strings.Builder, c *command, whole bool) {
	if len(c.Exits) == 0 && c.parent != nil {
		return
	}
	b.WriteString("Exit codes:\n")
	for _, row := range engine.Exits() {
		if c.parent == nil || slices.Contains(c.Exits, row.Code) {
			fmt.Fprintf(b, "  %3d  %s\n", row.Code, row.Meaning)
			if whole && c.parent == nil && len(row.Names) > 0 {
				const column = 7
				fmt.Fprintf(b, "%*s%s\n", column, "", wrap(strings.Join(row.Names, ", "), column))
			}
		}
	}
	b.WriteString("\n")
}

// groups are the headings in the order in which options use them.
func groups(options []*option) []string {
	var out []string
	for _, o := range options {
		if !slices.Contains(out, o.Group) {
			out = append(out, o.Group)
		}
	}
	return out
}

func inGroup(options []*option, group string) []*option {
	var out []*option
	for _, o := range options {
		if o.Group == group {
			out = append(out, o)
		}
	}
	return out
}

// wrap folds a text's line ends and breaks it anew between words; lines after the first are
// indented.
func wrap(text string, indent int) string {
	var b strings.Builder
	room := helpWidth - indent
	for _, word := range strings.Fields(text) {
		switch length := utf8.RuneCountInString(word); {
		case b.Len() == 0:
			room -= length
		case length+1 > room:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			room = helpWidth - indent - length
		default:
			b.WriteByte(' ')
			room -= length + 1
		}
		b.WriteString(word)
	}
	return b.String()
}

const rootAbout = `Octavo reads folders of documents into one DuckDB file and answers questions over it, down to the
passage with its page. Results go to stdout, all else to stderr.`

var rootExamples = []example{
	{"Make a file from a folder and ask it", `octavo build reports && octavo search "discount rate"`},
	{"Write the settings down first", `octavo init`},
	{"See what the file holds", `octavo status`},
}
