package index

import (
	"context"
	"fmt"
	"strings"

	"octavo/engine/lexical"
)

// liveText is how much text is live, counted once: the file does not change.
type liveText struct {
	documents, chunks census
	languages         []lexical.Language
}

func (r *fileReader) live(ctx context.Context) (liveText, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.counted != nil {
		return *r.counted, nil
	}
	var live liveText
	err := each(ctx, r.db, statement("reader/census.sql"), bind("store", string(r.store)), func(scan func(...any) error) error {
		var language lexical.Language
		var documents, chunks, words int
		if err := scan(&language, &documents, &chunks, &words); err != nil {
			return err
		}
		live.documents.texts += documents
		live.documents.words += words
		live.chunks.texts += chunks
		live.chunks.words += words
		if words > 0 {
			live.languages = append(live.languages, language)
		}
		return nil
	})
	if err != nil {
		return liveText{}, fmt.Errorf("count words: %w", damaged(r.path, err))
	}
	r.counted = &live
	return live, nil
}

func (l liveText) of(level Level) census {
	if level == LevelDocuments {
		return l.documents
	}
	return l.chunks
}

// everyRow is a limit that no file reaches.
const everyRow = 1 << 30

// closeScores is how much of a score may lie between two ways to add it up: candidates are picked
// by the one and ranked by the other.
const closeScores = 1e-9

// Words lets DuckDB pick candidates, weighs them exactly and asks for more until none that is left
// can belong among the best.
func (r *fileReader) Words(ctx context.Context, plan lexical.Plan, filter Filter, level Level, limit int) ([]WordMatch, error) {
	if r.meta.words != lexical.Version {
		return nil, &StaleWordsError{Path: r.path, Found: r.meta.words, Want: lexical.Version}
	}
	if limit <= 0 || len(plan.Scored) == 0 {
		return nil, nil
	}
	matches, err := r.words(ctx, plan, filter, level, min(limit, everyRow/4))
	if err != nil {
		return nil, fmt.Errorf("search words: %w", damaged(r.path, err))
	}
	return matches, nil
}

func (r *fileReader) words(ctx context.Context, plan lexical.Plan, filter Filter, level Level, limit int) ([]WordMatch, error) {
	ask, err := r.ask(ctx, plan, filter, level)
	if err != nil || ask == nil {
		return nil, err
	}
	honoured := map[ChunkRef]bool{}
	for count := limit + slack; ; count *= 4 {
		texts, err := ask.rank(ctx, count)
		if err != nil {
			return nil, err
		}
		matches := ask.weighAll(texts.counted)
		best, err := r.honouring(ctx, plan, matches, texts, level, limit, honoured)
		if err != nil {
			return nil, err
		}
		whole := len(matches) < count
		if !whole && (len(best) < limit || matches[count-1].Score >= best[limit-1].Score*(1-closeScores)) {
			continue
		}
		if level == LevelDocuments {
			err = ask.nameBest(ctx, best, texts)
		}
		return best, err
	}
}

// ask is what is looked for, with the terms as the file numbers them.
type ask struct {
	weigher
	reader       *fileReader
	level        Level
	among        scope
	ids, of      []int32 // terms, and the place among the words of what each stands for
	must, places []int32 // terms, and the place in a phrase that one of them has to fill
	required     int     // places
}

// ask looks everything up; nil where nothing can be found.
func (r *fileReader) ask(ctx context.Context, plan lexical.Plan, filter Filter, level Level) (*ask, error) {
	live, err := r.live(ctx)
	if err != nil {
		return nil, err
	}
	a := ask{reader: r, level: level, ids: []int32{}, of: []int32{}, must: []int32{}, places: []int32{}}
	a.census = live.of(level)
	if a.weigher.words, err = seek(ctx, plan.Scored, r); err != nil {
		return nil, err
	}
	var terms []string
	for _, w := range a.weigher.words {
		terms = append(terms, w.terms...)
	}
	for _, phrase := range plan.Phrases {
		for _, g := range phrase {
			terms = append(terms, g.Terms...)
		}
	}
	ids, err := readTerms(ctx, r.db, terms)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	for i, w := range a.weigher.words {
		for _, term := range w.terms {
			if id, found := ids[term]; found {
				a.ids, a.of = append(a.ids, id), append(a.of, int32(i))
			}
		}
	}
	a.require(plan.Phrases, ids)
	a.among, err = resolve(ctx, r.db, r.store, filter)
	if len(a.ids) == 0 || !a.among.any && len(a.among.documents) == 0 {
		return nil, err
	}
	return &a, err
}

// require notes the places of phrases: a text in which one of them cannot be filled need not be read.
func (a *ask) require(phrases [][]lexical.Group, ids map[string]int32) {
	for _, phrase := range phrases {
		for i, g := range phrase {
			if i == 0 || g.Position != phrase[i-1].Position {
				a.required++
			}
			for _, term := range g.Terms {
				if id, found := ids[term]; found {
					a.must, a.places = append(a.must, id), append(a.places, int32(a.required))
				}
			}
		}
	}
}

// candidates are counted texts with where they are stored.
type candidates struct {
	counted []counted
	stored  map[ChunkRef]storedText
}

type storedText struct {
	document, revision int32
	language           lexical.Language
}

