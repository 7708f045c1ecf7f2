package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"octavo/engine/eval"
	"octavo/engine/eval/measure"
)

// table prints a collection's contenders side by side, the first of them as the measure of ratios.
type table struct {
	collection
	contenders []*contender
}

// print leaves times out where answers are judged: those collections are too small to time.
func (t table) print(to io.Writer) error {
	head := "| " + t.name
	for _, x := range t.contenders {
		head += " | " + x.name
	}
	fmt.Fprintf(to, "%s |\n|---|%s\n", head, strings.Repeat("---:|", len(t.contenders)))
	if t.answers == nil {
		t.costs(to)
	}
	t.row(to, "first ten as octavo has them", "%.3f", func(x *contender) float64 {
		return agreement(t.contenders[0].asks[0].Rankings, x.asks[0].Rankings)
	})
	if err := t.judge(to); err != nil {
		return err
	}
	fmt.Fprintln(to)
	return nil
}

// costs prints time and space. What an index of words costs Octavo is the difference of two files,
// one of them without words.
func (t table) costs(to io.Writer) {
	seconds := func(m measured) float64 { return m.Seconds }
	size := func(m measured) float64 { return float64(m.Bytes) / 1e6 }
	peak := func(m measured) float64 { return float64(m.Peak) / 1e6 }
	t.row(to, "index", "%.2f s", func(x *contender) float64 { return medianOf(x.indexes, seconds) - x.shared(seconds) })
	t.row(to, "the same, octavo with text and vectors", "%.2f s", func(x *contender) float64 { return medianOf(x.indexes, seconds) })
	t.row(to, "index on disk", "%.1f MB", func(x *contender) float64 { return medianOf(x.indexes, size) - x.shared(size) })
	t.row(to, "peak memory, indexing", "%.0f MB", func(x *contender) float64 { return medianOf(x.indexes, peak) })
	t.row(to, "peak memory, asking", "%.0f MB", func(x *contender) float64 { return medianOf(x.asks, peak) })
	for _, p := range []float64{50, 99} {
		t.row(to, fmt.Sprintf("question, p%g", p), "%.2f ms", func(x *contender) float64 {
			return medianOf(x.asks, func(m measured) float64 { return eval.Percentile(m.Times, p).Seconds() * 1e3 })
		})
	}
}

// shared is what an index costs without its words.
func (x *contender) shared(value func(measured) float64) float64 {
	if len(x.bares) == 0 {
		return 0
	}
	return medianOf(x.bares, value)
}

// row prints a figure of each contender; behind those of the others, how many times as much octavo's is.
func (t table) row(to io.Writer, what, format string, figure func(*contender) float64) {
	line := "| " + what
	first := figure(t.contenders[0])
	for i, x := range t.contenders {
		value := figure(x)
		line += " | " + fmt.Sprintf(format, value)
		if i > 0 && strings.Contains(format, " ") { // it has a unit
			line += " (x " + ratio(first/value) + ")"
		}
	}
	fmt.Fprintln(to, line+" |")
}

// ratio has two digits where they say something.
func ratio(r float64) string {
	if r < 10 {
		return strconv.FormatFloat(r, 'f', 1, 64)
	}
	return strconv.FormatFloat(r, 'f', 0, 64)
}

// judge prints nDCG@10 where the answers are known.
func (t table) judge(to io.Writer) error {
	if t.answers == nil {
		return nil
	}
	ndcg, err := measure.Parse("ndcg@10")
	if err != nil {
		return err
	}
	t.row(to, "nDCG@10", "%.4f", func(x *contender) float64 {
		sum := 0.0
		for i, answers := range t.answers {
			grades, judged := map[string]int{}, []int{}
			for _, a := range answers {
				grades[a.ID] = a.Grade
				judged = append(judged, a.Grade)
			}
			var found []int
			for _, line := range x.asks[0].Rankings[i] {
				found = append(found, grades[strconv.Itoa(line+1)])
			}
			sum += ndcg.Of(measure.NewRanking(found, judged))
		}
		return sum / float64(len(t.answers))
	})
	return nil
}

func medianOf(of []measured, value func(measured) float64) float64 {
	values := make([]float64, len(of))
	for i, m := range of {
		values[i] = value(m)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// agreement is the mean share of the first ten of one ranking that are among the first ten of another.
func agreement(a, b [][]int) float64 {
	sum, asked := 0.0, 0
	for i := range a {
		first, second := a[i][:min(10, len(a[i]))], b[i][:min(10, len(b[i]))]
		if len(first) == 0 {
			continue
		}
		asked++
		for _, line := range first {
			if slices.Contains(second, line) {
				sum += 1 / float64(len(first))
			}
		}
	}
	return sum / float64(asked)
}
