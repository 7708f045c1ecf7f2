package render

import (
	"slices"
	"time"

	"octavo/engine"
	"octavo/engine/index"
)

const versionsSchema = "octavo.versions/1"

// ContentVersions prints the versions of the file.
func (p *JSON) ContentVersions(list []engine.Version) error {
	out := versionsJSON{
		Schema: versionsSchema, Action: "list", Active: optional(activeOf(list)),
		Versions: make([]contentVersionJSON, len(list)), Timings: p.timings(),
	}
	for i, v := range list {
		out.Versions[i] = contentVersion(v)
	}
	return p.print(out)
}

// ContentVersion prints what a version holds.
func (p *JSON) ContentVersion(v engine.VersionDetail) error {
	out := versionShownJSON{
		Schema: versionsSchema, Action: "show", Version: contentVersion(v.Version),
		Collections: make([]versionCollectionJSON, len(v.Collections)), Timings: p.timings(),
	}
	for i, c := range v.Collections {
		out.Collections[i] = versionCollectionJSON{Path: string(c.Path), Documents: c.Documents, Chunks: c.Chunks, Characters: c.Characters}
	}
	return p.print(out)
}

// VersionChanged says what was done with a version.
func (p *JSON) VersionChanged(action string, v engine.Version) error {
	return p.print(versionChangedJSON{Schema: versionsSchema, Action: action, Version: contentVersion(v), Timings: p.timings()})
}

// Compact says what writing the file anew saved.
func (p *JSON) Compact(a engine.CompactAnswer) error {
	return p.print(compactJSON{Schema: "octavo.compact/1", Database: a.Database, BytesBefore: a.Before, BytesAfter: a.After, Timings: p.timings()})
}

func contentVersion(v engine.Version) contentVersionJSON {
	return contentVersionJSON{
		Label: v.Label, State: string(v.State), Note: v.Note, Snapshot: v.Snapshot, Documents: v.Documents, Chunks: v.Chunks,
		Created: v.Created.UTC(), Activations: append([]time.Time{}, v.Activations...),
	}
}

// activeOf is the label of the active version; empty where none is.
func activeOf(list []engine.Version) string {
	i := slices.IndexFunc(list, func(v engine.Version) bool { return v.State == index.VersionIsActive })
	if i < 0 {
		return ""
	}
	return list[i].Label
}
