package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// checkout lays out a folder with a lock of one extension whose package stands in the cache, and
// takes every package client away: whatever succeeds in it, succeeds without a network.
func checkout(t *testing.T) (o options, packed, cached string) {
	t.Helper()
	t.Setenv("PATH", t.TempDir())
	root := t.TempDir()
	content := strings.Repeat("an extension ", 1000)
	archive, err := os.ReadFile(zipWith(t, map[string]string{"lib/tiny.duckdb_extension": content}))
	if err != nil {
		t.Fatal(err)
	}
	compressed, err := compress([]byte(content))
	if err != nil {
		t.Fatal(err)
	}
	lock := strings.NewReplacer(
		`"tiny.whl", sha256 = "`+sumA, `"tiny.whl", sha256 = "`+sumOf(string(archive)),
		`"tiny.zst", sha256 = "`+sumA, `"tiny.zst", sha256 = "`+sumOf(string(compressed)),
		`"lib/tiny.duckdb_extension", sha256 = "`+sumA, `"lib/tiny.duckdb_extension", sha256 = "`+sumOf(content),
	).Replace(goodLock)
	cached = filepath.Join(root, ".cache", "assets", "tiny.whl")
	for path, data := range map[string][]byte{filepath.Join(root, "assets", "assets.lock"): []byte(lock), cached: archive} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return options{Root: root, Platform: "linux_amd64", Log: io.Discard}, filepath.Join(root, "assets", "packed", "tiny.zst"), cached
}

func flipFirstByte(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[0] ^= 1
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestAPackedFileThatHoldsIsLeftAloneAndAChangedOneIsPackedAgain(t *testing.T) {
	o, packed, cached := checkout(t)
	if err := run(context.Background(), o); err != nil {
		t.Fatalf("from a cached package: %v", err)
	}
	before, err := os.ReadFile(packed)
	if err != nil {
		t.Fatal(err)
	}
	flipFirstByte(t, packed)
	if err := run(context.Background(), o); err != nil {
		t.Fatalf("after the packed file changed: %v", err)
	}
	if after, _ := os.ReadFile(packed); !bytes.Equal(before, after) {
		t.Error("the changed packed file was not replaced by the right one")
	}
	if err := os.Remove(cached); err != nil {
		t.Fatal(err)
	}
	if err := run(context.Background(), o); err != nil {
		t.Errorf("with the packed file in place and no package anywhere: %v", err)
	}
}

func TestAMissingClientIsNamedTogetherWithHowToGetIt(t *testing.T) {
	o, _, cached := checkout(t)
	flipFirstByte(t, cached) // a package that does not hold is not used, so the client is asked
	var missing *ClientMissing
	if err := run(context.Background(), o); !errors.As(err, &missing) || missing.Client != "python3" {
		t.Fatalf("run = %v, want *ClientMissing of python3", err)
	}
	for _, system := range []string{"apt-get", "dnf", "brew"} {
		if !strings.Contains(missing.Error(), system) {
			t.Errorf("%q does not say how to get it with %s", missing, system)
		}
	}
}

func TestCheckFetchesNothing(t *testing.T) {
	o, packed, _ := checkout(t)
	o.Check = true
	var absent *NotFetched
	if err := run(context.Background(), o); !errors.As(err, &absent) {
		t.Fatalf("run = %v, want *NotFetched", err)
	}
	if _, err := os.Stat(packed); err == nil {
		t.Error("check wrote the packed file")
	}
	o.Check = false
	if err := run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	o.Check = true
	if err := run(context.Background(), o); err != nil {
		t.Errorf("with everything there: %v", err)
	}
	flipFirstByte(t, packed)
	var changed *Changed
	if err := run(context.Background(), o); !errors.As(err, &changed) {
		t.Errorf("with a changed packed file: %v, want *Changed", err)
	}
}

func TestRelockRenewsOnlyThePackedHash(t *testing.T) {
	o, packed, _ := checkout(t)
	path := filepath.Join(o.Root, "assets", "assets.lock")
	right, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lock, err := parseLock(right)
	if err != nil {
		t.Fatal(err)
	}
	stale := bytes.ReplaceAll(right, []byte(lock.Assets[0].Packed.SHA256), []byte(strings.Repeat("0", 64)))
	if err := os.WriteFile(path, stale, 0o644); err != nil {
		t.Fatal(err)
	}
	var changed *Changed
	if err := run(context.Background(), o); !errors.As(err, &changed) || changed.File != packed {
		t.Fatalf("a packed hash that does not hold: %v, want *Changed of %s", err, packed)
	}
	o.Relock = true
	if err := run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	if renewed, _ := os.ReadFile(path); !bytes.Equal(renewed, right) {
		t.Errorf("after relock the lock is\n%s\nwant\n%s", renewed, right)
	}
}
