package eval

import (
	"cmp"
	"maps"
	"slices"

	"octavo/engine/corpus"
)

// Content is what one document of an index consists of.
type Content struct {
	Document DocumentName
	Hash     corpus.ContentHash
	Chunks   []corpus.TextKey // of its chunks, in order
}

// DocumentDiff tells two sets of documents apart. Lists are in the order of (collection, file).
type DocumentDiff struct {
	Added, Removed []DocumentName
	Changed        []DocumentChange
	Unchanged      int
}

// DocumentChange is a document that both sets hold in different states.
type DocumentChange struct {
	Document     DocumentName
	SameBytes    bool // the file is the same and was only read or cut in another way
	ChunksBefore int
	ChunksAfter  int
	Kept         int // chunks whose text stands in both, however they moved
}

// DiffDocuments tells what became of the documents of an index. A document is changed when its bytes
// or the texts of its chunks are others.
func DiffDocuments(before, after []Content) DocumentDiff {
	earlier := map[DocumentName]Content{}
	for _, c := range before {
		earlier[c.Document] = c
	}
	var diff DocumentDiff
	for _, c := range after {
		b, both := earlier[c.Document]
		delete(earlier, c.Document)
		switch {
		case !both:
			diff.Added = append(diff.Added, c.Document)
		case b.Hash == c.Hash && slices.Equal(b.Chunks, c.Chunks):
			diff.Unchanged++
		default:
			diff.Changed = append(diff.Changed, DocumentChange{
				Document: c.Document, SameBytes: b.Hash == c.Hash,
				ChunksBefore: len(b.Chunks), ChunksAfter: len(c.Chunks), Kept: inBoth(b.Chunks, c.Chunks),
			})
		}
	}
	diff.Removed = slices.SortedFunc(maps.Keys(earlier), compareNames)
	slices.SortFunc(diff.Added, compareNames)
	slices.SortFunc(diff.Changed, func(a, b DocumentChange) int { return compareNames(a.Document, b.Document) })
	return diff
}

func compareNames(a, b DocumentName) int {
	return cmp.Or(cmp.Compare(a.Collection, b.Collection), cmp.Compare(a.File, b.File))
}

// inBoth counts the keys that two lists share, each as often as both hold it.
func inBoth(a, b []corpus.TextKey) int {
	left := map[corpus.TextKey]int{}
	for _, key := range a {
		left[key]++
	}
	count := 0
	for _, key := range b {
		if left[key] > 0 {
			left[key]--
			count++
		}
	}
	return count
}

// RunDiff tells what became of answers, without judging them.
type RunDiff struct {
	Before, After         string // names of the runs
	Depth                 int    // of the overlap
	Questions             []QuestionDiff
	Overlap, RankBiased   float64 // means over Questions
	OnlyBefore, OnlyAfter []string
}

// QuestionDiff tells what became of the answer to one question.
type QuestionDiff struct {
	ID         string
	Overlap    float64 // share in common among the first Depth hits
	RankBiased float64 // see RankBiasedOverlap
	Shifts     []Shift // hits within Depth, then or now, whose rank is another; best rank first
}

// Shift is a hit that moved. Ranks are 1-based; 0 where it was not found.
type Shift struct {
	Document              DocumentName
	Chunk                 int // of a run of chunks; else 0
	RankBefore, RankAfter int
}

// Persistence is the RankBiasedOverlap parameter of DiffRuns.
const Persistence = .9

// DiffRuns compares two runs question by question, in order of ids. Documents are known by their
// names and, in runs of chunks, by their chunk's index. Runs of different units have nothing in
// common that could be compared; they and runs without a common question are an *EmptyError.
func DiffRuns(before, after Run, depth int) (RunDiff, error) {
	diff := RunDiff{Before: before.Name, After: after.Name, Depth: depth}
	if before.Unit != after.Unit {
		return RunDiff{}, &EmptyError{What: string(after.Unit) + " to compare", In: before.Name}
	}
	for _, id := range slices.Sorted(maps.Keys(before.Hits)) {
		hits, both := after.Hits[id]
		if !both {
			diff.OnlyBefore = append(diff.OnlyBefore, id)
			continue
		}
		diff.Questions = append(diff.Questions, diffQuestion(id, before.items(before.Hits[id]), after.items(hits), depth))
	}
	for _, id := range slices.Sorted(maps.Keys(after.Hits)) {
		if _, both := before.Hits[id]; !both {
			diff.OnlyAfter = append(diff.OnlyAfter, id)
		}
	}
	if len(diff.Questions) == 0 {
		return RunDiff{}, &EmptyError{What: "questions of " + after.Name, In: before.Name}
	}
	for _, q := range diff.Questions {
		diff.Overlap += q.Overlap
		diff.RankBiased += q.RankBiased
	}
	diff.Overlap /= float64(len(diff.Questions))
	diff.RankBiased /= float64(len(diff.Questions))
	return diff, nil
}

// item is what a run ranks.
type item struct {
	document DocumentName
	chunk    int
}

func (r Run) items(hits []Hit) []item {
	out := make([]item, len(hits))
	for i, hit := range hits {
		out[i].document = hit.Document
		if r.Unit == Chunks {
			out[i].chunk = hit.Chunk
		}
	}
	return out
}

func diffQuestion(id string, before, after []item, depth int) QuestionDiff {
	q := QuestionDiff{ID: id, Overlap: Overlap(before, after, depth), RankBiased: RankBiasedOverlap(before, after, Persistence)}
	then, now := rankOf(before), rankOf(after)
	for _, it := range slices.Concat(after, before) {
		was, is := then[it], now[it]
		if was == is || min(orLast(was), orLast(is)) > depth {
			continue
		}
		q.Shifts = append(q.Shifts, Shift{it.document, it.chunk, was, is})
		delete(then, it)
		delete(now, it)
	}
	slices.SortStableFunc(q.Shifts, func(a, b Shift) int {
		return cmp.Compare(min(orLast(a.RankBefore), orLast(a.RankAfter)), min(orLast(b.RankBefore), orLast(b.RankAfter)))
	})
	return q
}

func rankOf(items []item) map[item]int {
	out := map[item]int{}
	for i, it := range items {
		out[it] = i + 1
	}
	return out
}

// orLast puts what was not found behind everything.
func orLast(rank int) int {
	if rank == 0 {
		return int(^uint(0) >> 1)
	}
	return rank
}

// Run is the run that a report was made of, as far as a report keeps it.
func (r Report) Run() Run {
	run := Run{Name: r.Name, Unit: r.Unit, Hits: map[string][]Hit{}}
	for _, q := range r.Questions {
		hits := make([]Hit, len(q.Hits))
		for i, hit := range q.Hits {
			hits[i] = hit.Hit
		}
		run.Hits[q.ID] = hits
	}
	return run
}
