// Command bench measures the built program from outside and prints a Markdown table: build rate,
// cold and warm query, memory, bytes per chunk. Cold figures are whole processes, set beside an
// empty process that only opens the same file, so that the ratio holds on any machine. Warm ones are
// of one process that is asked many questions, by one client after the other or by several at once.
//
//	go run -tags octavo_assets ./tools/bench [-octavo ./bin/octavo] [-model NAME] [-chunks N]
//
// Texts are sentences of the fixtures, recombined by a fixed seed into files of about ten chunks, and
// so are the questions. Files lie in folders that hold half of them, a tenth and a hundredth, for
// filters to name.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"octavo/engine/index"
	"octavo/engine/search"
)

const (
	repeats       = 9
	mostQuestions = 200
	chunksPerFile = 10
	charsPerChunk = 850
)

func main() {
	log.SetFlags(0)
	octavo := flag.String("octavo", "./bin/octavo", "the program to measure")
	model := flag.String("model", "bge-small-en-v1.5", "bundled model")
	chunks := flag.Int("chunks", 1000, "how many chunks to build, about")
	open := flag.String("open", "", "only open this file and end (the empty process)")
	var w warm
	flag.StringVar(&w.database, "warm", "", "only ask this file questions and print their times (the warm process)")
	flag.StringVar(&w.questions, "questions", "", "file of questions, one a line, for -warm")
	flag.StringVar(&w.mode, "mode", "", "mode of search for -warm")
	flag.StringVar(&w.filter, "filter", "", "filter that -warm puts before each question")
	flag.IntVar(&w.clients, "clients", 1, "how many ask at once, for -warm")
	flag.Parse()
	var err error
	if *open != "" {
		err = openOnly(*open)
	} else if w.database != "" {
		err = w.run(context.Background())
	} else {
		err = bench{octavo: *octavo, model: *model, chunks: *chunks}.run()
	}
	if err != nil {
		log.Fatal(err)
	}
}

func openOnly(path string) error {
	reader, err := index.OpenReader(context.Background(), path, index.ReaderOptions{OneShot: true})
	if err != nil {
		return err
	}
	return reader.Close()
}

type bench struct {
	octavo string
	model  string
	chunks int
}

