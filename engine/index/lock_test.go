//go:build unix

package index

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"
)

// holdLock starts a child that holds the lock until its stdin is closed or it is killed.
func holdLock(t *testing.T, path string) (*exec.Cmd, io.Closer) {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), childDatabase+"="+path, childTask+"=hold")
	stdin, err := command.StdinPipe()
	must(t, err)
	stdout, err := command.StdoutPipe()
	must(t, err)
	must(t, command.Start())
	if line, err := bufio.NewReader(stdout).ReadString('\n'); err != nil || line != "held\n" {
		t.Fatalf("the child says %q, %v", line, err)
	}
	return command, stdin
}

func TestASecondWriterIsRefusedAndToldWhoWrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "octavo.duckdb")
	child, release := holdLock(t, path)
	_, err := OpenWriter(context.Background(), path, WriterOptions{})
	var locked *LockedError
	if !errors.As(err, &locked) {
		t.Fatalf("a second writer gets %v", err)
	}
	if h := locked.Holder; h.PID != child.Process.Pid || h.Command != "a child" || h.Progress != (Progress{Phase: "build", Files: 7}) {
		t.Errorf("the holder is %+v", h)
	}
	var missing *MissingError
	if _, err := OpenReader(context.Background(), path, ReaderOptions{}); !errors.As(err, &missing) || missing.Building == nil || missing.Building.PID != child.Process.Pid {
		t.Errorf("a reader during the first build gets %v", err)
	}
	must(t, release.Close())
	must(t, child.Wait())
	w, err := OpenWriter(context.Background(), path, WriterOptions{})
	must(t, err)
	must(t, w.Close())
}

func TestTheLockOfADeadProcessDoesNotBlock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "octavo.duckdb")
	child, _ := holdLock(t, path)
	must(t, child.Process.Kill())
	_ = child.Wait() // it was killed
	holder, err := ReadHolder(path)
	if err != nil || holder == nil || holder.PID != child.Process.Pid {
		t.Fatalf("the dead holder is %+v, %v", holder, err)
	}
	w, err := OpenWriter(context.Background(), path, WriterOptions{})
	must(t, err)
	must(t, w.Close())
}

func TestAWriterThatWroteNothingLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "octavo.duckdb")
	for range 2 {
		w, err := OpenWriter(context.Background(), path, WriterOptions{})
		must(t, err)
		must(t, w.Close())
		must(t, w.Close())
		left, err := os.ReadDir(folder)
		must(t, err)
		if len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}

func TestTheLockIsTakenFromTheFileThatOthersFind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "octavo.duckdb")
	first, err := acquire(path, "first")
	must(t, err)
	if _, err := acquire(path, "second"); err == nil {
		t.Fatal("two holders")
	}
	must(t, os.Remove(lockPath(path)))
	if first.current() {
		t.Error("a removed lock file counts as current")
	}
	must(t, first.lock.Close())
	again, err := acquire(path, "third")
	must(t, err)
	must(t, again.release(true))
	if holder, err := ReadHolder(path); holder != nil || err != nil {
		t.Errorf("after a finished build the holder is %+v, %v", holder, err)
	}
}

func TestAShorterHolderReplacesALongerOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "octavo.duckdb")
	l, err := acquire(path, "command")
	must(t, err)
	for _, phase := range []string{"a phase with a very long name indeed", "b"} {
		l.tell(Progress{Phase: phase})
		holder, err := ReadHolder(path)
		must(t, err)
		if !reflect.DeepEqual(*holder, l.holder) || holder.Progress.Phase != phase {
			t.Errorf("holder %+v", holder)
		}
	}
	must(t, l.release(true))
}
