// Command cranfield measures ranking on the Cranfield collection: 1,400 abstracts, each a file, and
// 225 judged questions (nDCG@10, recall@10). Known items go beside them: each title is asked, the one
// right answer is its abstract without the title (MRR@10). It builds both indexes and prints a
// Markdown table with a row for each ranking.
//
//	go run -tags octavo_assets ./tools/cranfield [-shared DIR] [-model NAME] [-min 0.425] [-drop 0.005]
//
// DIR holds ir/cranfield/{corpus.jsonl,queries.jsonl,qrels.tsv}; the default is OCTAVO_SHARED,
// else ../shared. The exit code is 3 when the default ranking has an nDCG@10 below -min, or falls
// behind the hybrid that is not smoothed by more than -drop for known items.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"octavo/engine"
	"octavo/engine/eval"
)

func main() {
	log.SetFlags(0)
	shared := flag.String("shared", cmp.Or(os.Getenv("OCTAVO_SHARED"), "../shared"), "folder that holds ir/cranfield")
	model := flag.String("model", "", "bundled model; empty: the default one")
	least := flag.Float64("min", 0, "nDCG@10 below this is a failure")
	drop := flag.Float64("drop", 0.005, "how far smoothing may lower the MRR@10 of known items")
	flag.Parse()
	judged, known, err := run(context.Background(), filepath.Join(*shared, "ir", "cranfield"), *model)
	if err != nil {
		log.Fatal(err)
	}
	show(judged, known)
	ndcg := judged[standard].Means[0]
	fell := known[unsmoothed].Means[0] - known[standard].Means[0]
	if ndcg < *least || fell > *drop {
		fmt.Fprintf(os.Stderr, "the default has nDCG@10 %.4f (at least %.4f), and known items fell by %.4f (at most %.4f)\n", ndcg, *least, fell, *drop)
		os.Exit(engine.ExitGate)
	}
}

// run measures every ranking on the judged questions and on known items.
func run(ctx context.Context, source, model string) (judged, known []eval.Report, err error) {
	work, err := os.MkdirTemp("", "cranfield")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(work)
	abstracts, err := readAbstracts(filepath.Join(source, "corpus.jsonl"))
	if err != nil {
		return nil, nil, err
	}
	whole := shelf{
		name: "abstracts", work: work, model: model,
		queries: filepath.Join(source, "queries.jsonl"), qrels: filepath.Join(source, "qrels.tsv"),
		measures: []string{"ndcg@10", "recall@10"},
	}
	for _, a := range abstracts {
		if err := whole.add(a.ID, a.Title+"\n\n"+a.Text+"\n"); err != nil {
			return nil, nil, err
		}
	}
	if judged, err = whole.measure(ctx); err != nil {
		return nil, nil, err
	}
	untitled := shelf{
		name: "untitled", work: work, model: model,
		queries: filepath.Join(work, "titles.jsonl"), measures: []string{"mrr@10"},
	}
	var titles []eval.Query
	for _, a := range abstracts {
		text, ok := a.withoutTitle()
		if !ok {
			continue
		}
		titles = append(titles, eval.Query{ID: a.ID, Text: a.Title, Answers: []eval.Answer{{ID: a.ID, Grade: 1}}})
		if err := untitled.add(a.ID, text+"\n"); err != nil {
			return nil, nil, err
		}
	}
	if err := writeQueries(untitled.queries, titles); err != nil {
		return nil, nil, err
	}
	known, err = untitled.measure(ctx)
	return judged, known, err
}

func show(judged, known []eval.Report) {
	fmt.Printf("\n| ranking | nDCG@10 | recall@10 | known items, MRR@10 |\n|---|---:|---:|---:|\n")
	for i, r := range rankings {
		fmt.Printf("| %s | %.4f | %.4f | %.4f |\n", r.name, judged[i].Means[0], judged[i].Means[1], known[i].Means[0])
	}
	fmt.Printf("\n%d questions, %d known items\n", len(judged[0].Questions), len(known[0].Questions))
	for _, reports := range [][]eval.Report{judged, known} {
		c, err := eval.Compare(reports[unsmoothed], reports[standard], eval.CompareOptions{MaxDrop: 1, Seed: 1})
		if err != nil {
			log.Fatal(err)
		}
		for _, change := range c.Changes {
			fmt.Printf("smoothing changes %s by %+.4f (95%% %+.4f to %+.4f, p %.4f)\n", change.Measure, change.Difference, change.Low, change.High, change.P)
		}
	}
}
