package index

import (
	"cmp"
	"context"
	"database/sql/driver"
	"fmt"
	"slices"
	"sync"
)

// entry is a posting of one term.
type entry struct{ revision, index, tf, length int32 }

func compareEntries(a, b entry) int {
	return cmp.Or(cmp.Compare(a.revision, b.revision), cmp.Compare(a.index, b.index))
}

// entriesHeld bounds how many entries of terms are kept at hand, 16 bytes each.
const entriesHeld = 4 << 20

// termPostings keeps the postings of terms that were asked for lately, which the file never
// changes: a hybrid search reads those of its terms more than once, and questions share their common
// words. What it hands out is not to be changed. It is safe for concurrent use.
type termPostings struct {
	mu    sync.Mutex
	terms map[int32]*heldTerm
	held  int // entries
	clock int // rises with each use
}

type heldTerm struct {
	entries []entry
	used    int
}

// take returns the entries of those of the terms that are at hand, and which are not.
func (t *termPostings) take(ids []int32) (found map[int32][]entry, missing []int32) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clock++
	found = map[int32][]entry{}
	for _, id := range ids {
		if h := t.terms[id]; h != nil {
			h.used = t.clock
			found[id] = h.entries
		} else {
			missing = append(missing, id)
		}
	}
	return found, missing
}

// keep puts entries by. Where there is no room, the terms that were asked for longest ago give way.
func (t *termPostings) keep(read map[int32]*heldTerm) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.terms == nil {
		t.terms = map[int32]*heldTerm{}
	}
	for id, h := range read {
		if t.terms[id] == nil {
			h.used = t.clock
			t.terms[id] = h
			t.held += len(h.entries)
		}
	}
	if t.held <= entriesHeld {
		return
	}
	ids := make([]int32, 0, len(t.terms))
	for id := range t.terms {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b int32) int { return cmp.Compare(t.terms[a].used, t.terms[b].used) })
	for _, id := range ids {
		if t.held <= entriesHeld/2 {
			return
		}
		t.held -= len(t.terms[id].entries)
		delete(t.terms, id)
	}
}

// entriesOf are those of some terms, in order of revision and chunk. Only what is not at hand is
// read, row by row past database/sql, whose conversions cost more than DuckDB's scan.
func (r *fileReader) entriesOf(ctx context.Context, ids []int32) (map[int32][]entry, error) {
	found, missing := r.postings.take(ids)
	if len(missing) == 0 {
		return found, nil
	}
	read := map[int32]*heldTerm{}
	for _, id := range missing {
		read[id] = &heldTerm{}
	}
	err := r.db.bulk(ctx, statement("reader/postings.sql"), bind("ids", missing), func(row []driver.Value) error {
		var numbers [5]int32
		for i, value := range row {
			number, fits := value.(int32)
			if !fits {
				return fmt.Errorf("%T in a posting", value)
			}
			numbers[i] = number
		}
		of := read[numbers[0]]
		of.entries = append(of.entries, entry{numbers[1], numbers[2], numbers[3], numbers[4]})
		return nil
	})
	if err != nil {
		return nil, err
	}
	for id, h := range read {
		if !slices.IsSortedFunc(h.entries, compareEntries) {
			slices.SortFunc(h.entries, compareEntries)
		}
		found[id] = h.entries
	}
	r.postings.keep(read)
	return found, nil
}

// merged is rows in order of revision and chunk, made of runs that are in that order.
func merged(runs [][]posting) []posting {
	if len(runs) == 0 {
		return nil
	}
	for len(runs) > 1 {
		half := runs[:0]
		for i := 0; i < len(runs); i += 2 {
			if i+1 == len(runs) {
				half = append(half, runs[i])
			} else {
				half = append(half, mergedPair(runs[i], runs[i+1]))
			}
		}
		runs = half
	}
	return runs[0]
}

func mergedPair(a, b []posting) []posting {
	out := make([]posting, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if b[0].before(a[0]) {
			out, b = append(out, b[0]), b[1:]
		} else {
			out, a = append(out, a[0]), a[1:]
		}
	}
	return append(append(out, a...), b...)
}

// before reports whether a row stands in an earlier chunk than another.
func (p posting) before(q posting) bool {
	return p.revision < q.revision || p.revision == q.revision && p.index < q.index
}
