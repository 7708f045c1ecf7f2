package search_test

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"octavo/engine"
	"octavo/engine/config"
	"octavo/engine/corpus"
	"octavo/engine/embed"
	"octavo/engine/embed/bundled"
	"octavo/engine/eval"
	"octavo/engine/eval/measure"
	"octavo/engine/index"
	"octavo/engine/search"
)

// orders rank a chunk by its own fused score and the smoothed one of its document. Equal scores
// fall to the chunk's own.
var orders = []struct {
	name  string
	score func(chunk, document float64) float64
}{
	{"own score", func(chunk, _ float64) float64 { return chunk }},
	{"document, then own", func(_, document float64) float64 { return document }},
	{"quarter", func(chunk, document float64) float64 { return 3*chunk + document }},
	{"sum of both", func(chunk, document float64) float64 { return chunk + document }},
}

// TestPassagesRankNoWorseByTheirOwnScores measures what search-chunks leaves out: the smoothed score
// of a passage's document. OCTAVO_PASSAGES lists folders, separated as in PATH: one with corpus.jsonl
// is Cranfield, any other a tree of Markdown. It takes minutes; docs/evaluation.md has the figures.
func TestPassagesRankNoWorseByTheirOwnScores(t *testing.T) {
	folders := filepath.SplitList(os.Getenv("OCTAVO_PASSAGES"))
	if len(folders) == 0 {
		t.Skip("OCTAVO_PASSAGES names no folder to measure on")
	}
	gain := make([]float64, len(orders))
	shelves := 0
	for _, folder := range folders {
		for _, s := range shelvesOf(t, folder) {
			reports := s.measure(t)
			shelves++
			t.Logf("%-18s nDCG@10 %.4f, MRR@10 %.4f", orders[0].name, reports[0].Means[0], reports[0].Means[1])
			for i, r := range reports[1:] {
				c, err := eval.Compare(reports[0], r, eval.CompareOptions{MaxDrop: 1, Seed: 1})
				if err != nil {
					t.Fatal(err)
				}
				ndcg, mrr := c.Changes[0], c.Changes[1]
				gain[i+1] += ndcg.Difference
				t.Logf("%-18s nDCG@10 %.4f (%+.4f, p %.4f), MRR@10 %.4f (%+.4f, p %.4f)", r.Name,
					ndcg.After, ndcg.Difference, ndcg.P, mrr.After, mrr.Difference, mrr.P)
			}
		}
	}
	for i, o := range orders[1:] {
		// a second ranking, of documents, costs as much again as the first: less is not worth it
		if mean := gain[i+1] / float64(shelves); mean > 0.01 {
			t.Errorf("%s raises nDCG@10 by %.4f in the mean of %d", o.name, mean, shelves)
		}
	}
}

// measure builds an index of the files and asks it. Each report is of one order.
func (s shelf) measure(t *testing.T) []eval.Report {
	t.Helper()
	work := t.TempDir()
	if err := os.Mkdir(filepath.Join(work, "files"), 0o755); err != nil {
		t.Fatal(err)
	}
	for i, f := range s.files {
		if err := os.WriteFile(filepath.Join(work, "files", f.name(i)), []byte(f.text()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	database := filepath.Join(work, "octavo.duckdb")
	e := engine.New(engine.Options{Config: config.Config{Database: database, Embedder: config.Embedder{Kind: "bundled"}}})
	defer e.Close()
	built, err := e.Build(t.Context(), engine.BuildRequest{Paths: []string{filepath.Join(work, "files")}, MaxSize: math.MaxInt64}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d files, %d passages in %d chunks, %d questions", s.name, len(s.files), s.passages(), built.Chunks, len(s.questions))
	reader, err := index.OpenReader(t.Context(), database, index.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	searcher := search.Searcher{
		Reader: reader, Ranking: search.RankingFor(false),
		Embedder: func() (embed.Embedder, error) { return bundled.Open(bundled.Default) },
	}
	runs := s.ask(t, searcher, s.owners(t, reader))
	measures := []measure.Measure{}
	for _, spec := range []string{"ndcg@10", "mrr@10"} {
		m, err := measure.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		measures = append(measures, m)
	}
	var out []eval.Report
	for _, run := range runs {
		report, err := eval.Evaluate(eval.Judgements{Queries: s.questions}, run, measures)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, report)
	}
	return out
}

// ask puts each question once and orders its best hundred chunks in every way. A chunk counts as
// the passage with which it shares most of its text; further chunks of a passage gain nothing.
func (s shelf) ask(t *testing.T, searcher search.Searcher, owner map[index.ChunkRef]string) []eval.Run {
	t.Helper()
	runs := make([]eval.Run, len(orders))
	for i, o := range orders {
		runs[i] = eval.Run{Name: o.name, Unit: eval.Documents, Hits: map[string][]eval.Hit{}}
	}
	for _, q := range s.questions {
		found, err := searcher.HybridCandidates(t.Context(), q.Text, false, 100)
		if err != nil {
			t.Fatal(err)
		}
		documents, err := searcher.HybridCandidates(t.Context(), q.Text, true, 100)
		if err != nil {
			t.Fatal(err)
		}
		smoothed := map[corpus.FilePath]float64{}
		for _, d := range documents {
			smoothed[d.At.File] = d.Score
		}
		last := documents[len(documents)-1].Score // of a document that was no candidate
		for i, o := range orders {
			slices.SortStableFunc(found, func(a, b search.Scored) int {
				of := func(c search.Scored) float64 {
					document, known := smoothed[c.At.File]
					if !known {
						document = last
					}
					return o.score(c.Score, document)
				}
				return cmp.Or(cmp.Compare(of(b), of(a)), cmp.Compare(b.Score, a.Score), a.At.Compare(b.At))
			})
			runs[i].Hits[q.ID] = passagesOf(found, owner)
		}
	}
	return runs
}

func passagesOf(chunks []search.Scored, owner map[index.ChunkRef]string) []eval.Hit {
	times := map[string]int{}
	var hits []eval.Hit
	for _, c := range chunks {
		id := owner[c.At]
		if times[id]++; times[id] > 1 {
			id += " again " + strconv.Itoa(times[id])
		}
		hits = append(hits, eval.Hit{Document: eval.DocumentName{File: corpus.FilePath(id)}})
	}
	return hits
}
