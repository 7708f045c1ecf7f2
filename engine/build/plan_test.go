package build

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"octavo/engine/corpus"
	"octavo/engine/index"
)

// tree makes folders and files (those with an extension) and returns the real path of the root.
func tree(t *testing.T, paths ...string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		full := filepath.Join(root, path)
		folder := full
		if filepath.Ext(path) != "" {
			folder = filepath.Dir(full)
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if folder != full {
			if err := os.WriteFile(full, []byte("text of "+path), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return root
}

func collection(path string, roots ...string) index.Collection {
	c := index.Collection{Path: corpus.CollectionPath(path)}
	for _, root := range roots {
		c.Roots = append(c.Roots, index.Root{Path: root})
	}
	return c
}

func TestAPathBecomesTheRootOfACollectionNamedAfterItsFolder(t *testing.T) {
	root := tree(t, "reports/a.md")
	for _, tc := range []struct {
		name, path, collection string
		want                   corpus.CollectionPath
	}{
		{"a folder", "reports", "", "reports"},
		{"a file takes its folder's name", "reports/a.md", "", "reports"},
		{"the request names it", "reports", "ACME/Reports", "ACME/Reports"},
	} {
		plan, err := Resolve(Request{Paths: []string{filepath.Join(root, tc.path)}, Collection: tc.collection}, nil, nil)
		if err != nil {
			t.Fatalf("%s: %v", tc.name, err)
		}
		s := plan.Sources[0]
		if s.Collection != tc.want || s.Root.Path != filepath.Join(root, tc.path) || s.Within != s.Root.Path {
			t.Errorf("%s: source %+v", tc.name, s)
		}
		if len(plan.Record) != 1 || plan.Record[0].Path != tc.want || plan.Record[0].Roots[0].Path != s.Root.Path {
			t.Errorf("%s: records %+v", tc.name, plan.Record)
		}
	}
}

func TestAPathInsideARootRefreshesOnlyThatPart(t *testing.T) {
	root := tree(t, "docs/sub/a.md", "docs/b.md")
	recorded := []index.Collection{collection("ACME", filepath.Join(root, "docs"))}
	plan, err := Resolve(Request{Paths: []string{filepath.Join(root, "docs/sub")}}, recorded, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := plan.Sources[0]
	if s.Collection != "ACME" || s.Root.Path != filepath.Join(root, "docs") || s.Within != filepath.Join(root, "docs/sub") {
		t.Fatalf("source %+v", s)
	}
	if !s.covers("sub/gone.md") || s.covers("gone.md") || s.covers("sub_too/gone.md") {
		t.Error("what may be removed is not exactly the part") // chunkhound 87
	}
}

func TestAStrayPathIsRefusedForAKnownCollection(t *testing.T) {
	root := tree(t, "docs/a.md", "other/b.md")
	recorded := []index.Collection{collection("ACME", filepath.Join(root, "docs"))}
	_, err := Resolve(Request{Paths: []string{filepath.Join(root, "other")}, Collection: "ACME"}, recorded, nil)
	var refused *RootError
	if !errors.As(err, &refused) || refused.Collection != "ACME" {
		t.Fatalf("got %v", err)
	}
	configured := []index.Collection{collection("ACME", filepath.Join(root, "docs"), filepath.Join(root, "other"))}
	plan, err := Resolve(Request{Paths: []string{filepath.Join(root, "other")}, Collection: "ACME"}, recorded, configured)
	if err != nil || plan.Sources[0].Root.Path != filepath.Join(root, "other") {
		t.Fatalf("once configured: %+v, %v", plan, err)
	}
}

func TestWithoutPathsEveryKnownRootIsBuilt(t *testing.T) {
	root := tree(t, "a/x.md", "b/y.md", "c/z.md")
	recorded := []index.Collection{collection("A", filepath.Join(root, "a")), collection("B", filepath.Join(root, "gone"))}
	configured := []index.Collection{collection("B", filepath.Join(root, "b")), collection("C", filepath.Join(root, "c"))}
	plan, err := Resolve(Request{}, recorded, configured)
	if err != nil || len(plan.Sources) != 3 {
		t.Fatalf("%+v, %v", plan, err)
	}
	plan, err = Resolve(Request{Collection: "C"}, recorded, configured)
	if err != nil || len(plan.Sources) != 1 || plan.Sources[0].Collection != "C" {
		t.Errorf("named: %+v, %v", plan, err)
	}
	var missing *PathError
	if _, err := Resolve(Request{}, recorded, nil); !errors.As(err, &missing) {
		t.Errorf("a root that is not there: %v", err)
	}
	if _, err := Resolve(Request{}, nil, nil); !errors.As(err, &missing) {
		t.Errorf("nothing to build: %v", err)
	}
}

func TestAFileThatAnotherRootHoldsIsNotTakenForRemoved(t *testing.T) {
	root := tree(t, "one/a.md", "two/b.md", "single.md")
	recorded := []index.Collection{collection("C", filepath.Join(root, "one"), filepath.Join(root, "two"), filepath.Join(root, "single.md"))}
	plan, err := Resolve(Request{Paths: []string{filepath.Join(root, "one")}}, recorded, nil)
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[corpus.FilePath]bool{"b.md": false, "single.md": false, "gone.md": true} {
		if got := !plan.Sources[0].elsewhere(file); got != want {
			t.Errorf("%s is taken for removed: %v, want %v", file, got, want)
		}
	}
	if err := os.RemoveAll(filepath.Join(root, "two")); err != nil {
		t.Fatal(err)
	}
	if !plan.Sources[0].elsewhere("b.md") {
		t.Error("a root that is not there was taken for one that does not hold the file")
	}
}

func TestGlobsOfTheRequestReplaceThoseOfTheRootAndAreRecorded(t *testing.T) {
	root := tree(t, "docs/a.md")
	known := index.Collection{Path: "D", Roots: []index.Root{{Path: filepath.Join(root, "docs"), Include: []string{"**/*.pdf"}, Exclude: []string{"drafts/**"}}}}
	plan, err := Resolve(Request{Include: []string{"**/*.md"}}, []index.Collection{known}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := plan.Record[0].Roots[0]
	if got.Include[0] != "**/*.md" || got.Exclude[0] != "drafts/**" {
		t.Errorf("recorded %+v", got)
	}
	if known.Roots[0].Include[0] != "**/*.pdf" {
		t.Error("the recorded collection was changed in place")
	}
}

func TestSummariesAreLeadingProseWithoutMarkers(t *testing.T) {
	text := "# Pension Report\n\n> ## Assumptions\n- the *discount* rate\n2. salaries\n\n---\nLast line."
	if got, want := summarise(text, "Pension Report"), "Assumptions the *discount* rate salaries Last line."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	long := summarise(strings.Repeat("prose ", 400), "")
	if n := len([]rune(long)); n > SummaryLength || n < SummaryLength-20 {
		t.Errorf("a long summary has %d characters", n)
	}
}
