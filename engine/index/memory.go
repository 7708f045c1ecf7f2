package index

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"octavo/engine/corpus"
)

// Memory is an index that lives in the process: a Writer on its work state and a Reader of what
// was last published. It keeps the contract of the file to the bit of every cosine and is safe
// for concurrent use; it may be written to again after Publish or Close. Files, which both
// interfaces have, answers from the work state.
type Memory struct {
	mu        sync.RWMutex
	work      memoryState
	published memoryState
	changed   bool
}

// memoryState is replaced, never changed, once published: Publish clones the maps, and what they
// hold is not written to after it is stored.
type memoryState struct {
	collections map[corpus.CollectionPath][]Root
	documents   map[Locator]admitted
	vectors     map[corpus.TextKey]coded
	outcomes    map[Locator]Outcome
	generations []Generation
	snapshot    string
	versions    []memoryVersion
	version     string // the label, where this is the state of a version
}

var (
	_ Writer = (*Memory)(nil)
	_ Reader = (*Memory)(nil)
)

// NewMemory returns an empty index.
func NewMemory() *Memory {
	return &Memory{work: memoryState{
		collections: map[corpus.CollectionPath][]Root{},
		documents:   map[Locator]admitted{},
		vectors:     map[corpus.TextKey]coded{},
		outcomes:    map[Locator]Outcome{},
	}}
}

func (s memoryState) clone() memoryState {
	s.collections, s.documents = maps.Clone(s.collections), maps.Clone(s.documents)
	s.vectors, s.outcomes = maps.Clone(s.vectors), maps.Clone(s.outcomes)
	s.generations, s.versions = slices.Clone(s.generations), slices.Clone(s.versions)
	return s
}

// generation finds the first generation in one of the states, in the order of the states.
func (s memoryState) generation(states ...GenerationState) *Generation {
	for _, state := range states {
		for i := range s.generations {
			if s.generations[i].State == state {
				return &s.generations[i]
			}
		}
	}
	return nil
}

func (s memoryState) filled() (Generation, error) {
	if g := s.generation(Active, Building); g != nil {
		return *g, nil
	}
	return Generation{}, ErrNoActiveGeneration
}

// change takes the state for a change.
func (m *Memory) change() {
	m.mu.Lock()
	m.changed = true
}

// Collections lists the collections in order of path.
func (m *Memory) Collections(context.Context) ([]Collection, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.work.list(), nil
}

func (s memoryState) list() []Collection {
	var out []Collection
	for _, path := range slices.Sorted(maps.Keys(s.collections)) {
		c := Collection{Path: path, Roots: slices.Clone(s.collections[path])}
		for _, d := range s.documents {
			if d.Collection == path {
				c.Documents++
				c.Chunks += d.Chunks
				c.Characters += int64(d.Characters)
			}
		}
		out = append(out, c)
	}
	return out
}

// SetCollection creates a collection or replaces its roots.
func (m *Memory) SetCollection(_ context.Context, c Collection) error {
	if err := gateCollection(c); err != nil {
		return err
	}
	m.change()
	defer m.mu.Unlock()
	m.work.collections[c.Path] = slices.Clone(c.Roots)
	return nil
}

// RemoveCollection drops a collection and its documents.
func (m *Memory) RemoveCollection(_ context.Context, path corpus.CollectionPath) error {
	m.change()
	defer m.mu.Unlock()
	if _, found := m.work.collections[path]; !found {
		return ErrNotFound
	}
	delete(m.work.collections, path)
	maps.DeleteFunc(m.work.documents, func(at Locator, _ admitted) bool { return at.Collection == path })
	maps.DeleteFunc(m.work.outcomes, func(at Locator, _ Outcome) bool { return at.Collection == path })
	return nil
}

// RenameCollection keeps documents, text and vectors.
func (m *Memory) RenameCollection(_ context.Context, from, to corpus.CollectionPath) error {
	if err := gate(field{"collection path", string(to)}); err != nil {
		return err
	}
	m.change()
	defer m.mu.Unlock()
	roots, found := m.work.collections[from]
	if !found {
		return ErrNotFound
	}
	if _, taken := m.work.collections[to]; taken {
		return ErrExists
	}
	delete(m.work.collections, from)
	m.work.collections[to] = roots
	for at, d := range m.work.documents {
		if at.Collection == from {
			delete(m.work.documents, at)
			d.Collection, d.DocumentPath = to, corpus.DocumentPath(to, d.File)
			m.work.documents[Locator{Collection: to, File: at.File}] = d
		}
	}
	for at, o := range m.work.outcomes {
		if at.Collection == from {
			delete(m.work.outcomes, at)
			o.Collection = to
			m.work.outcomes[Locator{Collection: to, File: at.File}] = o
		}
	}
	return nil
}

// Generation is the generation that a build fills.
func (m *Memory) Generation(context.Context) (Generation, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.work.filled()
}

// BeginGeneration creates a building generation; see Catalogue.
func (m *Memory) BeginGeneration(_ context.Context, spec GenerationSpec) (Generation, error) {
	m.change()
	defer m.mu.Unlock()
	if m.work.generation(Active) == nil {
		clear(m.work.documents)
		clear(m.work.vectors)
	}
	next := Generation{
		Store: StoreDocuments, ID: 1, State: Building, Spec: spec, Fingerprint: spec.Fingerprint(), Created: stored(time.Now()),
	}
	for _, g := range m.work.generations {
		next.ID = max(next.ID, g.ID+1)
	}
	m.work.generations = slices.DeleteFunc(m.work.generations, func(g Generation) bool { return g.State == Building })
	m.work.generations = append(m.work.generations, next)
	return next, nil
}

