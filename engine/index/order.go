package index

import (
	"cmp"
	"slices"
)

// Compare is the order that breaks every tie: by collection path, file path and chunk index.
func (a ChunkRef) Compare(b ChunkRef) int {
	return cmp.Or(cmp.Compare(a.Collection, b.Collection), cmp.Compare(a.File, b.File), cmp.Compare(a.Index, b.Index))
}

// best sorts matches, best first, and keeps limit of them; nil where there are none.
func best(matches []Match, limit int) []Match {
	if len(matches) == 0 || limit <= 0 {
		return nil
	}
	slices.SortFunc(matches, func(a, b Match) int {
		return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), a.ChunkRef.Compare(b.ChunkRef))
	})
	return matches[:min(len(matches), limit)]
}
