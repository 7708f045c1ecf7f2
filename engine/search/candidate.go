package search

import (
	"cmp"
	"slices"

	"octavo/engine/index"
)

// unit is what is ranked: whole documents, each by its best chunk, or chunks.
type unit int

const (
	documents unit = iota
	chunks
)

func (u unit) level() index.Level {
	if u == documents {
		return index.LevelDocuments
	}
	return index.LevelChunks
}

// key names what a candidate competes as: chunks of one document are one candidate where documents
// are ranked.
func (u unit) key(at index.ChunkRef) index.ChunkRef {
	if u == documents {
		at.Index = 0
	}
	return at
}

// candidate is a document or a chunk with all that is known of it.
type candidate struct {
	at             index.ChunkRef // the chunk to show
	revision       string
	meaning, words legScore
	terms          []index.TermScore // of the words leg
	fused          float64
	score          float64 // what ranks: fused, or smoothed
}

// legScore is a candidate's standing in one leg.
type legScore struct {
	at     index.ChunkRef // the best chunk by this leg
	value  float64        // cosine, or BM25
	rank   int            // 0-based among what the leg found itself; -1 where it did not
	scored bool           // the value is known
}

var unranked = legScore{rank: -1}

// pool gathers candidates by key, in the order in which they come.
type pool struct {
	unit  unit
	at    map[index.ChunkRef]int
	items []candidate
}

func newPool(u unit) *pool { return &pool{unit: u, at: map[index.ChunkRef]int{}} }

// candidate finds or adds the candidate that a chunk belongs to.
func (p *pool) candidate(at index.ChunkRef, revision string) *candidate {
	key := p.unit.key(at)
	i, known := p.at[key]
	if !known {
		i = len(p.items)
		p.at[key] = i
		p.items = append(p.items, candidate{at: at, revision: revision, meaning: unranked, words: unranked})
	}
	return &p.items[i]
}

// known finds a candidate; nil where there is none.
func (p *pool) known(at index.ChunkRef) *candidate {
	if i, found := p.at[p.unit.key(at)]; found {
		return &p.items[i]
	}
	return nil
}

// documents lists the documents of all candidates, each once.
func (p *pool) documents() []index.DocumentRef {
	seen := map[index.DocumentRef]bool{}
	out := []index.DocumentRef{}
	for _, c := range p.items {
		if of := documentOf(c.at); !seen[of] {
			seen[of] = true
			out = append(out, of)
		}
	}
	return out
}

func documentOf(at index.ChunkRef) index.DocumentRef {
	return index.DocumentRef{Collection: at.Collection, File: at.File}
}

// sortByScore puts the best first; equal scores fall to (collection path, file path, chunk index).
func sortByScore(of []candidate) {
	slices.SortFunc(of, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), a.at.Compare(b.at))
	})
}

// sortByPlace brings candidates into an order that does not depend on which leg came first.
func sortByPlace(of []candidate) {
	slices.SortFunc(of, func(a, b candidate) int { return a.at.Compare(b.at) })
}
