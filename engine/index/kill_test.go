//go:build unix

package index

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"octavo/engine/corpus"
)

// asked is what the readers of a file can tell, without the file's own ids.
func asked(t *testing.T, path string) answers {
	t.Helper()
	must(t, Check(context.Background(), path))
	r, err := OpenReader(context.Background(), path, ReaderOptions{Exact: true})
	must(t, err)
	defer func() { must(t, r.Close()) }()
	return askAll(t, r, newWorld()[:1])
}

// deaths lets a child that brings the new world to a copy of the old one die as kill says, and
// looks at what is left.
func deaths(t *testing.T, old, path string, kind IndexKind, before, after answers, kill func() ([]corpus.TextKey, bool)) (killed bool) {
	t.Helper()
	must(t, os.RemoveAll(filepath.Dir(path)))
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, clone(old, path))
	keys, killed := kill()
	if got := asked(t, path); !reflect.DeepEqual(got, before) && !reflect.DeepEqual(got, after) {
		t.Error("the file answers neither as before nor as after")
	}
	w, err := OpenWriter(context.Background(), path, WriterOptions{})
	must(t, err)
	missing, err := w.Missing(context.Background(), keys)
	must(t, err)
	if len(missing) > 0 {
		t.Errorf("%d of %d committed vectors are lost", len(missing), len(keys))
	}
	must(t, w.Close())
	runChild(t, path, "build", "", kind)
	if got := asked(t, path); !reflect.DeepEqual(got, after) {
		t.Error("the resumed build answers otherwise than an undisturbed one")
	}
	left, err := os.ReadDir(filepath.Dir(path))
	must(t, err)
	if len(left) != 1 {
		t.Errorf("the finished build leaves %v", left)
	}
	return killed
}

func buildOld(t *testing.T, path string) {
	t.Helper()
	w, err := OpenWriter(context.Background(), path, WriterOptions{})
	must(t, err)
	begin(t, w, "a", "b")
	put(t, w, oldWorld()...)
	publish(t, w)
}

// rounds is how often a build is killed at random; OCTAVO_ROUNDS raises it.
func rounds(few int) int {
	if n, err := strconv.Atoi(os.Getenv("OCTAVO_ROUNDS")); err == nil {
		return n
	}
	return few
}

func worlds(t *testing.T, kind IndexKind) (old, path string, before, after answers) {
	old = filepath.Join(t.TempDir(), "old.duckdb")
	path = filepath.Join(filepath.Dir(old), "world", "octavo.duckdb")
	must(t, os.Mkdir(filepath.Dir(path), 0o755))
	buildOld(t, old)
	must(t, clone(old, path))
	before = asked(t, path)
	runChild(t, path, "build", "", kind)
	after = asked(t, path)
	if reflect.DeepEqual(before.Matches, after.Matches) {
		t.Fatal("the two worlds answer alike: this test could not fail")
	}
	return old, path, before, after
}

func TestABuildKilledAtAnyNamedPointLeavesTheOldOrTheNewAndLosesNoVector(t *testing.T) {
	old, path, before, after := worlds(t, IndexExact)
	for _, point := range []string{"before commit", "after commit", "before checkpoint", "after checkpoint", "before sync", "before rename", "after rename"} {
		died := 0
		for nth := 1; ; nth *= 3 {
			killed := deaths(t, old, path, IndexExact, before, after, func() ([]corpus.TextKey, bool) {
				return runChild(t, path, "build", fmt.Sprintf("%s:%d", point, nth), IndexExact)
			})
			if !killed {
				break
			}
			died++
		}
		if died == 0 {
			t.Errorf("no build died %s: the point does not exist", point)
		}
	}
}

func TestABuildKilledAroundItsIndexIsResumed(t *testing.T) {
	needVSS(t)
	old, path, before, after := worlds(t, IndexHNSW)
	for _, point := range []string{"after index:1", "before rename:1"} {
		if !deaths(t, old, path, IndexHNSW, before, after, func() ([]corpus.TextKey, bool) { return runChild(t, path, "build", point, IndexHNSW) }) {
			t.Errorf("no build died %s", point)
		}
	}
}

func TestABuildKilledWhileTheFileIsWrittenAnewIsResumed(t *testing.T) {
	t.Setenv(childSize, fmt.Sprint(2*runsPerCollection+runsBorne+2)) // enough to scatter two collections
	old, path, before, after := worlds(t, IndexExact)
	for _, point := range []string{"after rewrite:1", "before rename:1", "after rename:1"} {
		if !deaths(t, old, path, IndexExact, before, after, func() ([]corpus.TextKey, bool) { return runChild(t, path, "build", point, IndexExact) }) {
			t.Errorf("no build died %s", point)
		}
	}
}

func TestABuildKilledAtRandomMomentsLeavesTheOldOrTheNew(t *testing.T) {
	old, path, before, after := worlds(t, IndexExact)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	for range rounds(8) {
		deaths(t, old, path, IndexExact, before, after, func() ([]corpus.TextKey, bool) {
			command := exec.Command(os.Args[0])
			command.Env = append(os.Environ(), childDatabase+"="+path, childTask+"=build")
			must(t, command.Start())
			timer := time.AfterFunc(time.Duration(random.IntN(600))*time.Millisecond, func() { _ = command.Process.Kill() })
			defer timer.Stop()
			_ = command.Wait() // killed or done: both are what this test is about
			return nil, true
		})
	}
}

func TestABuildThatRunsOutOfSpaceFailsAndLeavesTheOld(t *testing.T) {
	old, path, before, after := worlds(t, IndexExact)
	must(t, os.Remove(path))
	must(t, clone(old, path))
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), childDatabase+"="+path, childTask+"=full")
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(string(out), "too large") {
		t.Fatalf("the build ended with %v\n%s", err, out)
	}
	if got := asked(t, path); !reflect.DeepEqual(got, before) {
		t.Error("the file answers otherwise than before")
	}
	runChild(t, path, "build", "", IndexExact)
	if got := asked(t, path); !reflect.DeepEqual(got, after) {
		t.Error("the next build answers otherwise than an undisturbed one")
	}
}
