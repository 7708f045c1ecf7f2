package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"octavo/engine/eval"
	"octavo/engine/index"
)

// collection is what all implementations index and are asked.
type collection struct {
	name      string
	level     index.Level                     // what is ranked
	documents func() iter.Seq2[string, error] // the texts of documents, in order
	questions []string
	answers   [][]eval.Answer // by question; nil where none are judged. A document's id is its place, from 1
}

const (
	chunksPerDocument = 5
	documentLength    = chunksPerDocument*850 + 150 // characters: five windows of 1,000 that overlap by 150
)

// madeUpTexts are documents of words of one to four syllables, whose frequencies fall with their
// ranks as in English: about 150 words in a chunk, and words that no other text has in most. The
// questions take 2 to 6 different words of a document.
func madeUpTexts(chunks, questions int) collection {
	documents := chunks / chunksPerDocument
	random := rand.New(rand.NewPCG(1, 2))
	c := collection{name: fmt.Sprintf("%d chunks", documents*chunksPerDocument), level: index.LevelChunks}
	c.documents = func() iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {
			for i := range documents {
				if !yield(madeUpText(i), nil) {
					return
				}
			}
		}
	}
	for range questions {
		words := strings.Fields(madeUpText(random.IntN(documents)))
		slices.Sort(words[:len(words)-1]) // the last one may be cut
		words = slices.Compact(words[:len(words)-1])
		random.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		c.questions = append(c.questions, strings.Join(words[:2+random.IntN(5)], " "))
	}
	return c
}

func madeUpText(i int) string {
	random := rand.New(rand.NewPCG(uint64(i), 7))
	ranks := rand.NewZipf(random, 1.4, 8, 400_000)
	var b strings.Builder
	for b.Len() < documentLength {
		b.WriteString(madeUpWord(ranks.Uint64()))
		b.WriteByte(' ')
	}
	return b.String()[:documentLength]
}

// madeUpWord is the word of a rank.
func madeUpWord(rank uint64) string {
	const onsets, vowels = "bdfgklmnprstvz", "aeiou"
	word := ""
	for n := rank + 14; n > 0; n /= 70 {
		word += string(onsets[n%14]) + string(vowels[n/14%5])
	}
	return word
}

// cranfield is a judged collection: 1,400 abstracts and 225 questions, ranked as whole documents.
func cranfield(folder string) (collection, error) {
	judged, err := eval.Load(filepath.Join(folder, "queries.jsonl"), filepath.Join(folder, "qrels.tsv"))
	c := collection{name: "Cranfield", level: index.LevelDocuments}
	for _, q := range judged.Queries {
		c.questions = append(c.questions, q.Text)
		c.answers = append(c.answers, q.Answers)
	}
	c.documents = func() iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {
			for text, err := range abstracts(filepath.Join(folder, "corpus.jsonl")) {
				if !yield(text, err) {
					return
				}
			}
		}
	}
	return c, err
}

// abstracts are title and text of each line of a BEIR corpus whose ids count from 1.
func abstracts(path string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		file, err := os.Open(path)
		if err != nil {
			yield("", err)
			return
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<20)
		for n := 1; lines.Scan(); n++ {
			var r struct {
				ID    string `json:"_id"`
				Title string
				Text  string
			}
			err := json.Unmarshal(lines.Bytes(), &r)
			if err == nil && r.ID != fmt.Sprint(n) {
				err = fmt.Errorf("%s: line %d has the id %q", path, n, r.ID)
			}
			if !yield(r.Title+"\n\n"+r.Text+"\n", err) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield("", err)
		}
	}
}
