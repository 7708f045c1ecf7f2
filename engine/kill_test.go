package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"octavo/engine"
	"octavo/engine/chunk"
	"octavo/engine/config"
	"octavo/engine/corpus"
	"octavo/engine/embed/bundled"
	"octavo/engine/index"
)

// rounds is how often the tests of this file kill a build, or ask during one. OCTAVO_ROUNDS
// raises it: the published figures are of 200.
func rounds(t *testing.T, few int) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("OCTAVO_ROUNDS"))
	if err != nil {
		return few
	}
	return n
}

// childSource tells the test binary to be a build of this folder and nothing else.
const childSource, childDatabase = "OCTAVO_TEST_SOURCE", "OCTAVO_TEST_DATABASE"

func TestMain(m *testing.M) {
	source := os.Getenv(childSource)
	if source == "" {
		os.Exit(m.Run())
	}
	e := engineOn(os.Getenv(childDatabase))
	if _, err := e.Build(context.Background(), buildOf(source), nil); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const model = "potion-base-8M"

func engineOn(db string) *engine.Engine {
	return engine.New(engine.Options{Config: config.Config{
		Database: db, Embedder: config.Embedder{Kind: "bundled", Model: model},
	}, Command: "test"})
}

func buildOf(source string) engine.BuildRequest {
	return engine.BuildRequest{Paths: []string{source}, Collection: "kill", MaxSize: 1 << 20}
}

func needModel(t *testing.T) {
	t.Helper()
	if _, err := bundled.Open(model); err != nil {
		t.Skipf("needs the model %s (just assets, and the tag octavo_assets): %v", model, err)
	}
}

// TestAKilledBuildLeavesTheFileWholeAndItsVectorsPaid kills -9 a build at random moments. After
// each, the file answers as before or as after; the next build embeds exactly what was not yet
// committed, and ends where an undisturbed one does.
func TestAKilledBuildLeavesTheFileWholeAndItsVectorsPaid(t *testing.T) {
	needModel(t)
	world := t.TempDir()
	old, current := filepath.Join(world, "old"), filepath.Join(world, "texts")
	writeTexts(t, current, 0, 120, "old")
	published := filepath.Join(old, "octavo.duckdb")
	if err := os.MkdirAll(old, 0o755); err != nil {
		t.Fatal(err)
	}
	mustBuild(t, published, current)
	before := answers(t, published)
	writeTexts(t, current, 100, 300, "new")
	reference := filepath.Join(world, "reference.duckdb")
	copyFile(t, published, reference)
	began := time.Now()
	mustBuild(t, reference, current)
	whole := time.Since(began)
	after := answers(t, reference)
	if reflect.DeepEqual(before, after) {
		t.Fatal("the change of the sources does not show: this test could not fail")
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d, an undisturbed build takes %v", seed, whole)
	random := rand.New(rand.NewPCG(seed, 1))
	asBefore, asAfter := 0, 0
	for round := range rounds(t, 8) {
		db := filepath.Join(world, fmt.Sprintf("round%d", round), "octavo.duckdb")
		if err := os.MkdirAll(filepath.Dir(db), 0o755); err != nil {
			t.Fatal(err)
		}
		copyFile(t, published, db)
		killBuild(t, db, current, time.Duration(random.Int64N(int64(whole+whole/4))))
		switch got := answers(t, db); {
		case reflect.DeepEqual(got, before):
			asBefore++
		case reflect.DeepEqual(got, after):
			asAfter++
		default:
			t.Fatalf("round %d: the file answers neither as before nor as after", round)
		}
		unpaid := unpaidTexts(t, db, current)
		if built := mustBuild(t, db, current); built.Embedded != unpaid {
			t.Fatalf("round %d: %d texts had no committed vector, but %d were embedded", round, unpaid, built.Embedded)
		}
		if got := answers(t, db); !reflect.DeepEqual(got, after) {
			t.Fatalf("round %d: the resumed build answers otherwise than an undisturbed one:\n%+v\n%+v", round, got, after)
		}
		if err := os.RemoveAll(filepath.Dir(db)); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d files as before, %d as after", asBefore, asAfter)
}

// TestReadersDuringABuildSeeOneStateOrTheOther asks from three readers while builds follow each
// other.
func TestReadersDuringABuildSeeOneStateOrTheOther(t *testing.T) {
	needModel(t)
	world := t.TempDir()
	texts, db := filepath.Join(world, "texts"), filepath.Join(world, "octavo.duckdb")
	writeTexts(t, texts, 0, 60, "one")
	mustBuild(t, db, texts)
	one := answers(t, db)
	copyFile(t, db, filepath.Join(world, "kept.duckdb"))
	writeTexts(t, texts, 40, 120, "two")
	mustBuild(t, filepath.Join(world, "kept.duckdb"), texts)
	two := answers(t, filepath.Join(world, "kept.duckdb"))
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for asked := 0; asked < 5*rounds(t, 8); asked++ {
				if got := answers(t, db); !reflect.DeepEqual(got, one) && !reflect.DeepEqual(got, two) {
					t.Error("an answer belongs to neither state")
					return
				}
			}
		})
	}
	mustBuild(t, db, texts)
	readers.Wait()
}

