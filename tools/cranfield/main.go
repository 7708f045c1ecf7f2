// Command cranfield measures ranking on the Cranfield collection: it writes the 1,400 abstracts
// out as files, builds an index of them, asks all 225 questions and prints nDCG@10 and recall@10.
//
//	go run -tags octavo_assets ./tools/cranfield [-shared DIR] [-model NAME] [-mode MODE] [-min 0.375]
//
// DIR holds ir/cranfield/{corpus.jsonl,queries.jsonl,qrels.tsv}; the default is OCTAVO_SHARED,
// else ../shared. With -min the exit code is 3 when nDCG@10 is lower.
package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"octavo/engine"
	"octavo/engine/config"
	"octavo/engine/eval"
	"octavo/engine/eval/measure"
	"octavo/engine/search"
)

const depth = 10

type record struct {
	ID    string `json:"_id"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

func main() {
	log.SetFlags(0)
	shared := flag.String("shared", cmp.Or(os.Getenv("OCTAVO_SHARED"), "../shared"), "folder that holds ir/cranfield")
	model := flag.String("model", "", "bundled model; empty: the default one")
	mode := flag.String("mode", "auto", "how to search")
	least := flag.Float64("min", 0, "nDCG@10 below this is a failure")
	flag.Parse()
	ndcg, err := run(context.Background(), filepath.Join(*shared, "ir", "cranfield"), *model, *mode)
	if err != nil {
		log.Fatal(err)
	}
	if ndcg < *least {
		fmt.Fprintf(os.Stderr, "nDCG@10 is below %.4f\n", *least)
		os.Exit(engine.ExitGate)
	}
}

// run returns nDCG@10.
func run(ctx context.Context, source, model, mode string) (float64, error) {
	measures, err := parse("ndcg@10", "recall@10")
	if err != nil {
		return 0, err
	}
	work, err := os.MkdirTemp("", "cranfield")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(work)
	folder := filepath.Join(work, "cranfield")
	if err := writeFiles(source, folder); err != nil {
		return 0, err
	}
	e := engine.New(engine.Options{Config: config.Config{
		Database: filepath.Join(work, "octavo.duckdb"),
		Embedder: config.Embedder{Kind: "bundled", Model: model},
	}, Command: "cranfield"})
	defer e.Close()
	began := time.Now()
	built, err := e.Build(ctx, engine.BuildRequest{Paths: []string{folder}, MaxSize: math.MaxInt64}, nil)
	if err != nil {
		return 0, err
	}
	fmt.Printf("built     %d files, %d chunks in %.1f s\n", built.Seen, built.Chunks, time.Since(began).Seconds())
	answer, err := e.Evaluate(ctx, engine.EvaluateRequest{
		Queries: filepath.Join(source, "queries.jsonl"), Qrels: filepath.Join(source, "qrels.tsv"),
		AllowMissing: true, // two of the abstracts are blank
		Asking:       engine.Asking{Unit: eval.Documents, Depth: depth},
		Modes:        []search.Mode{search.Mode(mode)}, Measures: measures,
	})
	if err != nil {
		return 0, err
	}
	report := answer.Reports[0]
	fmt.Printf("nDCG@10   %.4f\nrecall@10 %.4f\nqueries   %d\n", report.Means[0], report.Means[1], len(report.Questions))
	return report.Means[0], nil
}

func writeFiles(source, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return eachLine(filepath.Join(source, "corpus.jsonl"), func(line []byte) error {
		var r record
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		if strings.TrimSpace(r.Text) == "" {
			return nil
		}
		return os.WriteFile(filepath.Join(folder, r.ID+".txt"), []byte(r.Title+"\n\n"+r.Text+"\n"), 0o644)
	})
}

func parse(specs ...string) ([]measure.Measure, error) {
	var out []measure.Measure
	for _, spec := range specs {
		m, err := measure.Parse(spec)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

func eachLine(path string, do func([]byte) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if err := do(lines.Bytes()); err != nil {
			return err
		}
	}
	return lines.Err()
}
