package index

import (
	"context"
	"maps"
	"slices"
	"time"

	"octavo/engine/corpus"
)

// memoryVersion is a version with the collections, documents and snapshot that it was cut with.
type memoryVersion struct {
	Version
	content memoryState
}

func (v memoryVersion) public() Version { return v.Version }

// Cut makes a version of the work state.
func (m *Memory) Cut(_ context.Context, label, note string) (Version, error) {
	label, err := ParseLabel(label)
	if err != nil {
		return Version{}, err
	}
	if err := gate(field{"note", note}); err != nil {
		return Version{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := versionNamed(m.work.versions, memoryVersion.public, label); err == nil {
		return Version{}, ErrExists
	}
	cut := memoryVersion{
		Version: Version{Label: label, State: VersionCut, Note: note, Snapshot: m.work.sum(), Created: stored(time.Now())},
		content: memoryState{collections: map[corpus.CollectionPath][]Root{}, documents: maps.Clone(m.work.documents), version: label},
	}
	cut.content.snapshot = cut.Snapshot
	for path := range m.work.collections {
		cut.content.collections[path] = nil
	}
	for _, d := range m.work.documents {
		cut.Documents++
		cut.Chunks += d.Chunks
	}
	m.work.versions = append(m.work.versions, cut)
	m.changed = true
	return cut.Version, nil
}

// Activate makes a version the active one.
func (m *Memory) Activate(_ context.Context, label string) (Version, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found, err := versionNamed(m.work.versions, memoryVersion.public, label)
	if err != nil || found.State == VersionIsActive {
		return found.Version, err
	}
	for i := range m.work.versions {
		switch v := &m.work.versions[i]; {
		case v.Label == found.Label:
			v.State, v.Activated = VersionIsActive, stored(time.Now())
			v.Activations = append(slices.Clip(v.Activations), v.Activated)
			found = *v
		case v.State == VersionIsActive:
			v.State = VersionRetired
		}
	}
	m.changed = true
	return found.Version, nil
}

// Drop forgets a version.
func (m *Memory) Drop(_ context.Context, label string) (Version, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found, err := versionNamed(m.work.versions, memoryVersion.public, label)
	if err != nil {
		return Version{}, err
	}
	m.work.versions = slices.DeleteFunc(m.work.versions, func(v memoryVersion) bool { return v.Label == found.Label })
	m.changed = true
	return found.Version, nil
}

// Versions lists the versions that were published.
func (m *Memory) Versions(context.Context) ([]Version, error) {
	var out []Version
	for _, v := range m.view().versions {
		out = append(out, v.Version)
	}
	return out, nil
}

// Version reads the content of a version.
func (m *Memory) Version(_ context.Context, label string) (Reader, error) {
	s := m.view()
	found, err := versionNamed(s.versions, memoryVersion.public, label)
	if err != nil {
		return nil, err
	}
	of := found.content
	of.vectors, of.generations, of.versions, of.outcomes = s.vectors, s.generations, s.versions, s.outcomes
	return &Memory{work: of, published: of}, nil
}
