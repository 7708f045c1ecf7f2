package main

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"octavo/engine/chunk"
	"octavo/engine/corpus"
	"octavo/engine/index"
	"octavo/engine/lexical"
)

const (
	everyone  = "all" // the one collection
	batchSize = 200   // documents to a commit
	dimension = 8     // of vectors that are all alike: they are not what is measured
	language  = "en"  // in which everything is analysed
)

// prepared is a document ready for the index, with the tokens of each of its texts.
type prepared struct {
	document index.NewDocument
	tokens   [][]string // of each chunk, or of the whole document
}

// prepare analyses the documents of a collection as a build does. A file is named by the line of
// its first text in what the others are given.
func prepare(c collection) iter.Seq2[prepared, error] {
	return func(yield func(prepared, error) bool) {
		line := 0
		for text, err := range c.documents() {
			if err != nil {
				yield(prepared{}, err)
				return
			}
			p := prepareOne(text, c.level)
			p.document.File = corpus.FilePath(fmt.Sprintf("%07d", line))
			line += len(p.tokens)
			if !yield(p, nil) {
				return
			}
		}
	}
}

func prepareOne(text string, level index.Level) prepared {
	chunks := chunk.Cut(corpus.Text{Characters: text})
	tokens := lexical.Analyze(text, language)
	p := prepared{document: index.NewDocument{
		Document: index.Document{Collection: everyone, Title: "text", MIME: "text/plain", Extractor: "text/1", Bytes: int64(len(text))},
		Cut:      chunks, Language: language, Words: lexical.CountByChunk(tokens, chunks),
	}}
	key := corpus.KeyOf(text)
	copy(p.document.ContentHash[:], key[:])
	ends := []int{len(text)}
	if level == index.LevelChunks {
		ends = nil
		for _, c := range chunks {
			ends = append(ends, c.End)
		}
	}
	next := 0
	for _, end := range ends { // as CountByChunk divides them
		var terms []string
		for ; next < len(tokens) && tokens[next].Start < end; next++ {
			terms = append(terms, tokens[next].Term)
		}
		p.tokens = append(p.tokens, terms)
	}
	return p
}

// plan is what an index looks up for a question, in which nothing is an operator.
func plan(question string) (lexical.Plan, error) {
	query, err := lexical.Parse("-- " + question)
	return query.Plan([]lexical.Language{language}), err
}

// file is where Octavo's index stands in a work folder.
func file(folder string) string { return filepath.Join(folder, "octavo.duckdb") }

// buildOwn writes and publishes the index of a collection. The clock runs in the index alone: texts
// are made, cut and analysed beside it. Without words the same file is written but for what is
// stored of them, so that the difference is their cost.
func buildOwn(ctx context.Context, c collection, folder string, words bool) (measured, error) {
	path := file(folder)
	if err := os.RemoveAll(path); err != nil {
		return measured{}, err
	}
	var spent time.Duration
	timed := func(do func() error) error {
		began := time.Now()
		defer func() { spent += time.Since(began) }()
		return do()
	}
	var w index.Writer
	err := timed(func() (err error) {
		if w, err = index.OpenWriter(ctx, path, index.WriterOptions{}); err != nil {
			return err
		}
		spec := index.GenerationSpec{Model: "none", Dimension: dimension, Window: chunk.Window, Overlap: chunk.Overlap, Chunker: chunk.Version}
		if _, err := w.BeginGeneration(ctx, spec); err != nil {
			return err
		}
		return w.SetCollection(ctx, index.Collection{Path: everyone})
	})
	if err != nil {
		return measured{}, err
	}
	defer w.Close()
	var batch []index.NewDocument
	flush := func() error {
		err := timed(func() error { return putOwn(ctx, w, batch) })
		batch = nil
		return err
	}
	for p, err := range prepare(c) {
		if err != nil {
			return measured{}, err
		}
		for i := range p.document.Words {
			if !words {
				p.document.Words[i].Terms = nil
			}
		}
		if batch = append(batch, p.document); len(batch) == batchSize {
			if err := flush(); err != nil {
				return measured{}, err
			}
		}
	}
	if err := flush(); err != nil {
		return measured{}, err
	}
	var published index.Published
	err = timed(func() (err error) {
		published, err = w.Publish(ctx, index.PublishOptions{Index: index.IndexExact})
		return err
	})
	return measured{Seconds: spent.Seconds(), Bytes: published.Bytes}, err
}

func putOwn(ctx context.Context, w index.Writer, batch []index.NewDocument) error {
	vector := make([]float32, dimension)
	vector[0] = 1
	var vectors []index.KeyedVector
	for _, d := range batch {
		for _, c := range d.Cut {
			vectors = append(vectors, index.KeyedVector{Key: corpus.KeyOf(c.Characters), Vector: vector})
		}
	}
	if err := w.KeepVectors(ctx, vectors); err != nil {
		return err
	}
	return w.Put(ctx, batch)
}

// askOwn asks the index of a folder all questions, one after the other.
func askOwn(ctx context.Context, c collection, folder string) (measured, error) {
	reader, err := index.OpenReader(ctx, file(folder), index.ReaderOptions{})
	if err != nil {
		return measured{}, err
	}
	defer reader.Close()
	var m measured
	for _, question := range c.questions {
		looked, err := plan(question)
		if err != nil {
			return m, err
		}
		began := time.Now()
		matches, err := reader.Words(ctx, looked, index.Filter{}, c.level, depth)
		if err != nil {
			return m, err
		}
		m.Times = append(m.Times, time.Since(began))
		ranking := make([]int, len(matches))
		for i, match := range matches {
			if ranking[i], err = strconv.Atoi(string(match.File)); err != nil {
				return m, err
			}
			if c.level == index.LevelChunks {
				ranking[i] += match.Index
			}
		}
		m.Rankings = append(m.Rankings, ranking)
	}
	return m, nil
}
