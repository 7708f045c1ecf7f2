package commands

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestACounterIsSilentAtFirstAndWipesItsLine(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(1000, 0)
	c := &counter{out: &out, what: "questions", now: func() time.Time { return now }, began: now}
	c.Report(1, 1000)
	if out.Len() > 0 {
		t.Errorf("wrote %q at once", out.String())
	}
	now = now.Add(silence)
	for i := range 1000 {
		c.Report(i+1, 1000)
		now = now.Add(time.Millisecond)
	}
	if writes := strings.Count(out.String(), "questions"); writes < 10 || writes > 16 {
		t.Errorf("%d writes in one second", writes)
	}
	c.Done()
	if !strings.HasSuffix(out.String(), "questions\r\x1b[K") {
		t.Errorf("the line is not wiped: %q", out.String())
	}
}

func TestOnlyATerminalSeesACounter(t *testing.T) {
	for _, tc := range []struct {
		name     string
		terminal bool
		common   common
		shown    bool
	}{
		{"a terminal", true, common{}, true},
		{"a pipe", false, common{}, false},
		{"quiet", true, common{Quiet: true}, false},
		{"log lines", true, common{Verbose: true}, false},
	} {
		var out bytes.Buffer
		app := App{Console: Console{Err: &out, ErrTerminal: tc.terminal}}
		c := app.counter(tc.common, "questions")
		c.began = c.began.Add(-silence)
		c.Report(1, 2)
		c.Done()
		if shown := out.Len() > 0; shown != tc.shown {
			t.Errorf("%s: shown %v", tc.name, shown)
		}
	}
}
