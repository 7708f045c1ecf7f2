package render

import (
	"fmt"
	"time"

	"octavo/engine"
	"octavo/engine/index"
)

// ContentVersions prints a table of the versions.
func (p *Text) ContentVersions(list []engine.Version) error {
	b := p.page()
	if len(list) == 0 {
		b.line("The file has no versions")
		b.line("")
		b.line("Next: %s", p.suggest("versions", "cut", "LABEL"))
		return p.finish(b)
	}
	rows := [][]string{{"version", "state", "documents", "chunks", "cut", "note"}}
	for _, v := range list {
		rows = append(rows, []string{v.Label, string(v.State), count(v.Documents), count(v.Chunks), moment(v.Created), safe(v.Note)})
	}
	b.columns(0, rows, 2, 3)
	return p.finish(b)
}

// ContentVersion prints what a version holds and when it was released.
func (p *Text) ContentVersion(v engine.VersionDetail) error {
	b := p.page()
	b.line("%s", p.strong.Render(v.Label))
	if v.Note != "" {
		b.block(0, safe(v.Note))
	}
	rows := [][]string{{"state", string(v.State)}, {"cut", moment(v.Created)}}
	for _, at := range v.Activations {
		rows = append(rows, []string{"activated", moment(at)})
	}
	b.columns(0, append(rows, []string{"snapshot", v.Snapshot}))
	b.line("")
	p.collections(b, v.Collections)
	return p.finish(b)
}

// VersionChanged says what was done with a version, and what can be done next.
func (p *Text) VersionChanged(action string, v engine.Version) error {
	b := p.page()
	holds := fmt.Sprintf("%s, %s", plural(v.Documents, "document"), plural(v.Chunks, "chunk"))
	switch {
	case action == "drop":
		b.line("Dropped version %s", v.Label)
		b.line("")
		b.line("Next: %s", p.suggest("compact"))
	case action == "activate":
		b.line("Version %s is active: %s", v.Label, holds)
	case v.State == index.VersionIsActive:
		b.line("Cut version %s, which is active: %s", v.Label, holds)
	default:
		b.line("Cut version %s: %s", v.Label, holds)
		b.line("")
		b.line("Next: %s", p.suggest("versions", "activate", v.Label))
	}
	return p.finish(b)
}

// Compact says what writing the file anew saved.
func (p *Text) Compact(a engine.CompactAnswer) error {
	b := p.page()
	b.line("%s: %s before, %s now", safe(a.Database), size(a.Before), size(a.After))
	return p.finish(b)
}

func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }
