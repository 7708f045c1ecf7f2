package main

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func sumOf(data string) string {
	sum := sha256.Sum256([]byte(data))
	return hex.EncodeToString(sum[:])
}

// zipWith writes an archive of the given names and contents, and returns its path.
func zipWith(t *testing.T, members map[string]string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "package.zip")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	zw := zip.NewWriter(f)
	for name, data := range members {
		w, err := zw.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := zw.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAMemberIsReadByItsWholeName(t *testing.T) {
	archive := zipWith(t, map[string]string{"a/b/weights.bin": "the weights", "weights.bin": "others"})
	got, err := readMembers(archive, map[string]File{"weights": {"a/b/weights.bin", sumOf("the weights")}})
	if err != nil || string(got["weights"]) != "the weights" {
		t.Errorf("readMembers = %q, %v", got["weights"], err)
	}
	_, err = readMembers(archive, map[string]File{"weights": {"b/weights.bin", sumOf("the weights")}})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a name that is not in the archive: %v, want fs.ErrNotExist", err)
	}
}

func TestAChangedByteIsRefusedWithFileExpectedAndGot(t *testing.T) {
	want, got := sumOf("the weights"), sumOf("the weightz")
	archive := zipWith(t, map[string]string{"weights.bin": "the weightz"})
	_, err := readMembers(archive, map[string]File{"weights": {"weights.bin", want}})
	var changed *Changed
	if !errors.As(err, &changed) || changed.Want != want || changed.Got != got {
		t.Fatalf("readMembers error = %v, want *Changed from %s to %s", err, want, got)
	}
	for _, fact := range []string{"weights.bin", want, got} {
		if !strings.Contains(err.Error(), fact) {
			t.Errorf("%q does not name %s", err, fact)
		}
	}
	if err := checkFile(archive, want); !errors.As(err, &changed) || changed.File != archive {
		t.Errorf("checkFile of a changed archive = %v, want *Changed for %s", err, archive)
	}
}

func TestAnArchiveWhoseNamesLeadOutOfItIsRefused(t *testing.T) {
	for _, name := range []string{"../evil", "/etc/evil", "a/../../evil", "../up/evil"} {
		archive := zipWith(t, map[string]string{name: "x", "weights.bin": "the weights"})
		_, err := readMembers(archive, map[string]File{"weights": {"weights.bin", sumOf("the weights")}})
		var unsafe *Unsafe
		if !errors.As(err, &unsafe) || unsafe.Name != name {
			t.Errorf("archive with %q: %v, want *Unsafe", name, err)
		}
	}
}