func (b bench) run() error {
	work, err := os.MkdirTemp("", "octavo-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	questions, err := writeCorpus("fixtures", filepath.Join(work, "texts"), b.chunks)
	if err != nil {
		return err
	}
	db := filepath.Join(work, "octavo.duckdb")
	built, err := measure(b.octavo, "build", filepath.Join(work, "texts"), "--db", db, "--model", b.model, "--quiet", "--json")
	if err != nil {
		return err
	}
	var summary struct{ Chunks, Embedded int }
	if err := json.Unmarshal(built.stdout, &summary); err != nil {
		return err
	}
	unchanged, err := measure(b.octavo, "build", "--db", db, "--quiet", "--json")
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	empty, err := median(repeats, func(int) (run, error) { return measure(self, "-open", db) })
	if err != nil {
		return err
	}
	size, err := os.Stat(db)
	if err != nil {
		return err
	}
	fmt.Printf("| %s, %d chunks | figure |\n|---|---|\n", b.model, summary.Chunks)
	row := func(what, format string, values ...any) {
		fmt.Printf("| %s | "+format+" |\n", append([]any{what}, values...)...)
	}
	row("build", "%.1f chunks/s (%.1f s, whole process)", float64(summary.Embedded)/built.wall.Seconds(), built.wall.Seconds())
	row("build, peak memory", "%d MB", built.memory>>20)
	row("build with nothing to do", "%d ms", unchanged.wall.Milliseconds())
	row("empty process that opens the file", "%.1f ms", ms(empty.wall))
	asked := filepath.Join(work, "questions.txt")
	if err := os.WriteFile(asked, []byte(strings.Join(questions, "\n")+"\n"), 0o644); err != nil {
		return err
	}
	warmRow := func(what, mode, filter string, clients int) error {
		times, err := warm{db, asked, mode, filter, clients}.process(self)
		if err == nil {
			row(what, "p50 %.1f ms, p99 %.1f ms, %.0f questions/s, %d MB", ms(times.P50), ms(times.P99), times.Rate, times.Peak>>20)
		}
		return err
	}
	for _, mode := range []search.Mode{search.ModeSemantic, search.ModeLexical, search.ModeHybrid} {
		cold, err := median(repeats, func(i int) (run, error) {
			return measure(b.octavo, "search-chunks", questions[i%len(questions)], "--mode", string(mode), "--db", db, "--json")
		})
		if err != nil {
			return err
		}
		row(string(mode)+", cold, whole process", "%.1f ms, %.1f x the empty process, %d MB", ms(cold.wall), float64(cold.wall)/float64(empty.wall), cold.memory>>20)
		if err := warmRow(string(mode)+", warm", string(mode), "", 1); err != nil {
			return err
		}
	}
	if err := warmRow("hybrid, warm, 8 clients", string(search.ModeHybrid), "", 8); err != nil {
		return err
	}
	for _, f := range shelves {
		what := fmt.Sprintf("hybrid, warm, filter of %d %%", f.percent)
		if err := warmRow(what, string(search.ModeHybrid), "file:"+f.folder+"/", 1); err != nil {
			return err
		}
	}
	row("file", "%d bytes per chunk", int(size.Size())/summary.Chunks)
	return nil
}

type run struct {
	wall   time.Duration
	memory int64 // peak resident bytes
	stdout []byte
}

func measure(program string, args ...string) (run, error) {
	command := exec.Command(program, args...)
	command.Stderr = os.Stderr
	began := time.Now()
	stdout, err := command.Output()
	r := run{wall: time.Since(began), stdout: stdout}
	if err != nil {
		return r, fmt.Errorf("%s %s: %w", program, strings.Join(args, " "), err)
	}
	if usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.memory = usage.Maxrss << 10
	}
	return r, nil
}

// median runs n times and returns the run of median time.
func median(n int, do func(i int) (run, error)) (run, error) {
	var runs []run
	for i := range n {
		r, err := do(i)
		if err != nil {
			return run{}, err
		}
		runs = append(runs, r)
	}
	slices.SortFunc(runs, func(a, b run) int { return int(a.wall - b.wall) })
	return runs[n/2], nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

var sentence = regexp.MustCompile(`[A-Z][^.!?\n|#]{40,300}[.!?]`)

// writeCorpus fills folder with files and returns some of the sentences as questions.
func writeCorpus(source, folder string, chunks int) ([]string, error) {
	var sentences []string
	err := filepath.WalkDir(filepath.Join(source, "reports"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".md" {
			return err
		}
		text, err := os.ReadFile(path)
		sentences = append(sentences, sentence.FindAllString(string(text), -1)...)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(sentences) == 0 {
		return nil, fmt.Errorf("no sentences found in %s: run this from the module's root", source)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range max(1, chunks/chunksPerFile) {
		var text strings.Builder
		for text.Len() < chunksPerFile*charsPerChunk {
			text.WriteString(sentences[random.IntN(len(sentences))] + " ")
		}
		path := filepath.Join(folder, shelfOf(i), fmt.Sprintf("%06d.txt", i))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
			return nil, err
		}
	}
	return sentences[:min(mostQuestions, len(sentences))], nil
}

// shelves are folders by what share of all files they hold, the next in the one before.
var shelves = []struct {
	folder  string
	percent int
}{{"half", 50}, {"tenth", 10}, {"hundredth", 1}}

// shelfOf is the folder of the i-th file.
func shelfOf(i int) string {
	path := ""
	for _, s := range shelves {
		if i%100 < s.percent {
			path = filepath.Join(path, s.folder)
		}
	}
	return path
}
