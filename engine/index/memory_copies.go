package index

import (
	"context"
	"slices"
)

// Copies compares with every document in turn.
func (m *Memory) Copies(_ context.Context, of []DocumentRef, filter Filter) (map[DocumentRef][]Copy, error) {
	s := m.view()
	out := map[DocumentRef][]Copy{}
	for _, asked := range of {
		d, found := s.documents[Locator{Collection: asked.Collection, File: asked.File}]
		if !found || out[asked] != nil {
			continue
		}
		for at, other := range s.documents {
			ref := DocumentRef{at.Collection, at.File}
			if ref != asked && other.digest == d.digest && filter.admits(other.Document) {
				out[asked] = append(out[asked], Copy{ref, other.DocumentPath})
			}
		}
		slices.SortFunc(out[asked], func(a, b Copy) int {
			return ChunkRef{Collection: a.Collection, File: a.File}.Compare(ChunkRef{Collection: b.Collection, File: b.File})
		})
	}
	return out, nil
}

// Outcome finds the ledger row of a file.
func (m *Memory) Outcome(_ context.Context, at DocumentRef) (Outcome, error) {
	if o, found := m.view().outcomes[Locator{Collection: at.Collection, File: at.File}]; found {
		return o, nil
	}
	return Outcome{}, ErrNotFound
}

// Gist counts the words of every live document.
func (m *Memory) Gist(_ context.Context, of DocumentRef, chunk int) (Gist, error) {
	s := m.view()
	d, found := s.documents[Locator{Collection: of.Collection, File: of.File}]
	if !found || chunk >= len(d.chunks) {
		return Gist{}, ErrNotFound
	}
	var all census
	df := map[string]int32{}
	for _, other := range s.documents {
		all.texts++
		all.words += other.length
		for term := range other.counts() {
			df[term]++
		}
	}
	if chunk < 0 {
		return Gist{d.digest, s.meanOf(d), gistOf(d.counts(), d.length, df, all)}, nil
	}
	counts, length := countChunk(d.tokens(chunk, LevelChunks))
	gist := Gist{Revision: d.digest, Terms: gistOf(counts, length, df, all)}
	if v, found := s.vectors[d.chunks[chunk].key]; found && s.generation(Active) != nil && !d.chunks[chunk].blank {
		var m mean
		m.add(v)
		gist.Vector = m.unit()
	}
	return gist, nil
}
