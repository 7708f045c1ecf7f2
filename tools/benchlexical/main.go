// Command benchlexical sets Octavo's words leg beside bm25s and tantivy and prints a Markdown
// table for each collection: time and size of the index, time and memory of questions, agreement.
//
//	go run -tags octavo_assets ./tools/benchlexical -python PYTHON [-chunks 50000,200000] [-shared DIR]
//
// All three get the same tokens: Octavo analyses texts and questions and writes them out, one text
// a line, and the others divide lines at blanks. All rank by BM25 with k1 1.2, b 0.75 and the idf
// ln(1 + (N - df + .5)/(df + .5)), and return 100 texts. Each figure comes from a process of its own;
// the implementations take turns, and the medians of the rounds are printed.
//
// PYTHON is an interpreter that has requirements.txt; `just bench-lexical` makes one. DIR holds
// ir/cranfield, on which nDCG@10 is compared; the default is OCTAVO_SHARED, else ../shared, and
// where there is none, that table is left out.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const depth = 100 // how many texts a question asks for: what a hybrid search takes of each leg

func main() {
	log.SetFlags(0)
	var b bench
	flag.StringVar(&b.python, "python", "python3", "interpreter with the packages of requirements.txt")
	flag.StringVar(&b.chunks, "chunks", "50000,200000", "sizes of the made-up collections")
	flag.IntVar(&b.rounds, "rounds", 3, "how often each figure is taken")
	flag.IntVar(&b.questions, "questions", 300, "how many questions the made-up collections are asked")
	flag.StringVar(&b.shared, "shared", cmp.Or(os.Getenv("OCTAVO_SHARED"), "../shared"), "folder that holds ir/cranfield")
	part := flag.String("part", "", "do one part of one collection and print it as JSON (a process of its own)")
	only := flag.String("collection", "", "the collection of -part: a number of chunks, or cranfield")
	folder := flag.String("folder", "", "the work folder of -part")
	flag.Parse()
	ctx := context.Background()
	var err error
	if *part != "" {
		err = b.part(ctx, *part, *only, *folder)
	} else {
		err = b.run(ctx)
	}
	if err != nil {
		log.Fatal(err)
	}
}

type bench struct {
	python, chunks, shared string
	rounds, questions      int
}

// measured is what a process found out.
type measured struct {
	Seconds  float64         `json:"seconds"`     // of writing an index
	Bytes    int64           `json:"bytes"`       // of the index
	Times    []time.Duration `json:"nanoseconds"` // by question
	Rankings [][]int         `json:"rankings"`    // by question: lines of texts, best first
	Peak     int64           `json:"-"`           // resident bytes of the process
}

func (b bench) run(ctx context.Context) error {
	names := strings.Split(b.chunks, ",")
	if _, err := os.Stat(filepath.Join(b.shared, "ir", "cranfield")); err == nil {
		names = append([]string{"cranfield"}, names...)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, name := range names {
		if err := b.compare(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// collection is the one of a name.
func (b bench) collection(name string) (collection, error) {
	if name == "cranfield" {
		return cranfield(filepath.Join(b.shared, "ir", "cranfield"))
	}
	chunks, err := strconv.Atoi(name)
	if err != nil || chunks < chunksPerDocument {
		return collection{}, fmt.Errorf("%q is not a number of chunks", name)
	}
	return madeUpTexts(chunks, b.questions), nil
}

// compare measures all implementations on one collection.
func (b bench) compare(ctx context.Context, name string) error {
	c, err := b.collection(name)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "benchlexical")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	self, err := os.Executable()
	if err != nil {
		return err
	}
	script := filepath.Join("tools", "benchlexical", "peers.py")
	own := func(part string) []string {
		return []string{self, "-part", part, "-collection", name, "-folder", folder, "-shared", b.shared, "-questions", strconv.Itoa(b.questions)}
	}
	if _, err := process(own("tokens")); err != nil { // not here: a process is said to have the memory of the one that started it
		return err
	}
	peer := func(peer string, part ...string) []string {
		return append([]string{b.python, script, peer}, part...)
	}
	limit := strconv.Itoa(depth)
	all := []*contender{
		{name: "octavo", bare: own("bare"), index: own("index"), ask: own("ask")},
		{name: "bm25s", index: peer("bm25s", "index", folder), ask: peer("bm25s", "ask", folder, limit)},
		{name: "tantivy", index: peer("tantivy", "index", folder), ask: peer("tantivy", "ask", folder, limit)},
	}
	for range b.rounds {
		for _, x := range all {
			if err := x.round(); err != nil {
				return err
			}
		}
	}
	return table{c, all}.print(os.Stdout)
}

// part does what own processes are for.
func (b bench) part(ctx context.Context, part, name, folder string) error {
	c, err := b.collection(name)
	if err != nil {
		return err
	}
	var m measured
	switch part {
	case "index", "bare":
		m, err = buildOwn(ctx, c, folder, part == "index")
	case "tokens":
		err = writeTokens(c, folder)
	case "ask":
		m, err = askOwn(ctx, c, folder)
	default:
		err = fmt.Errorf("%q is no part", part)
	}
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(m)
}

// contender is an implementation with the processes that show it, and what they found out.
type contender struct {
	name             string
	bare, index, ask []string // bare: the same index without words; nil where there is nothing else in it

	bares, indexes, asks []measured
}

func (x *contender) round() error {
	for _, p := range []struct {
		command []string
		into    *[]measured
	}{{x.bare, &x.bares}, {x.index, &x.indexes}, {x.ask, &x.asks}} {
		if p.command == nil {
			continue
		}
		m, err := process(p.command)
		if err != nil {
			return err
		}
		*p.into = append(*p.into, m)
	}
	return nil
}

func process(command []string) (measured, error) {
	run := exec.Command(command[0], command[1:]...)
	run.Stderr = os.Stderr
	out, err := run.Output()
	if err != nil {
		return measured{}, fmt.Errorf("%s: %w", strings.Join(command, " "), err)
	}
	var m measured
	if err := json.Unmarshal(out, &m); err != nil {
		return m, fmt.Errorf("%s: %w", strings.Join(command, " "), err)
	}
	if usage, ok := run.ProcessState.SysUsage().(*syscall.Rusage); ok {
		m.Peak = usage.Maxrss << 10
	}
	return m, nil
}

// writeTokens writes what the other implementations are given.
func writeTokens(c collection, folder string) error {
	var texts, questions strings.Builder
	for p, err := range prepare(c) {
		if err != nil {
			return err
		}
		for _, terms := range p.tokens {
			texts.WriteString(strings.Join(terms, " ") + "\n")
		}
	}
	for _, question := range c.questions {
		looked, err := plan(question)
		if err != nil {
			return err
		}
		var terms []string
		for _, group := range looked.Scored {
			for range group.Count {
				terms = append(terms, group.Terms...)
			}
		}
		questions.WriteString(strings.Join(terms, " ") + "\n")
	}
	if err := os.WriteFile(filepath.Join(folder, "tokens.txt"), []byte(texts.String()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "queries.txt"), []byte(questions.String()), 0o644)
}
