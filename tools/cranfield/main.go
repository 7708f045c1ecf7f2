// Command cranfield measures ranking on the Cranfield collection: it writes the 1,400 abstracts
// out as files, builds an index of them, asks all 225 questions and prints nDCG@10 and recall@10.
//
//	go run -tags octavo_assets ./tools/cranfield [-shared DIR] [-model NAME] [-min 0.375]
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
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"octavo/engine"
	"octavo/engine/config"
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
	least := flag.Float64("min", 0, "nDCG@10 below this is a failure")
	flag.Parse()
	ndcg, err := run(context.Background(), filepath.Join(*shared, "ir", "cranfield"), *model)
	if err != nil {
		log.Fatal(err)
	}
	if ndcg < *least {
		fmt.Fprintf(os.Stderr, "nDCG@10 is below %.4f\n", *least)
		os.Exit(engine.ExitGate)
	}
}

// run returns nDCG@10.
func run(ctx context.Context, source, model string) (float64, error) {
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
	ndcg, recall, queries, err := evaluate(ctx, e, source)
	if err != nil {
		return 0, err
	}
	fmt.Printf("nDCG@10   %.4f\nrecall@10 %.4f\nqueries   %d\n", ndcg, recall, queries)
	return ndcg, nil
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

// evaluate returns means over all judged queries.
func evaluate(ctx context.Context, e *engine.Engine, source string) (ndcg, recall float64, queries int, err error) {
	judged, err := readQrels(filepath.Join(source, "qrels.tsv"))
	if err != nil {
		return 0, 0, 0, err
	}
	err = eachLine(filepath.Join(source, "queries.jsonl"), func(line []byte) error {
		var q record
		if err := json.Unmarshal(line, &q); err != nil {
			return err
		}
		gains := judged[q.ID]
		if len(gains) == 0 {
			return nil
		}
		answer, err := e.Search(ctx, engine.SearchRequest{Query: q.Text, Limit: depth})
		if err != nil {
			return err
		}
		found := make([]float64, len(answer.Hits))
		relevant := 0.0
		for i, hit := range answer.Hits {
			found[i] = gains[hit.File.Stem()]
			if found[i] > 0 {
				relevant++
			}
		}
		ideal := slices.SortedFunc(maps.Values(gains), func(a, b float64) int { return cmp.Compare(b, a) })
		ndcg += dcg(found) / dcg(ideal)
		recall += relevant / float64(len(gains))
		queries++
		return nil
	})
	return ndcg / float64(queries), recall / float64(queries), queries, err
}

// dcg is the discounted cumulative gain at depth with linear gain, as trec_eval computes it:
// sum of gain / log2(1 + rank), rank 1-based.
func dcg(gains []float64) float64 {
	sum := 0.0
	for i, gain := range gains[:min(depth, len(gains))] {
		sum += gain / math.Log2(float64(i)+2)
	}
	return sum
}

func readQrels(path string) (map[string]map[string]float64, error) {
	judged := map[string]map[string]float64{}
	first := true
	return judged, eachLine(path, func(line []byte) error {
		fields := strings.Split(string(line), "\t")
		if first {
			first = false
			return nil
		}
		if len(fields) != 3 {
			return fmt.Errorf("%s: want query, document and score, got %q", path, line)
		}
		score, err := strconv.ParseFloat(fields[2], 64)
		if err != nil || score <= 0 {
			return err
		}
		if judged[fields[0]] == nil {
			judged[fields[0]] = map[string]float64{}
		}
		judged[fields[0]][fields[1]] = score
		return nil
	})
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
