package index

import (
	"context"
	"fmt"
	"strings"

	"octavo/engine/lexical"
)

// misheard holds postings to the text that they were counted from, and returns how many chunks and
// revisions have others.
func (r *fileReader) misheard(ctx context.Context) (int, error) {
	if r.meta.words != lexical.Version {
		return 0, nil // the rules by which they were counted are not known here
	}
	wrong, after := 0, int32(0)
	err := eachStretch(ctx, r.db, func(texts []revisionText) error {
		last := texts[len(texts)-1].revision
		chunks, lengths, err := r.heard(ctx, after, last)
		if err != nil {
			return err
		}
		for _, t := range texts {
			length := 0
			for i, counts := range t.count() {
				length += counts.Length
				at := place{t.revision, int32(i)}
				if want := spellCounts(counts); chunks[at] != want {
					wrong++
				}
				delete(chunks, at)
			}
			if lengths[t.revision] != length {
				wrong++
			}
		}
		wrong += len(chunks) // postings of chunks that are not there
		after = last
		return nil
	})
	return wrong, err
}

// heard is what is stored of the words of some revisions: each chunk's as spellCounts has them, and
// the length of the whole.
func (r *fileReader) heard(ctx context.Context, after, last int32) (map[place]string, map[int32]int, error) {
	chunks, lengths := map[place]string{}, map[int32]int{}
	args := bind("after", after, "last", last)
	err := each(ctx, r.db, statement("check/postings.sql"), args, func(scan func(...any) error) error {
		var at place
		var words string
		err := scan(&at.revision, &at.index, &words)
		chunks[at] = words
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	err = each(ctx, r.db, statement("check/lengths.sql"), args, func(scan func(...any) error) error {
		var revision int32
		var length int
		err := scan(&revision, &length)
		lengths[revision] = length
		return err
	})
	return chunks, lengths, err
}

// spellCounts writes counts as check/postings.sql does; empty where there is no term, as a chunk
// without postings has no row.
func spellCounts(c lexical.Counts) string {
	if len(c.Terms) == 0 {
		return ""
	}
	var out strings.Builder
	fmt.Fprint(&out, c.Length)
	for _, t := range c.Terms {
		fmt.Fprintf(&out, " %s:%d", t.Term, t.Count)
	}
	return out.String()
}
