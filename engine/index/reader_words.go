package index

import (
	"context"
	"fmt"
	"slices"

	"octavo/engine/lexical"
)

// Words reads the postings of the question's terms and ranks what they stand for. It ranks
// revisions, which equal documents share, and names documents last.
func (r *fileReader) Words(ctx context.Context, plan lexical.Plan, filter Filter, level Level, limit int) ([]WordMatch, error) {
	if r.meta.words != lexical.Version {
		return nil, &StaleWordsError{Path: r.path, Found: r.meta.words, Want: lexical.Version}
	}
	if limit <= 0 || len(plan.Scored) == 0 {
		return nil, nil
	}
	matches, err := r.words(ctx, plan, filter, level, limit)
	if err != nil {
		return nil, fmt.Errorf("search words: %w", damaged(r.path, err))
	}
	return matches, nil
}

func (r *fileReader) words(ctx context.Context, plan lexical.Plan, filter Filter, level Level, limit int) ([]WordMatch, error) {
	words, err := seek(ctx, plan.Scored, r)
	if err != nil {
		return nil, err
	}
	among, err := resolve(ctx, r.db, r.edition, filter)
	if err != nil {
		return nil, err
	}
	live, err := r.liveRevisions(ctx)
	if err != nil {
		return nil, err
	}
	chosen := live
	if !among.everything() {
		if chosen, err = readRevisions(ctx, r.db, r.edition, among); err != nil {
			return nil, err
		}
	}
	census, err := r.live(ctx)
	if err != nil {
		return nil, err
	}
	p := &postings{words: words, live: live}
	if err := r.readPostings(ctx, p); err != nil {
		return nil, err
	}
	w := p.weigher(level, census.of(level))
	enough := limit
	if demands(plan) {
		enough = unlimited // not all of them will do
	}
	ranked := p.rank(level, w, enough, func(revision int32, s span) bool {
		return chosen.of(revision).copies > 0 && (level == LevelChunks || p.mayHold(plan, s))
	})
	if ranked, err = r.honouring(ctx, plan, ranked, level, limit); err != nil {
		return nil, err
	}
	if level == LevelDocuments {
		p.nameBest(ranked, p.weigher(LevelChunks, census.chunks))
	}
	matches := make([]WordMatch, len(ranked))
	for i, text := range ranked {
		matches[i] = p.explain(w, text)
	}
	return r.nameTexts(ctx, ranked, matches, among, limit)
}

// revisionFacts is what ranking needs of a revision: how many documents have it, and its words.
type revisionFacts struct{ copies, length int32 }

// revisionTable is the facts of revisions by their ids, which are dense enough for it.
type revisionTable []revisionFacts

// of is the facts of a revision; those of one that no document has are zero.
func (t revisionTable) of(revision int32) revisionFacts {
	if int(revision) >= len(t) {
		return revisionFacts{}
	}
	return t[revision]
}

// liveRevisions are those of all live documents, read once: the file does not change.
func (r *fileReader) liveRevisions(ctx context.Context) (revisionTable, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.revisions == nil {
		var err error
		if r.revisions, err = readRevisions(ctx, r.db, r.edition, everywhere); err != nil {
			r.revisions = nil
			return nil, err
		}
	}
	return r.revisions, nil
}

func readRevisions(ctx context.Context, on session, of edition, among scope) (revisionTable, error) {
	out := revisionTable{}
	args := append(among.args(), bind("store", string(of.store))...)
	err := each(ctx, on, of.statement("reader/document_revisions.sql"), args, func(scan func(...any) error) error {
		var revision int32
		var f revisionFacts
		if err := scan(&revision, &f.copies, &f.length); err != nil {
			return err
		}
		if missing := int(revision) + 1 - len(out); missing > 0 {
			out = append(out, make(revisionTable, missing)...)
		}
		out[revision] = f
		return nil
	})
	return out, err
}

// readPostings reads where the terms of the words stand.
func (r *fileReader) readPostings(ctx context.Context, p *postings) error {
	var terms []string
	for _, w := range p.words {
		terms = append(terms, w.terms...)
	}
	numbers, err := readTerms(ctx, r.db, terms)
	if err != nil {
		return err
	}
	ids := make([]int32, 0, len(numbers))
	for _, id := range numbers {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	entries, err := r.entriesOf(ctx, ids)
	if err != nil {
		return err
	}
	var runs [][]posting // of each word and term; the same term may stand for several words
	for i, w := range p.words {
		for _, term := range w.terms {
			id, found := numbers[term]
			if !found {
				continue
			}
			run := make([]posting, len(entries[id]))
			for k, e := range entries[id] {
				run[k] = posting{e.revision, e.index, int32(i), int32(len(p.terms)), e.tf, e.length}
			}
			runs = append(runs, run)
			p.terms = append(p.terms, term)
		}
	}
	p.rows = merged(runs)
	return nil
}

// nameTexts gives the matches of ranked revisions the names of the documents that have them and
// that the filter lets through, best first.
func (r *fileReader) nameTexts(ctx context.Context, ranked []rankedText, matches []WordMatch, among scope, limit int) ([]WordMatch, error) {
	if len(ranked) == 0 {
		return nil, nil
	}
	revisions := revisionsOf(ranked)
	slices.Sort(revisions)
	documents, err := r.documentsWith(ctx, slices.Compact(revisions), among)
	if err != nil {
		return nil, err
	}
	var out []WordMatch
	for i, match := range matches {
		for _, ref := range documents[ranked[i].revision] {
			match.Collection, match.File, match.Revision = ref.Collection, ref.File, ref.digest
			out = append(out, match)
		}
	}
	slices.SortFunc(out, compareMatches)
	return out[:min(limit, len(out))], nil
}

// named is a document with the digest of its text.
type named struct {
	DocumentRef
	digest string
}

// documentsWith are, by revision, the documents that have one of some revisions and that lie in the
// scope.
func (r *fileReader) documentsWith(ctx context.Context, revisions []int32, among scope) (map[int32][]named, error) {
	documents := map[int32][]named{}
	args := append(among.args(), bind("store", string(r.store), "revisions", revisions)...)
	err := each(ctx, r.db, r.statement("reader/revision_documents.sql"), args, func(scan func(...any) error) error {
		var revision int32
		var ref named
		err := scan(&revision, &ref.Collection, &ref.File, &ref.digest)
		documents[revision] = append(documents[revision], ref)
		return err
	})
	return documents, err
}

// endingIn and among make the reader a vocabulary.
func (r *fileReader) endingIn(ctx context.Context, suffix string) ([]string, error) {
	return r.terms(ctx, "reader/terms_ending.sql", bind("store", string(r.store), "suffix", suffix))
}

func (r *fileReader) among(ctx context.Context, terms []string) (map[string]bool, error) {
	found, err := r.terms(ctx, "reader/terms_held.sql", bind("store", string(r.store), "terms", terms))
	known := map[string]bool{}
	for _, term := range found {
		known[term] = true
	}
	return known, err
}

func (r *fileReader) terms(ctx context.Context, name string, args []any) ([]string, error) {
	var out []string
	err := each(ctx, r.db, r.statement(name), args, func(scan func(...any) error) error {
		var term string
		err := scan(&term)
		out = append(out, term)
		return err
	})
	return out, err
}
