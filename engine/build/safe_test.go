package build

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"octavo/engine/corpus"
)

// Nothing is removed from an index but what is known to be gone. Each test here lost documents once.

func (w *world) holds(want ...corpus.FilePath) {
	w.t.Helper()
	if got := w.files(); !slices.Equal(got, want) {
		w.t.Errorf("the index holds %q, want %q", got, want)
	}
}

func (w *world) at(path string) string { return filepath.Join(w.root, path) }

func TestARootThatIsNotMountedKeepsItsDocumentsWhileAnotherIsBuilt(t *testing.T) {
	w := newWorld(t, "one/a.txt", "two/b.txt")
	w.mustBuild(Request{Paths: []string{w.at("one"), w.at("two")}})
	if err := os.Rename(w.at("one"), w.at("away")); err != nil {
		t.Fatal(err)
	}
	w.mustBuild(Request{Paths: []string{w.at("two")}})
	w.holds("a.txt", "b.txt")
}

func TestAFolderThatCannotBeReadKeepsItsDocuments(t *testing.T) {
	w := newWorld(t, "a.txt", "sub/b.txt", "sub/deep/c.txt")
	w.mustBuild(Request{})
	if os.Geteuid() == 0 { // who may read everything: a link that leads nowhere is as dark
		if err := errors.Join(os.RemoveAll(w.at("sub")), os.Symlink("unmounted", w.at("sub"))); err != nil {
			t.Fatal(err)
		}
	} else if err := os.Chmod(w.at("sub"), 0); err != nil {
		t.Fatal(err)
	}
	w.mustBuild(Request{})
	_ = os.Chmod(w.at("sub"), 0o755)
	w.holds("a.txt", "sub/b.txt", "sub/deep/c.txt")
}

func TestGlobsAreRefusedForAPartOfARoot(t *testing.T) {
	w := newWorld(t, "a.txt", "sub/b.txt", "sub/c.md")
	w.mustBuild(Request{})
	recorded, err := w.index.Collections(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_, err = Resolve(Request{Paths: []string{w.at("sub")}, Collection: "c", Include: []string{"**/*.md"}}, recorded, nil)
	var refused *PathError
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), w.root) {
		t.Errorf("got %v", err)
	}
}

func TestHiddenAndLargeFilesStayThoughALaterBuildDoesNotAskForThem(t *testing.T) {
	w := newWorld(t, "a.txt", ".secret/b.txt")
	w.write("large.txt", strings.Repeat("words ", 100))
	w.mustBuild(Request{Hidden: true})
	w.write("large.txt", strings.Repeat("other ", 100))
	w.mustBuild(Request{MaxSize: 100})
	w.holds(".secret/b.txt", "a.txt", "large.txt")
	if err := os.RemoveAll(w.at(".secret")); err != nil {
		t.Fatal(err)
	}
	w.mustBuild(Request{})
	w.holds("a.txt", "large.txt")
}

func TestARootThatWasEmptiedOnPurposeIsAcceptedByForce(t *testing.T) {
	w := newWorld(t, "one/a.txt", "two/b.txt")
	both := []string{w.at("one"), w.at("two")}
	w.mustBuild(Request{Paths: both})
	if err := os.Remove(w.at("one/a.txt")); err != nil {
		t.Fatal(err)
	}
	_, err := w.build(t.Context(), Request{Paths: both})
	var empty *EmptyError
	if !errors.As(err, &empty) || empty.Documents != 1 {
		t.Errorf("got %v", err)
	}
	w.mustBuild(Request{Paths: both, Force: true})
	w.holds("b.txt")
}

func TestTheFirstRootThatHoldsAFileWinsAlsoInAPartialBuild(t *testing.T) {
	w := newWorld(t)
	w.write("one/same.txt", "of the first root")
	w.write("two/same.txt", "of the second root")
	both := []string{w.at("one"), w.at("two")}
	w.mustBuild(Request{Paths: both})
	if s := w.mustBuild(Request{Paths: both[1:]}); s.Changed != 0 || s.Skipped != 1 {
		t.Errorf("a build of the second root: %+v", s)
	}
}

func TestAPathBelowAnotherIsNoRootOfItsOwn(t *testing.T) {
	w := newWorld(t, "docs/a.txt", "docs/sub/b.txt")
	s := w.mustBuild(Request{Paths: []string{w.at("docs/sub"), w.at("docs"), w.at("docs")}})
	if s.Seen != 2 {
		t.Errorf("%+v", s)
	}
	w.holds("a.txt", "sub/b.txt")
}
