package commands

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"octavo/engine/build"
)

const (
	silence  = 250 * time.Millisecond // a build that is done sooner shows nothing
	interval = time.Second / 15
)

// progress shows on stderr how far a build is: on a terminal one line that is written over, else a
// plain line as each phase begins.
//
// It writes only when it is called, so the line stands still while one file takes long. It gives no
// estimate of the time left and does not notice that the window's width changes.
type progress struct {
	out      io.Writer
	terminal bool
	width    int
	now      func() time.Time

	began, shown, filling time.Time
	phase                 build.Phase
	dirty                 bool // a line stands on the terminal
}

// progress is for people: with --quiet it shows nothing, and log lines are not written over.
func (a *App) progress(o common) *progress {
	p := &progress{out: a.Console.Err, terminal: a.Console.ErrTerminal && !o.Verbose, width: a.Console.Width, now: time.Now}
	if o.Quiet {
		p.out = io.Discard
	}
	p.began = p.now()
	return p
}

// Report takes a moment of a build.
func (p *progress) Report(m build.Progress) {
	now := p.now()
	changed := m.Phase != p.phase
	p.phase = m.Phase
	if m.Phase == build.PhaseFill && p.filling.IsZero() {
		p.filling = now
	}
	switch {
	case now.Sub(p.began) < silence:
		p.phase = "" // not shown yet: shown when the silence ends
	case !p.terminal && changed:
		fmt.Fprintf(p.out, "%s\n", p.line(m, now))
	case p.terminal && (changed || now.Sub(p.shown) >= interval):
		p.shown, p.dirty = now, true
		fmt.Fprintf(p.out, "\r%s%s", ansi.EraseLineRight, p.line(m, now))
	}
}

// Done wipes the line.
func (p *progress) Done() {
	if p.dirty {
		fmt.Fprintf(p.out, "\r%s", ansi.EraseLineRight)
		p.dirty = false
	}
}

// line is a moment in words, no wider than the window; a long path loses its beginning.
func (p *progress) line(m build.Progress, now time.Time) string {
	parts := []string{string(m.Phase)}
	if m.Files > 0 {
		parts = append(parts, fmt.Sprintf("%d/%d files", m.Done, m.Files))
	}
	if m.Failed > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", m.Failed))
	}
	if m.Chunks > 0 {
		parts = append(parts, fmt.Sprintf("%d/%d chunks", m.Embedded, m.Chunks))
	}
	if spent := now.Sub(p.filling); !p.filling.IsZero() && m.Embedded > 0 && spent >= time.Second {
		rate, decimals := float64(m.Embedded)/spent.Seconds(), 0
		if rate < 10 {
			decimals = 1
		}
		parts = append(parts, fmt.Sprintf("%.*f chunks/s", decimals, rate))
	}
	line := strings.Join(parts, " · ")
	if !p.terminal || m.Current == "" {
		return ansi.Truncate(line, p.room(), "")
	}
	name := strings.Map(printable, string(m.Current))
	room := p.room() - ansi.StringWidth(line) - 3
	if excess := ansi.StringWidth(name) - room; excess > 0 {
		name = ansi.TruncateLeft(name, excess+1, "…")
	}
	if room < 8 {
		return ansi.Truncate(line, p.room(), "")
	}
	return line + " · " + name
}

// room leaves the last column free: writing into it makes some terminals wrap.
func (p *progress) room() int {
	if !p.terminal {
		return 1 << 16
	}
	return p.width - 1
}

func printable(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 {
		return '\uFFFD'
	}
	return r
}
