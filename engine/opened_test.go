package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"octavo/engine"
	"octavo/engine/index"
)

func TestAnEngineThatFollowsTheFileAnswersFromWhatItIsNow(t *testing.T) {
	needModel(t)
	world := t.TempDir()
	db, texts := filepath.Join(world, "octavo.duckdb"), filepath.Join(world, "texts")
	options := engineOn(db).Options
	options.Follow = true
	e := engine.New(options)
	defer e.Close()
	ask := func() (engine.SearchAnswer, error) {
		return e.SearchChunks(t.Context(), engine.SearchRequest{Query: "harbour pilots", Limit: 10})
	}
	var missing *index.MissingError
	if _, err := ask(); !errors.As(err, &missing) {
		t.Fatalf("without a file: %v, want a *index.MissingError", err)
	}
	writeTexts(t, texts, 0, 40, "old")
	mustBuild(t, db, texts)
	old, err := ask()
	if err != nil {
		t.Fatal(err)
	}

	// Many ask while the file is replaced: each answer is wholly of one snapshot or of the other.
	writeTexts(t, texts, 20, 80, "new")
	var asking sync.WaitGroup
	var stop atomic.Bool
	answers := make(chan engine.SearchAnswer, 1<<12)
	for range 4 {
		asking.Go(func() {
			for !stop.Load() {
				answer, err := ask()
				if err != nil {
					t.Error(err)
					return
				}
				answers <- answer
			}
		})
	}
	mustBuild(t, db, texts)
	current, err := ask()
	if err != nil {
		t.Fatal(err)
	}
	stop.Store(true)
	asking.Wait()
	close(answers)
	if current.Index.Snapshot == old.Index.Snapshot || reflect.DeepEqual(current.Hits, old.Hits) {
		t.Fatal("the request after a build was answered from the file before it")
	}
	for answer := range answers {
		if !reflect.DeepEqual(answer, old) && !reflect.DeepEqual(answer, current) {
			t.Fatalf("an answer of neither snapshot: %+v", answer.Index)
		}
	}
	if held := deletedFiles(t, db); held > 0 {
		t.Errorf("%d replaced files are still open", held)
	}
	if err := os.Remove(db); err != nil {
		t.Fatal(err)
	}
	if _, err := ask(); !errors.As(err, &missing) {
		t.Errorf("after the file went away: %v, want a *index.MissingError", err)
	}
}

func TestAClosedEngineHoldsNoFile(t *testing.T) {
	needModel(t)
	world := t.TempDir()
	db, texts := filepath.Join(world, "octavo.duckdb"), filepath.Join(world, "texts")
	writeTexts(t, texts, 0, 5, "old")
	mustBuild(t, db, texts)
	e := engineOn(db)
	var asking sync.WaitGroup
	for range 8 {
		asking.Go(func() {
			if _, err := e.Status(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	asking.Wait()
	if err := os.Remove(db); err != nil {
		t.Fatal(err)
	}
	if held := deletedFiles(t, db); held > 0 {
		t.Errorf("%d files are still open", held)
	}
}

func TestAnEngineReadsOneSnapshotUnlessItFollowsTheFile(t *testing.T) {
	needModel(t)
	world := t.TempDir()
	db, texts := filepath.Join(world, "octavo.duckdb"), filepath.Join(world, "texts")
	writeTexts(t, texts, 0, 5, "old")
	mustBuild(t, db, texts)
	e := engineOn(db)
	defer e.Close()
	before, err := e.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	writeTexts(t, texts, 0, 9, "new")
	mustBuild(t, db, texts)
	after, err := e.Status(t.Context())
	if err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("the second look of the same engine differs (%v): %+v and %+v", err, before.Info, after.Info)
	}
}

// deletedFiles counts the descriptors of this process that keep a removed file of that name alive.
func deletedFiles(t *testing.T, path string) int {
	t.Helper()
	descriptors, err := filepath.Glob("/proc/self/fd/*")
	if err != nil || len(descriptors) == 0 {
		t.Log("this system does not list open files")
		return 0
	}
	held := 0
	for _, descriptor := range descriptors {
		if target, err := os.Readlink(descriptor); err == nil && strings.HasPrefix(target, path) && strings.HasSuffix(target, "(deleted)") {
			held++
		}
	}
	return held
}