// rank reads the count texts with the highest scores, or all where there are fewer.
func (a *ask) rank(ctx context.Context, count int) (candidates, error) {
	out := candidates{stored: map[ChunkRef]storedText{}}
	a.df = make([]int, len(a.weigher.words))
	err := each(ctx, a.reader.db, statement("reader/words.sql"), a.args(count), func(scan func(...any) error) error {
		var text counted
		var at storedText
		var word, tf, df int
		if err := scan(&at.document, &at.revision, &text.Collection, &text.File, &text.Index, &at.language, &text.length, &word, &tf, &df); err != nil {
			return err
		}
		if _, known := out.stored[text.ChunkRef]; !known {
			out.stored[text.ChunkRef] = at
			text.tf = make([]int, len(a.df))
			out.counted = append(out.counted, text)
		}
		out.counted[len(out.counted)-1].tf[word] = tf
		a.df[word] = df
		return nil
	})
	return out, err
}

func (a *ask) args(count int) []any {
	times := make([]int32, len(a.weigher.words))
	for i, w := range a.weigher.words {
		times[i] = int32(w.count)
	}
	return append(a.among.args(), bind(
		"ids", a.ids, "words", a.of, "times", times, "whole", a.level == LevelDocuments,
		"texts", float64(a.texts), "mean", a.meanLength(), "k1", lexical.DefaultBM25.K1, "b", lexical.DefaultBM25.B,
		"must", a.must, "places", a.places, "required", a.required, "store", string(a.reader.store), "limit", count)...)
}

// nameBest finds the best chunks of documents as a search for chunks would rank them.
func (a *ask) nameBest(ctx context.Context, documents []WordMatch, texts candidates) error {
	if len(documents) == 0 {
		return nil
	}
	chunks := *a
	chunks.level, chunks.required = LevelChunks, 0
	live, err := a.reader.live(ctx)
	if err != nil {
		return err
	}
	chunks.census = live.chunks
	chunks.among = scope{anywhere: true, collections: []string{}, documents: make([]int32, len(documents))}
	for i, d := range documents {
		chunks.among.documents[i] = texts.stored[d.ChunkRef].document
	}
	found, err := chunks.rank(ctx, everyRow)
	if err != nil {
		return err
	}
	nameBest(documents, chunks.weighAll(found.counted))
	return nil
}

// honouring returns the first limit matches whose text the plan admits. What it learns of a text
// it keeps in known.
func (r *fileReader) honouring(ctx context.Context, plan lexical.Plan, matches []WordMatch, texts candidates,
	level Level, limit int, known map[ChunkRef]bool) ([]WordMatch, error) {
	if !demands(plan) {
		return matches[:min(limit, len(matches))], nil
	}
	const together = 64 // texts, read in one statement
	var out []WordMatch
	for len(matches) > 0 && len(out) < limit {
		some := matches[:min(together, len(matches))]
		matches = matches[len(some):]
		var unknown []ChunkRef
		for _, m := range some {
			if _, read := known[m.ChunkRef]; !read {
				unknown = append(unknown, m.ChunkRef)
			}
		}
		read := r.tokensOfDocuments
		if level == LevelChunks {
			read = r.tokensOfChunks
		}
		tokens, err := read(ctx, unknown, texts)
		if err != nil {
			return nil, err
		}
		for i, ref := range unknown {
			known[ref] = honours(plan, tokens(i))
		}
		for _, m := range some {
			if known[m.ChunkRef] && len(out) < limit {
				out = append(out, m)
			}
		}
	}
	return out, nil
}

// tokensOfDocuments reads whole texts; the function that it returns analyses one of them.
func (r *fileReader) tokensOfDocuments(ctx context.Context, refs []ChunkRef, texts candidates) (func(i int) []lexical.Token, error) {
	revisions := make([]int32, len(refs))
	for i, ref := range refs {
		revisions[i] = texts.stored[ref].revision
	}
	parts := map[int32]*strings.Builder{}
	err := each(ctx, r.db, statement("reader/texts.sql"), bind("revisions", revisions), func(scan func(...any) error) error {
		var revision int32
		var part string
		err := scan(&revision, &part)
		if parts[revision] == nil {
			parts[revision] = &strings.Builder{}
		}
		parts[revision].WriteString(part)
		return err
	})
	return func(i int) []lexical.Token {
		return lexical.Analyze(parts[revisions[i]].String(), texts.stored[refs[i]].language)
	}, err
}

// tokensOfChunks reads chunks with their neighbours.
func (r *fileReader) tokensOfChunks(ctx context.Context, refs []ChunkRef, texts candidates) (func(i int) []lexical.Token, error) {
	asked := map[place]bool{}
	for _, ref := range refs {
		for near := ref.Index - 1; near <= ref.Index+1; near++ {
			asked[place{texts.stored[ref].revision, int32(near)}] = true
		}
	}
	rows, err := r.rows(ctx, asked)
	return func(i int) []lexical.Token {
		at := texts.stored[refs[i]]
		near := func(step int) row { return rows[place{at.revision, int32(refs[i].Index + step)}] }
		return tokensWithin(near(-1).part, near(0).part, near(1).part, near(0).overlap, at.language)
	}, err
}

// endingIn and among make the reader a vocabulary.
func (r *fileReader) endingIn(ctx context.Context, suffix string) ([]string, error) {
	return r.terms(ctx, "reader/terms_ending.sql", bind("store", string(r.store), "suffix", suffix))
}

func (r *fileReader) among(ctx context.Context, terms []string) (map[string]bool, error) {
	found, err := r.terms(ctx, "reader/terms_live.sql", bind("store", string(r.store), "terms", terms))
	known := map[string]bool{}
	for _, term := range found {
		known[term] = true
	}
	return known, err
}

func (r *fileReader) terms(ctx context.Context, name string, args []any) ([]string, error) {
	var out []string
	err := each(ctx, r.db, statement(name), args, func(scan func(...any) error) error {
		var term string
		err := scan(&term)
		out = append(out, term)
		return err
	})
	return out, err
}
