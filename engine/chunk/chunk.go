// Package chunk cuts a text into overlapping windows and ties each to its page and box.
// It is pure arithmetic over code points: no file, no model, no index.
package chunk

import (
	"sort"

	"octavo/engine/corpus"
)

const (
	// Window is the most code points that a chunk has.
	Window = 1000
	// Overlap is how many code points a chunk repeats of the one before, give or take what it
	// takes not to split a grapheme cluster.
	Overlap = 150
	// Version changes when the same text would be cut otherwise.
	Version = 1
)

// Cut divides a text into windows. Indexes are contiguous from 0; each window reaches further than
// the one before; the first window that reaches the end is the last. An edge never splits a
// grapheme cluster (UAX 29) but moves back to the cluster's start, except inside a cluster longer
// than a window. An empty text has no chunks.
func Cut(text corpus.Text) []corpus.Chunk {
	var chunks []corpus.Chunk
	from, previousEnd := edge{}, edge{}
	for from.byte < len(text.Characters) {
		edges := windowEdges(text.Characters, from)
		if last := edges[len(edges)-1]; last.point <= previousEnd.point {
			// The cluster that follows is too long to stand beside the overlap.
			from = previousEnd
			edges = windowEdges(text.Characters, from)
		}
		end := edges[len(edges)-1]
		chunks = append(chunks, corpus.Chunk{
			Index:      len(chunks),
			Start:      from.point,
			End:        end.point,
			Overlap:    max(0, previousEnd.point-from.point),
			Characters: text.Characters[from.byte:end.byte],
		})
		if end.byte == len(text.Characters) {
			break
		}
		from, previousEnd = nextStart(edges, previousEnd), end
	}
	locate(chunks, text)
	return chunks
}

// nextStart is the last edge that leaves a full overlap and does not reach back beyond the
// window's own part; where clusters are so long that there is none, the first edge after that.
func nextStart(edges []edge, previousEnd edge) edge {
	end := edges[len(edges)-1]
	own := sort.Search(len(edges), func(i int) bool { return edges[i].point >= max(previousEnd.point, 1) })
	at := sort.Search(len(edges), func(i int) bool { return edges[i].point > end.point-Overlap }) - 1
	return edges[max(own, at)]
}

// locate gives each chunk the page of its first word and the box around its words on that page.
func locate(chunks []corpus.Chunk, text corpus.Text) {
	for i := range chunks {
		c := &chunks[i]
		first := sort.Search(len(text.Spans), func(k int) bool { return text.Spans[k].End > c.Start })
		if first == len(text.Spans) || text.Spans[first].Start >= c.End {
			c.Page = pageAt(text.PageStarts, c.Start)
			continue
		}
		c.Page = text.Spans[first].Page
		box := text.Spans[first].Box
		for _, span := range text.Spans[first+1:] {
			if span.Start >= c.End {
				break
			}
			if span.Page == c.Page {
				box = box.Union(span.Box)
			}
		}
		c.Box = &box
	}
}

func pageAt(starts []int, point int) int {
	return sort.SearchInts(starts, point+1)
}
