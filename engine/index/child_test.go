//go:build unix

package index

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"octavo/engine/corpus"
)

// The test binary runs itself as a second process, which may then be killed.
const (
	childDatabase = "OCTAVO_TEST_DATABASE"
	childTask     = "OCTAVO_TEST_TASK"  // build, full or hold
	childPoint    = "OCTAVO_TEST_POINT" // where a build kills itself: name, colon, which time
	childIndex    = "OCTAVO_TEST_INDEX" // the kind of index it publishes with
	childSize     = "OCTAVO_TEST_SIZE"  // how many documents the new world has; 8 where unset
)

func TestMain(m *testing.M) {
	switch os.Getenv(childTask) {
	case "":
		os.Exit(m.Run())
	case "build", "full":
		if os.Getenv(childTask) == "full" {
			limitFiles(os.Getenv(childDatabase))
		}
		if err := childBuild(os.Getenv(childDatabase)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "hold":
		w, err := OpenWriter(context.Background(), os.Getenv(childDatabase), WriterOptions{Command: "a child"})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		w.UpdateProgress(Progress{Phase: "build", Files: 7})
		fmt.Println("held")
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	}
}

// limitFiles lets no file grow beyond the published one and a little more: as on a full disk,
// writes fail.
func limitFiles(path string) {
	info, err := os.Stat(path)
	if err != nil {
		panic(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	limit := uint64(info.Size()) + 16<<10
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
		panic(err)
	}
}

// newWorld is what the child builds: some documents of the old world are changed, some gone, some new.
func newWorld() []NewDocument {
	var out []NewDocument
	size, err := strconv.Atoi(os.Getenv(childSize))
	if err != nil {
		size = 8
	}
	for i := range size {
		text := fmt.Sprintf("document %d of the new world, which has %d neighbours and more words", i, i%3)
		out = append(out, newDocument([]string{"a", "b"}[i%2], fmt.Sprintf("%02d.txt", i), text))
	}
	return out
}

func oldWorld() []NewDocument {
	documents := newWorld()[:4]
	for i := range 4 {
		documents = append(documents, newDocument("a", fmt.Sprintf("old%d.txt", i), fmt.Sprintf("an old text, number %d", i)))
	}
	documents[1] = newDocument("b", "01.txt", "what stood here before")
	return documents
}

// childBuild brings the file to the new world in many small commits and tells on stdout which keys
// are committed.
func childBuild(path string) error {
	point, nth, _ := strings.Cut(os.Getenv(childPoint), ":")
	left, _ := strconv.Atoi(nth)
	faults = func(at string) {
		if at == point {
			if left--; left == 0 {
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			}
		}
	}
	ctx := context.Background()
	w, err := OpenWriter(ctx, path, WriterOptions{VSS: testVSS()})
	if err != nil {
		return err
	}
	for _, d := range newWorld() {
		for _, c := range d.Cut {
			key := corpus.KeyOf(c.Characters)
			if err := w.KeepVectors(ctx, []KeyedVector{{key, vectorOf(c.Characters)}}); err != nil {
				return err
			}
			fmt.Println(hex.EncodeToString(key[:]))
		}
		if err := w.Put(ctx, []NewDocument{d}); err != nil {
			return err
		}
	}
	if err := w.Remove(ctx, "a", oldFiles()); err != nil {
		return err
	}
	_, err = w.Publish(ctx, PublishOptions{Index: IndexKind(os.Getenv(childIndex))})
	return err
}

func oldFiles() (files []corpus.FilePath) {
	for _, d := range oldWorld()[4:] {
		files = append(files, d.File)
	}
	return files
}

// runChild runs a task to its end, or its death, and returns the keys it told.
func runChild(t *testing.T, path, task, point string, kind IndexKind) (keys []corpus.TextKey, killed bool) {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), childDatabase+"="+path, childTask+"="+task, childPoint+"="+point, childIndex+"="+string(kind))
	var stderr strings.Builder
	command.Stderr = &stderr
	out, err := command.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signaled() {
		killed, err = true, nil
	}
	if err != nil {
		t.Fatalf("the child failed: %v\n%s", err, stderr.String())
	}
	for line := range strings.Lines(string(out)) {
		key, err := hex.DecodeString(strings.TrimSpace(line))
		if err == nil && len(key) == len(corpus.TextKey{}) { // a killed child may leave half a line
			keys = append(keys, corpus.TextKey(key))
		}
	}
	return keys, killed
}