func killBuild(t *testing.T, db, source string, after time.Duration) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childSource+"="+source, childDatabase+"="+db)
	var stderr strings.Builder
	child.Stderr = &stderr
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { _ = child.Process.Kill() })
	defer timer.Stop()
	if err := child.Wait(); err != nil && stderr.Len() > 0 {
		t.Fatalf("the build failed before it was killed: %s", stderr.String())
	}
}

// unpaidTexts counts the different texts of a folder that have no committed vector.
func unpaidTexts(t *testing.T, db, source string) int {
	t.Helper()
	seen := map[corpus.TextKey]bool{}
	var keys []corpus.TextKey
	paths, err := filepath.Glob(filepath.Join(source, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range chunk.Cut(corpus.Text{Characters: string(text)}) {
			if key := corpus.KeyOf(c.Characters); !seen[key] {
				seen[key] = true
				keys = append(keys, key)
			}
		}
	}
	w, err := index.OpenWriter(t.Context(), db, index.WriterOptions{Command: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	missing, err := w.Missing(t.Context(), keys)
	if err != nil {
		t.Fatal(err)
	}
	return len(missing)
}

func mustBuild(t *testing.T, db, source string) engine.BuildAnswer {
	t.Helper()
	e := engineOn(db)
	defer e.Close()
	built, err := e.Build(t.Context(), buildOf(source), nil)
	if err != nil {
		t.Fatal(err)
	}
	return built
}

var questions = []string{"harbour pilots", "winter wheat storage", "copper mine ventilation", "choir rehearsal", "telescope mirror"}

// answers asks every question of a freshly opened file. The index state is left out of the
// comparison only where it names the generation's work, which a resumed build shares.
func answers(t *testing.T, db string) []engine.SearchAnswer {
	t.Helper()
	e := engineOn(db)
	defer e.Close()
	var all []engine.SearchAnswer
	for _, q := range questions {
		answer, err := e.SearchChunks(context.Background(), engine.SearchRequest{Query: q, Limit: 10})
		if err != nil {
			t.Error(err)
			return nil
		}
		all = append(all, answer)
	}
	return all
}

var vocabulary = strings.Fields(`harbour pilot winter wheat storage copper mine ventilation choir rehearsal telescope mirror
	ledger granite ferry lantern orchard turbine archive violin glacier market bridge compass letter engine river school
	window captain garden signal theory copper basin ticket meadow pension court carpet timber needle valley harvest`)

// writeTexts writes files from..to of a few chunks each. The same number and salt give the same text.
func writeTexts(t *testing.T, folder string, from, to int, salt string) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for i := from; i < to; i++ {
		random := rand.New(rand.NewPCG(uint64(i), uint64(len(salt)*1000+int(salt[0]))))
		var text strings.Builder
		for range 200 + random.IntN(400) {
			text.WriteString(vocabulary[random.IntN(len(vocabulary))] + " ")
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%04d.txt", i)), []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
