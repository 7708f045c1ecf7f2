package search

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"octavo/engine/index"
	"octavo/engine/lexical"
)

// Obstacle is why a passage is not among the results of a request.
type Obstacle string

// The obstacles. Several can stand in the way of one passage.
const (
	OutsideScope  Obstacle = "outside-scope"  // its collection was not searched
	Filtered      Obstacle = "filtered"       // a filter of the query does not let it through
	PhraseMissing Obstacle = "phrase-missing" // it does not hold a phrase of the query
	Excluded      Obstacle = "excluded"       // it holds what the query excludes
	PatternAbsent Obstacle = "pattern-absent" // it does not hold the pattern
	WordsAbsent   Obstacle = "words-absent"   // it holds none of the words, which alone were asked
	Folded        Obstacle = "folded"         // a copy of it stands for it
	TextItself    Obstacle = "text-itself"    // it is what the results are to be like, or a copy of it
	BeyondLimit   Obstacle = "beyond-limit"   // it ranks below the last result
	NoCandidate   Obstacle = "no-candidate"   // no leg put it among those that were fused
)

// Reason is one obstacle and what it consists of.
type Reason struct {
	Obstacle Obstacle
	What     string // a filter, a phrase, a word, a file; as the query or the file has it
}

// Standing tells where a document, or a chunk, stands in the answer to a request.
type Standing struct {
	Answer   Answer // without hits
	Document index.Document
	Chunk    int  // -1: the document was asked about, by its best chunk
	Shown    bool // it is among the results
	Rank     int  // 0-based among all that was ranked; -1 where it was not
	Reasons  []Reason
	// Legs are its values in each leg; a Rank there is its place among all that the leg can find, and -1
	// where the leg cannot.
	Legs  []LegDetail
	Lacks []string // words of the question that it does not hold, as the index knows them
	// Score and Last are the scores by which it and the last result were ranked, where it was ranked
	// and did not come in. Legs have values of other sizes, so they mean nothing by themselves.
	Score, Last float64
	// Limit is one that would show it, as was tried out; 0 where none up to MaxLimit does.
	Limit int
}

// Why tells why a document is not in the answer to a request, or a chunk of it where chunk is not
// negative. Ranks and scores are those of the search itself.
// Errors: those of Documents, index.ErrNotFound.
func (s Searcher) Why(ctx context.Context, r Request, at index.DocumentRef, chunk int) (Standing, error) {
	w := inquiry{Searcher: s, request: r, at: index.ChunkRef{Collection: at.Collection, File: at.File, Index: max(chunk, 0)}, of: documents}
	if chunk >= 0 {
		w.of = chunks
	}
	w.standing = Standing{Chunk: chunk, Rank: -1}
	err := w.run(ctx)
	return w.standing, err
}

// inquiry gathers what there is to say of one passage.
type inquiry struct {
	Searcher
	request  Request
	at       index.ChunkRef
	of       unit
	found    finding
	standing Standing
}

func (w *inquiry) run(ctx context.Context) error {
	var err error
	st := &w.standing
	if st.Document, err = w.Reader.Document(ctx, index.Locator{Collection: w.at.Collection, File: w.at.File}); err != nil {
		return err
	}
	if st.Chunk >= st.Document.Chunks {
		return index.ErrNotFound
	}
	if w.found, err = w.find(ctx, w.request, w.of); err != nil {
		return err
	}
	st.Answer = w.found.answer
	if st.Rank = w.rankIn(w.found.ranked); st.Rank >= 0 {
		w.place()
	}
	for _, look := range []func(context.Context) error{w.lookAtScope, w.lookAtFilters, w.lookAtText, w.lookAtLegs, w.lookAtCopies} {
		if err := look(ctx); err != nil {
			return err
		}
	}
	if !st.Shown && len(st.Reasons) == 0 {
		w.lookAtRank()
	}
	return w.tryLimits(ctx)
}

// rankIn finds the passage in a ranking.
func (w *inquiry) rankIn(ranked []candidate) int {
	return slices.IndexFunc(ranked, func(c candidate) bool { return w.of.key(c.at) == w.of.key(w.at) })
}

