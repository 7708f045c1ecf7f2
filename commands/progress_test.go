package commands

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"octavo/engine/build"
	"octavo/engine/corpus"
)

// clocked is a progress whose time stands still until it is moved.
func clocked(terminal bool) (*progress, *bytes.Buffer, *time.Time) {
	var out bytes.Buffer
	now := time.Unix(1000, 0)
	p := &progress{out: &out, terminal: terminal, width: 80, now: func() time.Time { return now }, began: now}
	return p, &out, &now
}

func TestAShortBuildShowsNoProgress(t *testing.T) {
	for _, terminal := range []bool{true, false} {
		p, out, now := clocked(terminal)
		for range 10 {
			p.Report(build.Progress{Phase: build.PhaseScan, Files: 3})
			*now = now.Add(20 * time.Millisecond)
		}
		p.Done()
		if out.Len() > 0 {
			t.Errorf("terminal %v: wrote %q", terminal, out.String())
		}
	}
}

func TestATerminalIsRewrittenAtMostFifteenTimesASecond(t *testing.T) {
	p, out, now := clocked(true)
	*now = now.Add(silence)
	for i := range 1000 {
		p.Report(build.Progress{Phase: build.PhaseFill, Files: 1000, Done: i})
		*now = now.Add(time.Millisecond)
	}
	if writes := strings.Count(out.String(), "\r"); writes < 10 || writes > 16 {
		t.Errorf("%d writes in one second", writes)
	}
	p.Done()
	if !strings.HasSuffix(out.String(), "\r"+ansi.EraseLineRight) {
		t.Errorf("the line is not wiped: %q", out.String())
	}
}

func TestWithoutATerminalThereIsOneLineAPhase(t *testing.T) {
	p, out, now := clocked(false)
	*now = now.Add(time.Second)
	for _, phase := range []build.Phase{build.PhaseScan, build.PhaseFill, build.PhaseIndex, build.PhasePublish} {
		for range 5 {
			p.Report(build.Progress{Phase: phase, Files: 1400, Done: 7, Failed: 2, Chunks: 100, Embedded: 10, Current: "a/b.md"})
			*now = now.Add(time.Second)
		}
	}
	p.Done()
	lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
	if len(lines) != 4 || lines[1] != "build · 7/1400 files · 2 failed · 10/100 chunks" || strings.ContainsAny(out.String(), "\r\x1b") {
		t.Errorf("got %q", lines)
	}
}

func TestALongPathLosesItsBeginning(t *testing.T) {
	p, out, now := clocked(true)
	*now = now.Add(time.Second)
	long := corpus.FilePath(strings.Repeat("folder/", 30) + "the end\x1b.pdf")
	p.Report(build.Progress{Phase: build.PhaseFill, Files: 10, Done: 1, Current: long})
	line := ansi.Strip(strings.TrimPrefix(out.String(), "\r"))
	if ansi.StringWidth(line) > 79 || !strings.HasSuffix(line, "/the end\uFFFD.pdf") || !strings.Contains(line, "· …") {
		t.Errorf("got %q, %d columns", line, ansi.StringWidth(line))
	}
	p.width = 20
	*now = now.Add(time.Second)
	out.Reset()
	p.Report(build.Progress{Phase: build.PhaseFill, Files: 10_000_000, Done: 9_999_999, Current: long})
	if line := ansi.Strip(out.String()); ansi.StringWidth(strings.TrimPrefix(line, "\r")) > 19 {
		t.Errorf("in a narrow window: %q", line)
	}
}

func TestTheRateCountsFromTheFirstChunk(t *testing.T) {
	p, out, now := clocked(true)
	*now = now.Add(10 * time.Second) // of scanning
	p.Report(build.Progress{Phase: build.PhaseFill, Chunks: 100})
	*now = now.Add(2 * time.Second)
	out.Reset()
	p.Report(build.Progress{Phase: build.PhaseFill, Chunks: 100, Embedded: 50})
	if !strings.Contains(out.String(), "50/100 chunks · 25 chunks/s") {
		t.Errorf("got %q", out.String())
	}
}
