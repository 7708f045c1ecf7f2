package chunk

import (
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// edge is a place between two characters: as a code point offset and as a byte offset.
type edge struct{ point, byte int }

// windowEdges lists the cluster boundaries from the edge at from (included) up to Window code
// points on, in order: the last one is where the window ends. A cluster that does not fit into an
// empty window is split at the window's size.
func windowEdges(s string, from edge) []edge {
	limit := from.point + Window
	edges := make([]edge, 1, Window+1)
	edges[0] = from
	for at := from; at.byte < len(s); {
		next := nextEdge(s, at)
		if next.point > limit {
			break
		}
		edges = append(edges, next)
		at = next
	}
	if len(edges) == 1 && from.byte < len(s) {
		edges = append(edges, advance(s, from, Window))
	}
	return edges
}

// nextEdge is the end of the cluster that begins at at.
func nextEdge(s string, at edge) edge {
	if simple(s, at.byte) {
		return edge{at.point + 1, at.byte + 1}
	}
	cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(s[at.byte:], -1)
	return edge{at.point + utf8.RuneCountInString(cluster), at.byte + len(cluster)}
}

// simple reports whether a lone ASCII character begins at i: one followed by ASCII or the end.
// Only CR LF clusters among ASCII. It spares plain text the segmenter, which is 20 times slower.
func simple(s string, i int) bool {
	return s[i] < utf8.RuneSelf && s[i] != '\r' && (i+1 == len(s) || s[i+1] < utf8.RuneSelf)
}

func advance(s string, at edge, points int) edge {
	for ; points > 0; points-- {
		_, size := utf8.DecodeRuneInString(s[at.byte:])
		at.point, at.byte = at.point+1, at.byte+size
	}
	return at
}
