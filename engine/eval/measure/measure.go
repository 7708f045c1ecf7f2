// Package measure holds the measures of retrieval quality, one file each, as trec_eval defines them.
//
// A measure sees one query at a time: the grades of what was found, by rank, and the grades of all
// that was there to find. It knows no documents, files or runs, and returns a number from 0 to 1.
// Means, gates and comparisons are made above it.
package measure

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"octavo/engine/corpus"
)

// Ranking is what one query brought and what it could have brought.
type Ranking struct {
	// Found holds the grade of the document at each rank, best rank first. Unjudged documents have
	// grade 0; a grade below 1 means not relevant.
	Found []int
	// Relevant holds the grades of all relevant documents of the query, found or not, highest first.
	Relevant []int
}

// NewRanking makes a ranking of the grades found and of all grades judged for the query.
func NewRanking(found, judged []int) Ranking {
	var relevant []int
	for _, grade := range judged {
		if grade > 0 {
			relevant = append(relevant, grade)
		}
	}
	slices.SortFunc(relevant, func(a, b int) int { return cmp.Compare(b, a) })
	return Ranking{Found: found, Relevant: relevant}
}

// relevantWithin counts the relevant documents among the first depth.
func (r Ranking) relevantWithin(depth int) int {
	count := 0
	for _, grade := range r.Found[:min(depth, len(r.Found))] {
		if grade > 0 {
			count++
		}
	}
	return count
}

// first is the 1-based rank of the first relevant document; 0 where none was found.
func (r Ranking) first() int {
	return 1 + slices.IndexFunc(r.Found, func(grade int) bool { return grade > 0 })
}

// Measure is one measure at one depth, for example nDCG@10. The zero Measure is not usable.
type Measure struct {
	kind  kind
	depth int // whole for the whole ranking
}

// whole is a depth that no ranking reaches.
const whole = int(^uint(0) >> 1)

// kind is a family of measures; at takes the depth, which the file of each one explains.
type kind struct {
	name  string
	text  string
	depth depthRule
	at    func(r Ranking, depth int) float64
}

type depthRule int

const (
	depthRequired depthRule = iota
	depthOptional
)

var kinds = []kind{ndcg, recall, precision, reciprocalRank, averagePrecision, success}

// Of computes the measure for one query. A query without any relevant document has the value 0, as
// in trec_eval.
func (m Measure) Of(r Ranking) float64 {
	if len(r.Relevant) == 0 {
		return 0
	}
	return m.kind.at(r, m.depth)
}

// String is the specification, as Parse reads it: "ndcg@10", "map".
func (m Measure) String() string {
	if m.depth == whole {
		return m.kind.name
	}
	return m.kind.name + "@" + strconv.Itoa(m.depth)
}

// Depth is the number of ranks that the measure looks at; ok is false where it looks at all.
func (m Measure) Depth() (ranks int, ok bool) { return m.depth, m.depth != whole }

// Text explains the measure in a sentence or two and names its source.
func (m Measure) Text() string { return m.kind.text }

// SpecError says why a specification names no measure.
type SpecError struct {
	Spec    string
	Cause   string
	Known   []string // forms of all specifications, for example "ndcg[@K]"
	Nearest string   // the known name that was probably meant; empty where none is near
}

func (e *SpecError) Error() string {
	return fmt.Sprintf("%q is not a measure: %s (known: %s)", e.Spec, e.Cause, strings.Join(e.Known, ", "))
}

// Parse reads a specification: a name, for most measures with a depth, as in "ndcg@10", "recall@20",
// "p@5", "mrr", "mrr@10", "map" or "success@1". Letter case does not matter.
// It returns a *SpecError.
func Parse(spec string) (Measure, error) {
	name, digits, hasDepth := strings.Cut(strings.ToLower(strings.TrimSpace(spec)), "@")
	fail := func(cause string) (Measure, error) {
		return Measure{}, &SpecError{Spec: spec, Cause: cause, Known: Known(), Nearest: corpus.Nearest(name, names())}
	}
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	switch {
	case i < 0:
		return fail("there is no such name")
	case !hasDepth && kinds[i].depth == depthRequired:
		return fail("it needs a depth, as in " + name + "@10")
	case !hasDepth:
		return Measure{kinds[i], whole}, nil
	}
	depth, err := strconv.Atoi(digits)
	if err != nil || depth < 1 {
		return fail(fmt.Sprintf("the depth %q is not a whole number above 0", digits))
	}
	return Measure{kinds[i], depth}, nil
}

// Known lists the forms that Parse reads: "p@K" needs a depth, "map[@K]" may have one.
func Known() []string {
	out := names()
	for i, k := range kinds {
		if k.depth == depthRequired {
			out[i] += "@K"
		} else {
			out[i] += "[@K]"
		}
	}
	return out
}

func names() []string {
	out := make([]string, len(kinds))
	for i, k := range kinds {
		out[i] = k.name
	}
	return out
}