// place says how far from the results the passage ranks.
func (w *inquiry) place() {
	st := &w.standing
	st.Shown = st.Rank < st.Answer.Limit
	if !st.Shown && w.found.places == nil {
		st.Score, st.Last = w.found.ranked[st.Rank].score, w.found.ranked[st.Answer.Limit-1].score
	}
}

func (w *inquiry) add(o Obstacle, what string) {
	w.standing.Reasons = append(w.standing.Reasons, Reason{o, what})
}

func (w *inquiry) lookAtScope(context.Context) error {
	if !slices.Contains(w.found.answer.Collections, w.at.Collection) {
		w.add(OutsideScope, string(w.at.Collection))
	}
	return nil
}

// lookAtFilters holds the document to each filter alone.
func (w *inquiry) lookAtFilters(context.Context) error {
	d := w.standing.Document
	described := lexical.Described{File: d.File, Title: d.Title, LastModified: d.LastModified, Metadata: d.Metadata}
	for _, f := range w.found.query.Words.Filters {
		if !f.Admits(described) {
			w.add(Filtered, f.String())
		}
	}
	return nil
}

// lookAtText holds the text to the pattern, or to each phrase and exclusion alone.
func (w *inquiry) lookAtText(ctx context.Context) error {
	if w.found.places != nil || w.request.Mode == ModeSubstring || w.request.Mode == ModeRegex {
		return w.lookForPattern(ctx)
	}
	info, err := w.Reader.Info(ctx)
	if err != nil {
		return err
	}
	for _, part := range w.found.query.Words.Parts {
		if !part.Phrase {
			continue
		}
		if held, err := w.holds(ctx, part, info.Languages); err != nil {
			return err
		} else if !held {
			w.add(PhraseMissing, part.String())
		}
	}
	for _, part := range w.found.query.Words.Without {
		if held, err := w.holds(ctx, part, info.Languages); err != nil {
			return err
		} else if held {
			w.add(Excluded, "-"+part.String())
		}
	}
	return nil
}

// holds reports whether the text holds a phrase, or a word as a phrase of one. A part without any
// term asks for nothing.
func (w *inquiry) holds(ctx context.Context, part lexical.Part, languages []lexical.Language) (bool, error) {
	phrases := lexical.Query{Parts: []lexical.Part{{Text: part.Text, Phrase: true}}}.Plan(languages).Phrases
	if len(phrases) == 0 {
		return true, nil
	}
	plan := lexical.Plan{Scored: phrases[0], Phrases: phrases}
	matches, err := w.Reader.Words(ctx, plan, w.alone(), w.of.level(), everything)
	return slices.ContainsFunc(matches, func(m index.WordMatch) bool { return w.of.key(m.ChunkRef) == w.of.key(w.at) }), err
}

func (w *inquiry) lookForPattern(ctx context.Context) error {
	pattern := index.Pattern{Text: w.found.query.Text, Regexp: w.request.Mode == ModeRegex}
	matches, err := w.Reader.Grep(ctx, pattern, w.alone(), everything)
	if err == nil && !slices.ContainsFunc(matches, func(m index.TextMatch) bool { return w.of.key(m.ChunkRef) == w.of.key(w.at) }) {
		w.add(PatternAbsent, w.found.query.Text)
	}
	return err
}

// alone is the filter that lets the document through and nothing else.
func (w *inquiry) alone() index.Filter {
	return index.Filter{Documents: []index.DocumentRef{documentOf(w.at)}}
}

