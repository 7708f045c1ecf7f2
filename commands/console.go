package commands

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"

	"octavo/engine"
)

// Console is where words come from and go to.
type Console struct {
	In                                   io.Reader
	Out, Err                             io.Writer
	InTerminal, OutTerminal, ErrTerminal bool
	Width                                int // columns of the terminal
}

// narrowest keeps wrapping sensible in a very narrow window.
const narrowest = 40

// System is the console of this process.
func System() Console {
	c := Console{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Width: 80,
		InTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		OutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
	}
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			c.Width = max(width, narrowest)
			break
		}
	}
	return c
}

// Interruptible returns a context that the first Ctrl-C or termination cancels; the second one ends
// the process at once. It also makes writes to a closed pipe an error instead of a signal.
func Interruptible(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	signal.Ignore(syscall.SIGPIPE)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		cancel()
		<-signals
		os.Exit(engine.ExitInterrupted)
	}()
	return ctx, cancel
}
