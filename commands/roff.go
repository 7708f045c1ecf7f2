package commands

import (
	"fmt"
	"slices"
	"strings"

	"octavo/engine"
)

// manPage is the whole help page of a command in the man macros of roff.
func manPage(c *command, version string) string {
	var p roff
	p.line(".TH", strings.ToUpper(manName(c)), "1", "", "octavo "+version, "Octavo manual")
	p.section("NAME")
	p.text(manName(c) + " - " + c.Does)
	p.section("SYNOPSIS")
	p.synopsis(c)
	p.section("DESCRIPTION")
	p.text(c.About)
	p.commands(c)
	p.options(c)
	p.examples(c)
	p.exits(c)
	p.seeAlso(c)
	return p.String()
}

// roff writes a page line by line.
type roff struct{ strings.Builder }

// roffSigns are the characters that roff would read or set otherwise than they are typed.
var roffSigns = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, `"`, `\(dq`)

// text writes a line of running text; a dot at its beginning is no request.
func (p *roff) text(s string) {
	s = roffSigns.Replace(strings.Join(strings.Fields(s), " "))
	if strings.HasPrefix(s, ".") {
		s = `\&` + s
	}
	p.WriteString(s + "\n")
}

// line writes a request or macro with its arguments.
func (p *roff) line(macro string, arguments ...string) {
	p.WriteString(macro)
	for _, argument := range arguments {
		fmt.Fprintf(p, ` "%s"`, roffSigns.Replace(argument))
	}
	p.WriteString("\n")
}

func (p *roff) section(title string)    { p.line(".SH", title) }
func (p *roff) subsection(title string) { p.line(".SS", title) }

func (p *roff) synopsis(c *command) {
	p.line(".B", c.path())
	if len(c.Flags) > 0 {
		p.text("[options]")
	}
	if c.Takes != "" {
		p.text(c.Takes)
	}
}

// tagged is an indented paragraph under a tag in bold.
func (p *roff) tagged(tag, text string) {
	p.line(".TP")
	p.line(".B", tag)
	p.text(text)
}

func (p *roff) commands(c *command) {
	if len(c.Commands) == 0 {
		return
	}
	p.section("COMMANDS")
	for _, child := range c.Commands {
		p.tagged(child.Name, child.Does+".")
	}
}

func (p *roff) options(c *command) {
	if len(c.Flags) == 0 {
		return
	}
	p.section("OPTIONS")
	for _, group := range groups(c.Flags) {
		p.subsection(group)
		for _, o := range inGroup(c.Flags, group) {
			text := o.Text + "."
			if o.More != "" {
				text += " " + o.More + "."
			}
			p.tagged(o.synopsis(), text)
		}
	}
}

func (p *roff) examples(c *command) {
	if len(c.Examples) == 0 {
		return
	}
	p.section("EXAMPLES")
	for _, e := range c.Examples {
		p.line(".TP")
		p.text(e.When + ":")
		p.line(".nf")
		p.text(e.Line)
		p.line(".fi")
	}
}

func (p *roff) exits(c *command) {
	if len(c.Exits) == 0 && c.parent != nil {
		return
	}
	p.section("EXIT STATUS")
	for _, row := range engine.Exits() {
		if c.parent != nil && !slices.Contains(c.Exits, row.Code) {
			continue
		}
		text := row.Meaning
		if c.parent == nil && len(row.Names) > 0 {
			text += " (" + strings.Join(row.Names, ", ") + ")"
		}
		p.tagged(fmt.Sprint(row.Code), text+".")
	}
}

// seeAlso names the pages of the command above and of those below.
func (p *roff) seeAlso(c *command) {
	var pages []string
	if c.parent != nil {
		pages = append(pages, manName(c.parent))
	}
	for _, child := range c.Commands {
		pages = append(pages, manName(child))
	}
	p.section("SEE ALSO")
	for i, page := range pages {
		end := ","
		if i == len(pages)-1 {
			end = ""
		}
		p.line(".BR", page, "(1)"+end)
	}
}
