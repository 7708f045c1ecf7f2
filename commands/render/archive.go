package render

import (
	"fmt"

	"octavo/engine"
	"octavo/engine/index"
)

// Exported says what is in an archive.
func (p *Text) Exported(a engine.ExportAnswer) error {
	b := p.page()
	b.line("Wrote %s with %s to %s", plural(a.Header.Documents, "document"), plural(a.Header.Chunks, "chunk"), a.File)
	b.line("")
	b.line("Next: %s", Command("octavo", "import", a.File, "--db", "NEW.duckdb"))
	return p.finish(b)
}

// Imported says what the new file holds.
func (p *Text) Imported(a engine.ImportAnswer) error {
	b := p.page()
	b.line("Made %s from %s", a.Database, a.File)
	b.line("%s with %s; the file has %s; vector search: %s", plural(a.Header.Documents, "document"), plural(a.Header.Chunks, "chunk"), size(a.Index.Bytes), a.Index.VectorIndex)
	if a.Index.VectorNote != "" {
		b.block(0, fmt.Sprintf("(%s)", safe(a.Index.VectorNote)))
	}
	b.line("")
	b.line("Next: %s", p.suggest("status"))
	return p.finish(b)
}

// Exported says what is in an archive.
func (p *JSON) Exported(a engine.ExportAnswer) error {
	return p.print(exportJSON{
		Schema: "octavo.export/1", File: a.File, Format: string(a.Format), Snapshot: a.Header.Snapshot, Collections: archived(a.Header.Collections),
		Documents: a.Header.Documents, Chunks: a.Header.Chunks, VersionsLeft: a.Versions, Timings: p.timings(),
	})
}

// Imported says what the new file holds.
func (p *JSON) Imported(a engine.ImportAnswer) error {
	return p.print(importJSON{
		Schema: "octavo.import/1", Database: a.Database, File: a.File, Format: string(a.Format), Collections: archived(a.Header.Collections),
		Documents: a.Header.Documents, Chunks: a.Header.Chunks,
		Index: publishedJSON{
			Snapshot: a.Index.Snapshot, Bytes: a.Index.Bytes, VectorIndex: a.Index.VectorIndex,
			VectorNote: optional(a.Index.VectorNote), Recall: recall(a.Index.Recall),
		},
		Timings: p.timings(),
	})
}

func archived(list []index.ArchiveCollection) []string {
	out := make([]string, 0, len(list))
	for _, c := range list {
		out = append(out, c.Path)
	}
	return out
}
