package index

import (
	"cmp"
	"slices"
)

// compareRefs is the order that breaks every tie.
func compareRefs(a, b ChunkRef) int {
	return cmp.Or(cmp.Compare(a.Collection, b.Collection), cmp.Compare(a.File, b.File), cmp.Compare(a.Index, b.Index))
}

// best sorts matches, best first, and keeps limit of them; nil where there are none.
func best(matches []Match, limit int) []Match {
	if len(matches) == 0 || limit <= 0 {
		return nil
	}
	slices.SortFunc(matches, func(a, b Match) int {
		return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), compareRefs(a.ChunkRef, b.ChunkRef))
	})
	return matches[:min(len(matches), limit)]
}
