package index

import (
	"slices"
	"testing"
)

func TestTermsThatWereAskedForLongestAgoGiveWay(t *testing.T) {
	var p termPostings
	keep := func(id int32) {
		p.take([]int32{id})
		p.keep(map[int32]*heldTerm{id: {entries: make([]entry, entriesHeld/4)}})
	}
	for id := range int32(4) {
		keep(id)
	}
	p.take([]int32{0})
	keep(4) // one too many
	found, missing := p.take([]int32{0, 1, 2, 3, 4})
	if !slices.Equal(missing, []int32{1, 2, 3}) || len(found) != 2 {
		t.Errorf("%v gave way", missing)
	}
	if p.held > entriesHeld {
		t.Errorf("%d entries are held", p.held)
	}
}

func TestRunsAreMergedInOrderOfRevisionAndChunk(t *testing.T) {
	run := func(slot int32, places ...[2]int32) (out []posting) {
		for _, at := range places {
			out = append(out, posting{revision: at[0], index: at[1], slot: slot})
		}
		return out
	}
	rows := merged([][]posting{run(0, [2]int32{1, 0}, [2]int32{3, 2}), run(1, [2]int32{1, 1}, [2]int32{3, 2}), nil, run(2, [2]int32{0, 5})})
	var slots []int32
	for i, row := range rows {
		slots = append(slots, row.slot)
		if i > 0 && row.before(rows[i-1]) {
			t.Errorf("row %d is out of order", i)
		}
	}
	if want := []int32{2, 0, 1, 0, 1}; !slices.Equal(slots, want) {
		t.Errorf("slots %v, want %v", slots, want)
	}
	if merged(nil) != nil {
		t.Error("nothing merged is something")
	}
}
