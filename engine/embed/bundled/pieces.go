package bundled

import (
	"cmp"
	"slices"
)

// framing is the number of special tokens around the tokens of a piece.
const framing = 2

// groupTokens is enough for the kernel to reuse the weights it has in cache; more only delays
// cancellation.
const groupTokens = 256

// piece is a run of tokens of one text that the model takes at once, and then its vector.
type piece struct {
	ids    []int32 // without the special tokens
	vector []float32
}

// divide cuts the tokens of a text into the fewest pieces of at most limit tokens, about equal, so
// that none is a short rest without context.
func divide(ids []int32, limit int) []*piece {
	count := (len(ids) + limit - 1) / limit
	pieces := make([]*piece, count)
	for i := range pieces {
		pieces[i] = &piece{ids: ids[len(ids)*i/count : len(ids)*(i+1)/count]}
	}
	return pieces
}

// groupsOf sorts pieces and returns them in groups to be run at once: similar lengths of about
// groupTokens together, the longest first so that no core is left with a long one at the end.
// How texts are grouped changes no vector.
func groupsOf(pieces []*piece) [][]*piece {
	slices.SortStableFunc(pieces, func(a, b *piece) int { return cmp.Compare(len(b.ids), len(a.ids)) })
	var groups [][]*piece
	start, tokens := 0, 0
	for i, p := range pieces {
		size := len(p.ids) + framing
		if i > start && tokens+size > groupTokens {
			groups = append(groups, pieces[start:i])
			start, tokens = i, 0
		}
		tokens += size
	}
	if start < len(pieces) {
		groups = append(groups, pieces[start:])
	}
	return groups
}

// combine averages the vectors of the pieces of one text, weighted by their tokens, to unit length.
func combine(pieces []*piece) []float32 {
	if len(pieces) == 1 {
		return pieces[0].vector
	}
	mean := make([]float32, len(pieces[0].vector))
	for i := range mean {
		var sum float64
		for _, p := range pieces {
			// The conversion keeps compilers from fusing the sum, which would round differently.
			sum += float64(float64(len(p.ids)) * float64(p.vector[i]))
		}
		mean[i] = float32(sum)
	}
	scaleToUnit(mean)
	return mean
}
