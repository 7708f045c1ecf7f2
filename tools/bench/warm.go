package main

import (
	"context"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"octavo/engine"
	"octavo/engine/config"
	"octavo/engine/eval"
	"octavo/engine/search"
)

// warm is a process that has answered before and is asked on.
type warm struct {
	database  string
	questions string // a file of them
	mode      string
	filter    string // put before each question; empty: none
	clients   int
}

// times is what a warm process found out.
type times struct {
	P50, P99 time.Duration
	Rate     float64 // questions per second, of all clients together
	Peak     int64   `json:"-"` // resident bytes
}

// process runs w on its own, so that memory and what is kept at hand are its own.
func (w warm) process(self string) (times, error) {
	var t times
	r, err := measure(self, "-warm", w.database, "-questions", w.questions, "-mode", w.mode, "-filter", w.filter, "-clients", strconv.Itoa(w.clients))
	if err != nil {
		return t, err
	}
	t.Peak = r.memory
	err = json.Unmarshal(r.stdout, &t)
	return t, err
}

// run lets each client ask all questions, each beginning at another one, after one that opens file
// and model, and prints their times.
func (w warm) run(ctx context.Context) error {
	text, err := os.ReadFile(w.questions)
	if err != nil {
		return err
	}
	questions := strings.Split(strings.TrimSpace(string(text)), "\n")
	e := engine.New(engine.Options{Config: config.Config{Database: w.database, Embedder: config.Embedder{Kind: "bundled"}}})
	defer e.Close()
	ask := func(question string) (time.Duration, error) {
		began := time.Now()
		request := engine.SearchRequest{Query: strings.TrimSpace(w.filter + " -- " + question), Mode: search.Mode(w.mode), Limit: 20}
		_, err := e.SearchChunks(ctx, request)
		return time.Since(began), err
	}
	if _, err := ask(questions[0]); err != nil {
		return err
	}
	taken := make([][]time.Duration, w.clients)
	failed := make([]error, w.clients)
	var all sync.WaitGroup
	began := time.Now()
	for client := range w.clients {
		all.Go(func() {
			for i := range questions {
				t, err := ask(questions[(i+1+client*len(questions)/w.clients)%len(questions)])
				if err != nil {
					failed[client] = err
					return
				}
				taken[client] = append(taken[client], t)
			}
		})
	}
	all.Wait()
	wall := time.Since(began)
	var durations []time.Duration
	for client, err := range failed {
		if err != nil {
			return err
		}
		durations = append(durations, taken[client]...)
	}
	return json.NewEncoder(os.Stdout).Encode(times{
		P50: eval.Percentile(durations, 50), P99: eval.Percentile(durations, 99),
		Rate: float64(len(durations)) / wall.Seconds(),
	})
}
