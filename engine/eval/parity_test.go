package eval

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"octavo/engine/corpus"
	"octavo/engine/eval/measure"
)

// tolerance is what the golden numbers are held to; they have twelve decimals.
const tolerance = 1e-9

func parseMeasures(t testing.TB, specs ...string) []measure.Measure {
	t.Helper()
	var out []measure.Measure
	for _, spec := range specs {
		m, err := measure.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}

// goldens reads the numbers that testdata/trec/golden.py got from trec_eval:
// run -> measure -> query (or "all") -> value.
func goldens(t *testing.T, name string) map[string]map[string]map[string]float64 {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", "trec", name))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]map[string]float64{}
	for line := range strings.Lines(string(content)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		value, err := strconv.ParseFloat(f[3], 64)
		if err != nil {
			t.Fatal(err)
		}
		if out[f[0]] == nil {
			out[f[0]] = map[string]map[string]float64{}
		}
		if out[f[0]][f[1]] == nil {
			out[f[0]][f[1]] = map[string]float64{}
		}
		out[f[0]][f[1]][f[2]] = value
	}
	return out
}

// holdTo compares a run's measures, means and single questions, with trec_eval's.
func holdTo(t *testing.T, golden map[string]map[string]float64, queries []Query, run Run) {
	t.Helper()
	report, err := Evaluate(Judgements{Queries: queries}, run, parseMeasures(t, slices.Sorted(maps.Keys(golden))...))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	check := func(column int, query string, got float64) {
		want, known := golden[report.Measures[column].String()][query]
		if known && math.Abs(got-want) > tolerance {
			t.Errorf("%s of %s: got %.12f, trec_eval has %.12f", report.Measures[column], query, got, want)
		}
		if known {
			compared++
		}
	}
	for column := range report.Measures {
		check(column, "all", report.Means[column])
		for _, q := range report.Questions {
			check(column, q.ID, q.Values[column])
		}
	}
	total := 0
	for _, values := range golden {
		total += len(values)
	}
	if compared != total || total == 0 {
		t.Errorf("compared %d of %d numbers", compared, total)
	}
}

func TestMeasuresEqualTrecEval(t *testing.T) {
	qrels, err := readFile("testdata/trec/qrels.txt", ReadQrels)
	if err != nil {
		t.Fatal(err)
	}
	for name, golden := range goldens(t, "synthetic.tsv") {
		t.Run(name, func(t *testing.T) {
			run, err := readFile("testdata/trec/"+name+".run", ReadTREC)
			if err != nil {
				t.Fatal(err)
			}
			holdTo(t, golden, qrels, run)

			var written bytes.Buffer
			if err := WriteTREC(&written, run, Judgements{Queries: qrels}); err != nil {
				t.Fatal(err)
			}
			again, err := ReadTREC("written", &written)
			if err != nil {
				t.Fatal(err)
			}
			holdTo(t, golden, qrels, again)
		})
	}
}

func TestMeasuresEqualTrecEvalOnCranfield(t *testing.T) {
	shared := cmp.Or(os.Getenv("OCTAVO_SHARED"), filepath.Join("..", "..", "..", "shared"))
	folder := filepath.Join(shared, "ir", "cranfield")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("no Cranfield collection: OCTAVO_SHARED names the folder that holds ir/cranfield")
	}
	j, err := Load(filepath.Join(folder, "queries.jsonl"), filepath.Join(folder, "qrels.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	if len(j.Queries) != 225 {
		t.Fatalf("%d judged queries, want 225", len(j.Queries))
	}
	runs := cranfieldRuns(t, folder, j)
	for name, golden := range goldens(t, "cranfield.tsv") {
		t.Run(name, func(t *testing.T) { holdTo(t, golden, j.Queries, runs[name]) })
	}
}

// cranfieldRuns makes the runs of golden.py: "words" ranks by the number of words that question and
// document share, so most ranks are ties; "share" divides it by the root of the document's words and
// leaves every seventh document out; "noise" adds unjudged documents and leaves every tenth question
// out. Each is cut at 100.
func cranfieldRuns(t *testing.T, folder string, j Judgements) map[string]Run {
	t.Helper()
	holders := map[string][]string{} // of a word: ids of documents
	sizes := map[string]float64{}    // of a document: distinct words
	err := readLines(filepath.Join(folder, "corpus.jsonl"), func(line []byte) error {
		var d struct {
			ID          string `json:"_id"`
			Title, Text string
		}
		err := json.Unmarshal(line, &d)
		for word := range wordSet(d.Title + " " + d.Text) {
			holders[word] = append(holders[word], d.ID)
			sizes[d.ID]++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	runs := map[string]Run{}
	for _, name := range []string{"words", "share", "noise"} {
		runs[name] = Run{Name: name, Unit: Documents, Hits: map[string][]Hit{}}
	}
	for _, q := range j.Queries {
		shared := map[string]float64{}
		for word := range wordSet(q.Text) {
			for _, id := range holders[word] {
				shared[id]++
			}
		}
		add := func(run, document string, score float64) {
			runs[run].Hits[q.ID] = append(runs[run].Hits[q.ID], Hit{Document: DocumentName{File: corpus.FilePath(document)}, Score: score})
		}
		noisy := atoi(t, q.ID)%10 != 0
		for id, count := range shared {
			add("words", id, count)
			if atoi(t, id)%7 != 0 {
				add("share", id, count/math.Sqrt(sizes[id]))
			}
			if noisy {
				add("noise", id, count)
			}
		}
		for i := range 10 {
			if noisy {
				add("noise", fmt.Sprintf("unjudged%d", i), float64(i))
			}
		}
	}
	for _, run := range runs {
		for id, hits := range run.Hits {
			slices.SortFunc(hits, trecOrder)
			run.Hits[id] = hits[:min(100, len(hits))]
		}
	}
	return runs
}

func atoi(t *testing.T, digits string) int {
	t.Helper()
	number, err := strconv.Atoi(digits)
	if err != nil {
		t.Fatal(err)
	}
	return number
}

var wordPattern = regexp.MustCompile("[a-z0-9]+")

func wordSet(text string) map[string]bool {
	out := map[string]bool{}
	for _, word := range wordPattern.FindAllString(strings.ToLower(text), -1) {
		out[word] = true
	}
	return out
}

func readLines(path string, do func([]byte) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		if err := do(scanner.Bytes()); err != nil {
			return err
		}
	}
	return scanner.Err()
}
