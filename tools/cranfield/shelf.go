package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"octavo/engine"
	"octavo/engine/config"
	"octavo/engine/eval"
	"octavo/engine/eval/measure"
	"octavo/engine/search"
)

// ranking is one way of searching, as octavo.toml and --mode would ask for it.
type ranking struct {
	name     string
	mode     search.Mode
	settings config.Search
}

var rankings = []ranking{
	{"semantic", search.ModeSemantic, config.Search{}},
	{"lexical", search.ModeLexical, config.Search{}},
	{"hybrid, reciprocal rank fusion", search.ModeHybrid, config.Search{Fusion: "rrf"}},
	{"hybrid, standardised scores, no smoothing", search.ModeHybrid, config.Search{Smoothing: "off"}},
	{"hybrid (the default)", search.ModeAuto, config.Search{}},
}

// Places in rankings.
const (
	unsmoothed = 3
	standard   = 4
)

// shelf is a folder of texts with the questions that are put to it.
type shelf struct {
	name, work, model string
	queries, qrels    string
	measures          []string
}

func (s shelf) add(id, text string) error {
	folder := filepath.Join(s.work, s.name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, id+".txt"), []byte(text), 0o644)
}

// measure builds an index of the texts and asks it in every ranking.
func (s shelf) measure(ctx context.Context) ([]eval.Report, error) {
	if err := s.build(ctx); err != nil {
		return nil, err
	}
	var measures []measure.Measure
	for _, spec := range s.measures {
		m, err := measure.Parse(spec)
		if err != nil {
			return nil, err
		}
		measures = append(measures, m)
	}
	var out []eval.Report
	for _, r := range rankings {
		answer, err := s.ask(ctx, r, measures)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.name, err)
		}
		out = append(out, answer.Reports...)
	}
	return out, nil
}

func (s shelf) build(ctx context.Context) error {
	e := s.engine(config.Search{})
	defer e.Close()
	began := time.Now()
	built, err := e.Build(ctx, engine.BuildRequest{Paths: []string{filepath.Join(s.work, s.name)}, MaxSize: math.MaxInt64}, nil)
	if err != nil {
		return err
	}
	fmt.Printf("built %s: %d files, %d chunks in %.1f s\n", s.name, built.Seen, built.Chunks, time.Since(began).Seconds())
	return nil
}

func (s shelf) ask(ctx context.Context, r ranking, measures []measure.Measure) (engine.EvaluateAnswer, error) {
	e := s.engine(r.settings)
	defer e.Close()
	return e.Evaluate(ctx, engine.EvaluateRequest{
		Queries: s.queries, Qrels: s.qrels, AllowMissing: true, // two of the judged abstracts are blank
		Asking: engine.Asking{Unit: eval.Documents, Depth: 10, Literal: true},
		Modes:  []search.Mode{r.mode}, Measures: measures,
	})
}

func (s shelf) engine(settings config.Search) *engine.Engine {
	return engine.New(engine.Options{Config: config.Config{
		Database: filepath.Join(s.work, s.name+".duckdb"),
		Embedder: config.Embedder{Kind: "bundled", Model: s.model},
		Search:   settings,
	}, Command: "cranfield"})
}
