package index

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"octavo/engine/corpus"
)

// view is the published state; it is never written to.
func (m *Memory) view() memoryState {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.published
}

// Info describes what was published.
func (m *Memory) Info(context.Context) (Info, error) {
	s := m.view()
	info := Info{SchemaVersion: SchemaVersion, Snapshot: s.snapshot, Version: s.version, Collections: s.list(), Languages: s.languages(), VectorIndex: string(IndexExact)}
	if g := s.generation(Active); g != nil {
		active := *g
		info.Generation = &active
	}
	return info, nil
}

// Nearest compares the query with every chunk in turn.
func (m *Memory) Nearest(_ context.Context, query []float32, filter Filter, limit int) ([]Match, error) {
	s := m.view()
	g := s.generation(Active)
	if g == nil {
		return nil, ErrNoActiveGeneration
	}
	if err := checkVector(corpus.TextKey{}, query, g.Spec.Dimension); err != nil {
		return nil, err
	}
	q := quantise(query)
	var matches []Match
	for at, d := range s.documents {
		if !filter.admits(d.Document) {
			continue
		}
		for i, c := range d.chunks {
			if v, found := s.vectors[c.key]; found && !c.blank {
				matches = append(matches, Match{ChunkRef{at.Collection, at.File, i}, d.digest, cosine(float64(dot(v.codes, q.codes)), v.scale, q.scale)})
			}
		}
	}
	return best(matches, limit), nil
}

func (s memoryState) find(at Locator) (admitted, error) {
	if at.File != "" {
		at.DocumentPath = ""
		if d, found := s.documents[at]; found {
			return d, nil
		}
		return admitted{}, ErrNotFound
	}
	for _, d := range s.documents {
		if d.DocumentPath == at.DocumentPath {
			return d, nil
		}
	}
	return admitted{}, ErrNotFound
}

// Document finds one document.
func (m *Memory) Document(_ context.Context, at Locator) (Document, error) {
	d, err := m.view().find(at)
	return d.Document, err
}

// Documents lists all documents.
func (m *Memory) Documents(context.Context) ([]Document, error) {
	var out []Document
	for _, d := range m.view().documents {
		out = append(out, d.Document)
	}
	slices.SortFunc(out, func(a, b Document) int {
		return cmp.Or(cmp.Compare(a.Collection, b.Collection), cmp.Compare(a.File, b.File))
	})
	return out, nil
}

// Passages reads chunks in the order asked for.
func (m *Memory) Passages(_ context.Context, refs []ChunkRef) ([]Passage, error) {
	s := m.view()
	var out []Passage
	for _, ref := range refs {
		d, err := s.find(Locator{Collection: ref.Collection, File: ref.File})
		if err != nil || ref.Index < 0 || ref.Index >= len(d.chunks) {
			continue
		}
		c := d.chunks[ref.Index]
		out = append(out, Passage{
			ChunkRef: ref, DocumentPath: d.DocumentPath, Title: d.Title, Chunks: d.Chunks, Text: c.text, Overlap: c.overlap, Page: c.page, Box: c.box,
		})
	}
	return out, nil
}

// Text joins the parts of a document.
func (m *Memory) Text(_ context.Context, at Locator) (corpus.Text, error) {
	d, err := m.view().find(at)
	if err != nil {
		return corpus.Text{}, err
	}
	return corpus.Text{Characters: d.text(), PageStarts: d.pageStarts}, nil
}

func (a admitted) text() string {
	var text strings.Builder
	for _, c := range a.chunks {
		text.WriteString(c.part)
	}
	return text.String()
}