// lookAtLegs ranks everything in each leg that took part, to find the passage however far down.
func (w *inquiry) lookAtLegs(ctx context.Context) error {
	mode := w.standing.Answer.Mode
	if mode == ModeSubstring || mode == ModeRegex {
		return nil
	}
	q := w.found.question
	whole, own := newPool(w.of), newPool(w.of)
	here := question{vector: q.vector, plan: lexical.Plan{Scored: q.plan.Scored}, filter: w.alone(), unit: w.of, copies: true}
	if mode != ModeLexical && q.vector != nil {
		if err := errors.Join(w.byMeaning(ctx, q, everything/4, whole), w.byMeaning(ctx, here, everything/4, own)); err != nil {
			return err
		}
	}
	if mode != ModeSemantic {
		if err := errors.Join(w.byWords(ctx, q, everything, whole), w.byWords(ctx, here, everything, own)); err != nil {
			return err
		}
	}
	self := own.known(w.at)
	if self == nil {
		self = &candidate{at: w.at, meaning: unranked, words: unranked}
	}
	self.meaning.rank, self.words.rank = -1, -1
	if known := whole.known(w.at); known != nil {
		self.meaning.rank, self.words.rank = known.meaning.rank, known.words.rank
	}
	self.meaning.scored, self.words.scored = mode != ModeLexical, mode != ModeSemantic
	w.standing.Legs = w.explain(*self)
	if rank := w.standing.Rank; rank >= 0 {
		if c := w.found.ranked[rank]; c.score != c.fused {
			w.standing.Legs = append(w.standing.Legs, LegDetail{Name: LegSmoothing, Rank: -1, Value: c.score - c.fused, Weight: 1})
		}
	}
	if mode == ModeSemantic {
		return nil
	}
	for _, g := range q.plan.Scored {
		if !slices.ContainsFunc(self.terms, func(t index.TermScore) bool { return t.Term == g.Terms[0] }) {
			w.standing.Lacks = append(w.standing.Lacks, g.Terms[0])
		}
	}
	if mode == ModeLexical && len(self.terms) == 0 {
		w.add(WordsAbsent, "")
	}
	return nil
}

// lookAtCopies finds the copy that stands for the document.
func (w *inquiry) lookAtCopies(ctx context.Context) error {
	if w.standing.Rank >= 0 || len(w.standing.Reasons) > 0 {
		return nil
	}
	at := documentOf(w.at)
	if q := w.found.question; q.except != "" {
		gist, err := w.Reader.Gist(ctx, at, -1)
		if err != nil {
			return err
		}
		if gist.Revision == q.except {
			w.add(TextItself, "")
			return nil
		}
	}
	if w.request.Copies {
		return nil
	}
	copies, err := w.Reader.Copies(ctx, []index.DocumentRef{at}, w.found.question.filter)
	if err != nil || len(copies[at]) == 0 {
		return err
	}
	first := copies[at][0].DocumentRef
	if (index.ChunkRef{Collection: first.Collection, File: first.File}).Compare(index.ChunkRef{Collection: at.Collection, File: at.File}) < 0 {
		w.add(Folded, fmt.Sprintf("%s/%s", first.Collection, first.File))
	}
	return nil
}

// lookAtRank is for what nothing keeps out but others that rank better.
func (w *inquiry) lookAtRank() {
	st := &w.standing
	plain := len(w.found.question.plan.Phrases)+len(w.found.question.plan.Without) == 0
	if mode := st.Answer.Mode; plain && st.Rank < 0 && (mode == ModeLexical || mode == ModeSemantic) && st.Legs[0].Rank >= 0 {
		// a leg alone is the ranking, and its own rank is known
		st.Rank, st.Score, st.Last = st.Legs[0].Rank, st.Legs[0].Value, w.found.ranked[len(w.found.ranked)-1].score
	}
	if st.Rank >= 0 || w.found.places != nil {
		w.add(BeyondLimit, "")
	} else {
		w.add(NoCandidate, "")
	}
}

// tryLimits searches again with a limit that should show the passage, to be sure that it does: more
// candidates change the scores of all.
func (w *inquiry) tryLimits(ctx context.Context) error {
	st := &w.standing
	if st.Shown || slices.ContainsFunc(st.Reasons, func(r Reason) bool { return r.Obstacle != BeyondLimit && r.Obstacle != NoCandidate }) {
		return nil
	}
	rank := st.Rank
	for _, limit := range []int{rank + 1, MaxLimit, 0} {
		if limit == 0 {
			limit = rank + 1 // as the search with the greatest limit had it
		}
		if limit <= st.Answer.Limit || limit > MaxLimit || limit == st.Limit {
			continue
		}
		r := w.request
		r.Limit = limit
		found, err := w.find(ctx, r, w.of)
		if err != nil {
			return err
		}
		if at := w.rankIn(found.ranked); at >= 0 && at < limit {
			st.Limit, rank = limit, at
			if limit < MaxLimit {
				return nil
			}
		}
	}
	return nil
}
