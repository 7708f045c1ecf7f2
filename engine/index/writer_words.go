package index

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"iter"
	"slices"
	"strconv"

	"octavo/engine/lexical"
)

// revisionWords is a revision with the words of its chunks.
type revisionWords struct {
	revision int32
	chunks   []lexical.Counts
}

func (a admitted) words() []lexical.Counts {
	out := make([]lexical.Counts, len(a.chunks))
	for i, c := range a.chunks {
		out[i] = c.words
	}
	return out
}

// appendWords stores the words of new revisions; lastTerm is the highest term id in use.
func (w *fileWriter) appendWords(ctx context.Context, tx *sql.Tx, batch []revisionWords, lastTerm int32) error {
	if len(batch) == 0 {
		return nil
	}
	ids, err := w.termIDs(ctx, tx, batch, lastTerm)
	if err != nil {
		return err
	}
	added := 0
	if err := w.appendRows("postings", postingRows(batch, ids, &added)); err != nil {
		return err
	}
	if err := w.appendRows("revision_terms", termRows(batch, ids)); err != nil {
		return err
	}
	m, err := readMeta(ctx, tx, w.working)
	if err != nil {
		return err
	}
	return writeMeta(ctx, tx, "loose_postings", strconv.Itoa(m.loose+added))
}

// termIDs finds the numbers of all terms of a batch; new terms are given theirs.
func (w *fileWriter) termIDs(ctx context.Context, tx *sql.Tx, batch []revisionWords, last int32) (map[string]int32, error) {
	ids := map[string]int32{}
	for _, r := range batch {
		for _, c := range r.chunks {
			for _, t := range c.Terms {
				ids[t.Term] = 0
			}
		}
	}
	terms := make([]string, 0, len(ids))
	for term := range ids {
		terms = append(terms, term)
	}
	known, err := readTerms(ctx, tx, terms)
	if err != nil {
		return nil, err
	}
	slices.Sort(terms)
	var rows [][]driver.Value
	for _, term := range terms {
		id, found := known[term]
		if !found {
			last++
			id = last
			rows = append(rows, []driver.Value{id, term})
		}
		ids[term] = id
	}
	return ids, w.appendRows("terms", slices.Values(rows))
}

// postingRows yields a row for each term in each chunk, and counts them.
func postingRows(batch []revisionWords, ids map[string]int32, added *int) iter.Seq[[]driver.Value] {
	return func(yield func([]driver.Value) bool) {
		row := make([]driver.Value, 5)
		for _, r := range batch {
			for i, c := range r.chunks {
				row[1], row[2], row[4] = r.revision, int32(i), int32(c.Length)
				for _, t := range c.Terms {
					row[0], row[3] = ids[t.Term], int32(t.Count)
					*added++
					if !yield(row) {
						return
					}
				}
			}
		}
	}
}

// termRows yields a row for each revision.
func termRows(batch []revisionWords, ids map[string]int32) iter.Seq[[]driver.Value] {
	type count struct{ id, tf int32 }
	return func(yield func([]driver.Value) bool) {
		for _, r := range batch {
			var all []count
			for _, c := range r.chunks {
				for _, t := range c.Terms {
					all = append(all, count{ids[t.Term], int32(t.Count)})
				}
			}
			slices.SortFunc(all, func(a, b count) int { return cmp.Compare(a.id, b.id) })
			terms, tfs := []int32{}, []int32{}
			for _, c := range all {
				if n := len(terms); n > 0 && terms[n-1] == c.id {
					tfs[n-1] += c.tf
				} else {
					terms, tfs = append(terms, c.id), append(tfs, c.tf)
				}
			}
			if !yield([]driver.Value{r.revision, terms, tfs}) {
				return
			}
		}
	}
}

func readTerms(ctx context.Context, on session, terms []string) (map[string]int32, error) {
	ids := map[string]int32{}
	err := each(ctx, on, statement("reader/terms.sql"), bind("terms", terms), func(scan func(...any) error) error {
		var term string
		var id int32
		err := scan(&term, &id)
		ids[term] = id
		return err
	})
	return ids, err
}

// renewWords analyses all stored text anew where other rules told its words apart. No source is
// read for it and nothing is embedded.
func (w *fileWriter) renewWords(ctx context.Context) error {
	m, err := readMeta(ctx, w.conn, w.working)
	if err != nil || m.words == lexical.Version {
		return err
	}
	return w.change(ctx, "analyse words anew", func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, statement("writer/clear_words.sql")); err != nil {
			return err
		}
		if err := writeMeta(ctx, tx, "loose_postings", "0"); err != nil {
			return err
		}
		lastTerm := int32(0)
		err := eachStretch(ctx, tx, func(texts []revisionText) error {
			var batch []revisionWords
			var ids, lengths []int32
			var languages []string
			for _, t := range texts {
				t.language = lexical.Detect(t.whole())
				words := revisionWords{t.revision, t.count()}
				length := 0
				for _, c := range words.chunks {
					length += c.Length
				}
				batch = append(batch, words)
				ids, languages, lengths = append(ids, t.revision), append(languages, string(t.language)), append(lengths, int32(length))
			}
			if err := w.appendWords(ctx, tx, batch, lastTerm); err != nil {
				return err
			}
			if err := tx.QueryRowContext(ctx, statement("writer/last_ids.sql")).Scan(new(int32), new(int32), &lastTerm); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, statement("writer/relearn.sql"), bind("ids", ids, "languages", languages, "lengths", lengths)...)
			return err
		})
		if err != nil {
			return err
		}
		return writeMeta(ctx, tx, "words_version", strconv.Itoa(lexical.Version))
	})
}
