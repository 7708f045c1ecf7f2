package index

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"octavo/engine/lexical"
)

// gistOf weighs the counts of a text; df is how many live documents hold a term.
func gistOf(counts map[string]int32, length int, df map[string]int32, all census) []GistTerm {
	var out []GistTerm
	for term, tf := range counts {
		weight := lexical.IDF(float64(df[term]), float64(all.texts)) * lexical.DefaultBM25.TF(float64(tf), float64(length), all.meanLength())
		out = append(out, GistTerm{Term: term, Weight: weight})
	}
	slices.SortFunc(out, func(a, b GistTerm) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Term, b.Term))
	})
	return out
}

// countChunk counts the words of a chunk with its overlap: what a reader of it sees.
func countChunk(tokens []lexical.Token) (counts map[string]int32, length int) {
	counts = map[string]int32{}
	position := -1
	for _, t := range tokens {
		counts[t.Term]++
		if t.Position != position {
			position = t.Position
			length++
		}
	}
	return counts, length
}

func (r *fileReader) Gist(ctx context.Context, of DocumentRef, chunk int) (Gist, error) {
	documents, err := describe(ctx, r.db, r.edition, Filter{Documents: []DocumentRef{of}})
	if err != nil {
		return Gist{}, fmt.Errorf("read the gist of %s: %w", of.File, damaged(r.path, err))
	}
	if len(documents) == 0 || chunk >= documents[0].chunks {
		return Gist{}, ErrNotFound
	}
	gist, err := r.gist(ctx, documents[0], chunk)
	if err != nil {
		return Gist{}, fmt.Errorf("read the gist of %s: %w", of.File, damaged(r.path, err))
	}
	return gist, nil
}

func (r *fileReader) gist(ctx context.Context, of described, chunk int) (Gist, error) {
	live, err := r.live(ctx)
	if err != nil {
		return Gist{}, err
	}
	counts, length, err := r.wordsOf(ctx, of, chunk)
	if err != nil {
		return Gist{}, err
	}
	df, err := r.holdersOf(ctx, counts)
	if err != nil {
		return Gist{}, err
	}
	gist := Gist{Revision: of.digest, Terms: gistOf(counts, length, df, live.documents)}
	gist.Vector, err = r.vectorOf(ctx, of, chunk)
	return gist, err
}

// wordsOf counts the words of a document, or of a chunk.
func (r *fileReader) wordsOf(ctx context.Context, of described, chunk int) (counts map[string]int32, length int, err error) {
	if chunk >= 0 {
		texts := []rankedText{{revision: of.revision, index: chunk}}
		tokens, err := r.tokensOfChunks(ctx, texts)
		if err != nil {
			return nil, 0, err
		}
		counts, length = countChunk(tokens(0))
		return counts, length, nil
	}
	live, err := r.liveRevisions(ctx)
	if err != nil {
		return nil, 0, err
	}
	counts = map[string]int32{}
	err = each(ctx, r.db, statement("reader/document_terms.sql"), bind("revision", of.revision), func(scan func(...any) error) error {
		var term string
		var tf int32
		err := scan(&term, &tf)
		counts[term] = tf
		return err
	})
	return counts, int(live.of(of.revision).length), err
}

// holdersOf is how many live documents hold each of the terms that were counted.
func (r *fileReader) holdersOf(ctx context.Context, counts map[string]int32) (map[string]int32, error) {
	terms := make([]string, 0, len(counts))
	for term := range counts {
		terms = append(terms, term)
	}
	df := map[string]int32{}
	err := each(ctx, r.db, r.statement("reader/term_weights.sql"), bind("store", string(r.store), "terms", terms), func(scan func(...any) error) error {
		var term string
		var documents int32
		err := scan(&term, &documents)
		df[term] = documents
		return err
	})
	return df, err
}

// vectorOf is the vector of a chunk, or the mean of a document's.
func (r *fileReader) vectorOf(ctx context.Context, of described, chunk int) ([]float32, error) {
	if r.active == nil {
		return nil, nil
	}
	if chunk < 0 {
		profile := storedProfile{document: of.id, revision: of.revision}
		vectors, err := r.meanVectors(ctx, map[DocumentRef]storedProfile{of.DocumentRef: profile})
		return vectors[profile.owner(r.edition)], err
	}
	var m mean
	text, args := statement("reader/chunk_vector.sql", r.active.tables()...), bind("document", of.id, "index", chunk)
	if r.version != 0 {
		text = r.statement("reader/chunk_vector_cut.sql", r.coded()...)
		args = bind("store", string(r.store), "revision", of.revision, "index", chunk)
	}
	err := each(ctx, r.db, text, args, func(scan func(...any) error) error {
		var v coded
		var codes any
		if err := scan(&v.scale, &codes); err != nil {
			return err
		}
		var err error
		v.codes, err = elements[int8](codes)
		m.add(v)
		return err
	})
	return m.unit(), err
}