// Files tells the hash gate of each document of a collection.
func (m *Memory) Files(_ context.Context, collection corpus.CollectionPath) (map[corpus.FilePath]FileState, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	out := map[corpus.FilePath]FileState{}
	for at, d := range m.work.documents {
		if at.Collection == collection {
			out[at.File] = FileState{ContentHash: d.ContentHash, Extractor: d.Extractor}
		}
	}
	return out, nil
}

// Put adds documents or replaces them.
func (m *Memory) Put(_ context.Context, documents []NewDocument) error {
	m.change()
	defer m.mu.Unlock()
	generation, _ := m.work.filled() // without one, blank chunks may still be stored
	batch, err := admitAll(documents, generation.Spec)
	if err != nil {
		return err
	}
	for _, d := range batch {
		if _, found := m.work.collections[d.Collection]; !found {
			return ErrNotFound
		}
		for i, c := range d.chunks {
			if _, found := m.work.vectors[c.key]; !c.blank && !found {
				return &VectorMissingError{Ref: ChunkRef{d.Collection, d.File, i}}
			}
		}
	}
	for _, d := range batch {
		m.work.documents[Locator{Collection: d.Collection, File: d.File}] = d
	}
	return nil
}

// Remove drops documents.
func (m *Memory) Remove(_ context.Context, collection corpus.CollectionPath, files []corpus.FilePath) error {
	m.change()
	defer m.mu.Unlock()
	for _, f := range files {
		delete(m.work.documents, Locator{Collection: collection, File: f})
		delete(m.work.outcomes, Locator{Collection: collection, File: f})
	}
	return nil
}

// RecordOutcomes replaces the ledger rows of the named files.
func (m *Memory) RecordOutcomes(_ context.Context, outcomes []Outcome) error {
	m.change()
	defer m.mu.Unlock()
	for _, o := range outcomes {
		if err := gateOutcome(o); err != nil {
			return err
		}
		if _, found := m.work.collections[o.Collection]; !found {
			return ErrNotFound
		}
	}
	for _, o := range outcomes {
		m.work.outcomes[Locator{Collection: o.Collection, File: o.File}] = o
	}
	return nil
}

// Missing returns the keys that have no vector.
func (m *Memory) Missing(_ context.Context, keys []corpus.TextKey) ([]corpus.TextKey, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if _, err := m.work.filled(); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(keys), func(k corpus.TextKey) bool {
		_, found := m.work.vectors[k]
		return found
	}), nil
}

// KeepVectors stores vectors; one that is there already stays.
func (m *Memory) KeepVectors(_ context.Context, vectors []KeyedVector) error {
	m.change()
	defer m.mu.Unlock()
	generation, err := m.work.filled()
	if err != nil {
		return err
	}
	for _, v := range vectors {
		if err := checkVector(v.Key, v.Vector, generation.Spec.Dimension); err != nil {
			return err
		}
	}
	for _, v := range vectors {
		if _, found := m.work.vectors[v.Key]; !found {
			m.work.vectors[v.Key] = quantise(v.Vector)
		}
	}
	return nil
}

// Publish makes the work state what readers see.
func (m *Memory) Publish(context.Context, PublishOptions) (Published, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	embedded, skipped := 0, 0
	for _, d := range m.work.documents {
		for _, c := range d.chunks {
			if c.blank {
				skipped++
			} else {
				embedded++
			}
		}
	}
	m.work.vectors = m.work.referred()
	if g := m.work.generation(Active, Building); g != nil {
		if g.State == Building {
			g.State, g.Activated = Active, stored(time.Now())
		}
		g.Embedded, g.Skipped = embedded, skipped
	}
	m.work.snapshot = m.work.sum()
	m.published, m.changed = m.work.clone(), false
	return Published{Snapshot: m.work.snapshot, VectorIndex: string(IndexExact)}, nil
}

// sum is the snapshot of the documents.
func (s memoryState) sum() string {
	var facts []fact
	for _, d := range s.documents {
		facts = append(facts, fact{d.Collection, d.File, d.ContentHash.String(), d.Extractor, d.chunker})
	}
	fingerprint := ""
	if g, err := s.filled(); err == nil {
		fingerprint = g.Fingerprint
	}
	return snapshotOf(facts, fingerprint)
}

// referred are the vectors of texts that documents or versions hold.
func (s memoryState) referred() map[corpus.TextKey]coded {
	out := map[corpus.TextKey]coded{}
	hold := func(documents map[Locator]admitted) {
		for _, d := range documents {
			for _, c := range d.chunks {
				if v, found := s.vectors[c.key]; found && !c.blank {
					out[c.key] = v
				}
			}
		}
	}
	hold(s.documents)
	for _, v := range s.versions {
		hold(v.content.documents)
	}
	return out
}

// Unpublished reports whether anything was written since the last Publish.
func (m *Memory) Unpublished() bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.changed
}

// NeedsIndex is false: every search here is exact.
func (m *Memory) NeedsIndex(IndexKind) bool { return false }

// UpdateProgress does nothing: there is no lock to look at.
func (m *Memory) UpdateProgress(Progress) {}

// Close does nothing: the work state stays for the next build.
func (m *Memory) Close() error { return nil }
