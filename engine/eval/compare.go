package eval

import (
	"cmp"
	"math"
	"slices"
)

// rounds of the randomisation test and of the bootstrap.
const rounds = 10_000

// Comparison is a report held against an earlier one, over the questions that both hold.
type Comparison struct {
	Before, After string // names of the runs
	Questions     int    // compared
	OnlyBefore    []string
	OnlyAfter     []string // ids of questions that could not be compared
	Changes       []Change // by measure of the later report that the earlier one has as well
}

// Change is what became of one measure.
type Change struct {
	Measure       string
	Before, After float64 // means over the compared questions
	Difference    float64 // After - Before
	Low, High     float64 // 95 % bootstrap interval of Difference
	P             float64 // two-sided, of the paired randomisation test
	Exact         bool    // P counts all sign patterns; otherwise a seeded sample of them
	MaxDrop       float64
	Passed        bool   // the mean did not fall by more than MaxDrop; P and the interval decide nothing
	Moves         []Move // questions whose value changed, furthest first
}

// Move is what became of one question.
type Move struct {
	ID, Text      string
	Before, After float64
	// Document is the relevant document whose rank explains most of the change, and its 1-based
	// ranks then and now, 0 where it was not found. It is empty where no relevant document moved.
	Document              DocumentName
	RankBefore, RankAfter int
}

// Fallen are the moves for the worse.
func (c Change) Fallen() []Move {
	return slices.DeleteFunc(slices.Clone(c.Moves), func(m Move) bool { return m.After >= m.Before })
}

// Failed are the changes that fell further than allowed.
func (c Comparison) Failed() []Change {
	return slices.DeleteFunc(slices.Clone(c.Changes), func(c Change) bool { return c.Passed })
}

// CompareOptions say when a comparison fails. Seed feeds the test and the interval.
type CompareOptions struct {
	MaxDrop float64 // how far a mean may fall; 0 allows no fall at all
	Seed    uint64
}

// Compare holds a report against an earlier one. Both must share a question and a measure: an
// *EmptyError otherwise.
func Compare(before, after Report, o CompareOptions) (Comparison, error) {
	out := Comparison{Before: before.Name, After: after.Name}
	pairs := out.pair(before.Questions, after.Questions)
	if len(pairs) == 0 {
		return Comparison{}, &EmptyError{What: "questions of " + after.Name, In: "the baseline " + before.Name}
	}
	for column, m := range after.Measures {
		if earlier := before.column(m.String()); earlier >= 0 {
			out.Changes = append(out.Changes, change(m.String(), pairs, earlier, column, o))
		}
	}
	if len(out.Changes) == 0 {
		return Comparison{}, &EmptyError{What: "measures of " + after.Name, In: "the baseline " + before.Name}
	}
	return out, nil
}

type pair struct{ before, after Result }

func (c *Comparison) pair(before, after []Result) []pair {
	earlier := map[string]Result{}
	for _, r := range before {
		earlier[r.ID] = r
	}
	var pairs []pair
	for _, r := range after {
		if b, both := earlier[r.ID]; both {
			pairs = append(pairs, pair{b, r})
			delete(earlier, r.ID)
			continue
		}
		c.OnlyAfter = append(c.OnlyAfter, r.ID)
	}
	for _, r := range before {
		if _, left := earlier[r.ID]; left {
			c.OnlyBefore = append(c.OnlyBefore, r.ID)
		}
	}
	c.Questions = len(pairs)
	return pairs
}

func change(name string, pairs []pair, earlier, column int, o CompareOptions) Change {
	c := Change{Measure: name, MaxDrop: o.MaxDrop}
	differences := make([]float64, len(pairs))
	for i, p := range pairs {
		before, after := p.before.Values[earlier], p.after.Values[column]
		c.Before += before
		c.After += after
		differences[i] = after - before
		if differences[i] != 0 {
			c.Moves = append(c.Moves, p.move(before, after))
		}
	}
	c.Before /= float64(len(pairs))
	c.After /= float64(len(pairs))
	c.Difference = c.After - c.Before
	c.Passed = c.Difference >= -o.MaxDrop-slack
	c.P, c.Exact = PValue(differences, rounds, o.Seed)
	c.Low, c.High = Interval(differences, rounds, o.Seed)
	slices.SortStableFunc(c.Moves, func(a, b Move) int {
		return cmp.Compare(math.Abs(b.After-b.Before), math.Abs(a.After-a.Before))
	})
	return c
}

// move names the relevant document whose discounted gain changed most; the earliest found of equal ones.
func (p pair) move(before, after float64) Move {
	m := Move{ID: p.after.ID, Text: p.after.Text, Before: before, After: after}
	then, now := p.before.ranks(), p.after.ranks()
	most := 0.0
	for _, hit := range slices.Concat(p.before.Hits, p.after.Hits) {
		a, b := then[hit.Document], now[hit.Document]
		if moved := math.Abs(gain(hit.Grade, a) - gain(hit.Grade, b)); moved > most {
			most = moved
			m.Document, m.RankBefore, m.RankAfter = hit.Document, a, b
		}
	}
	return m
}

// ranks are the 1-based ranks of the relevant documents found.
func (r Result) ranks() map[DocumentName]int {
	out := map[DocumentName]int{}
	for i, hit := range r.Hits {
		if hit.Grade > 0 {
			out[hit.Document] = i + 1
		}
	}
	return out
}

func gain(grade, rank int) float64 {
	if rank == 0 {
		return 0
	}
	return float64(max(grade, 0)) / math.Log2(float64(rank)+1)
}
