package build

import (
	"slices"
	"strings"
	"time"

	"octavo/engine/build/walk"
	"octavo/engine/corpus"
	"octavo/engine/index"
)

// tally counts results as they come and reports progress. One goroutine uses it at a time.
type tally struct {
	Summary
	outcomes []index.Outcome
	dropped  map[corpus.CollectionPath][]corpus.FilePath // indexed before, passed over now
	reasons  map[[2]string]*Reason
	progress Progress
	report   Reporter
	blank    int // chunks that are stored but not embedded
}

func newTally(scan Scanned, report Reporter) *tally {
	t := &tally{
		Summary:  Summary{Collections: scan.paths},
		dropped:  map[corpus.CollectionPath][]corpus.FilePath{},
		reasons:  map[[2]string]*Reason{},
		progress: Progress{Phase: PhaseFill, Files: len(scan.tasks)},
		report:   report,
	}
	t.tell()
	return t
}

func (t *tally) tell() {
	if t.report != nil {
		t.report(t.progress)
	}
}

// count takes one result in; chunks is how many texts have been asked for so far.
func (t *tally) count(r result, chunks int) {
	t.Seen++
	switch r.outcome.Outcome {
	case Indexed, Partial:
		t.Bytes += r.document.Bytes
		t.Chunks += r.document.Chunks
		t.blank += blanks(r.document.Cut)
		if r.task.known {
			t.Changed++
		} else {
			t.Added++
		}
	case Unchanged:
		t.Unchanged++
	case Skipped:
		t.Skipped++
		t.reason(r.outcome)
		if r.task.known && r.outcome.Reason != shadowed && r.outcome.Reason != walk.TooLarge {
			t.dropped[r.outcome.Collection] = append(t.dropped[r.outcome.Collection], r.outcome.File)
		}
	case Failed:
		t.Failed++
		t.reason(r.outcome)
	}
	if r.outcome.Reason != shadowed {
		t.outcomes = append(t.outcomes, r.outcome)
	}
	t.progress.Done, t.progress.Failed, t.progress.Chunks = t.Seen, t.Failed, chunks
	t.progress.Current = r.outcome.File
	t.tell()
}

// embedding takes in how far the model has come, in texts.
func (t *tally) embedding(chunks, settled, embedded int) {
	t.Embedded = embedded
	t.progress.Chunks, t.progress.Embedded = chunks, settled
	t.tell()
}

func (t *tally) reason(o index.Outcome) {
	key := [2]string{o.Outcome, o.Reason}
	if t.reasons[key] == nil {
		t.reasons[key] = &Reason{Outcome: o.Outcome, Code: o.Reason, Example: o.File, Detail: o.Detail}
	}
	r := t.reasons[key]
	r.Count++
	if o.File < r.Example {
		r.Example, r.Detail = o.File, o.Detail
	}
}

// finish orders what is reported, so that the same build tells the same.
func (t *tally) finish(elapsed time.Duration) {
	t.Elapsed = elapsed
	t.Reused = t.Chunks - t.blank - t.Embedded
	for _, r := range t.reasons {
		t.Reasons = append(t.Reasons, *r)
	}
	slices.SortFunc(t.Reasons, func(a, b Reason) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return strings.Compare(a.Outcome+a.Code, b.Outcome+b.Code)
	})
}

func blanks(chunks []corpus.Chunk) int {
	n := 0
	for _, c := range chunks {
		if corpus.Blank(c.Characters) {
			n++
		}
	}
	return n
}
