package commands

import (
	"fmt"
	"io"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// counter shows on a terminal how many of many like things are done, on one line that is written
// over. Elsewhere it shows nothing: these commands take seconds, and a log has no use for it.
type counter struct {
	out  io.Writer
	what string
	now  func() time.Time

	began, shown time.Time
	dirty        bool // a line stands on the terminal
}

func (a *App) counter(o common, what string) *counter {
	c := &counter{out: io.Discard, what: what, now: time.Now}
	if a.Console.ErrTerminal && !o.Quiet && !o.Verbose {
		c.out = a.Console.Err
	}
	c.began = c.now()
	return c
}

// Report is silent at first, and never writes more often than an eye can follow.
func (c *counter) Report(done, of int) {
	now := c.now()
	if now.Sub(c.began) < silence || now.Sub(c.shown) < interval {
		return
	}
	c.shown, c.dirty = now, true
	fmt.Fprintf(c.out, "\r%s%d/%d %s", ansi.EraseLineRight, done, of, c.what)
}

// Done wipes the line.
func (c *counter) Done() {
	if c.dirty {
		fmt.Fprintf(c.out, "\r%s", ansi.EraseLineRight)
		c.dirty = false
	}
}
