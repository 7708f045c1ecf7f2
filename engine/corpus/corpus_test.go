package corpus

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestCollectionPathsAreNormalisedOrRefused(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"as it is", "ACME/Reports", "ACME/Reports"},
		{"one segment", "notes", "notes"},
		{"an at sign, spaces and slashes around it", " @/ACME/Reports/ ", "ACME/Reports"},
		{"letters of any script", "Ärzte/報告", "Ärzte/報告"},
		{"a space inside", "My Notes", "My Notes"},
		{"nothing", "", ""},
		{"slashes alone", "///", ""},
		{"an empty segment", "ACME//Reports", ""},
		{"a way up", "ACME/../secret", ""},
		{"a dot", "./ACME", ""},
		{"the reserved segment", "ACME/_Documents/x", ""},
		{"a control character", "ACME\n", "ACME"},
		{"a control character inside", "AC\nME", ""},
		{"invalid UTF-8", "AC\xffME", ""},
	} {
		got, err := ParseCollectionPath(tc.in)
		var refused *PathError
		if string(got) != tc.want || (tc.want == "") != errors.As(err, &refused) {
			t.Errorf("%s: ParseCollectionPath(%q) = %q, %v; want %q", tc.name, tc.in, got, err, tc.want)
		}
	}
}

func TestScopeStopsAtASegmentBoundary(t *testing.T) {
	for _, tc := range []struct {
		name           string
		path, ancestor CollectionPath
		want           bool
	}{
		{"itself", "ACME/src", "ACME/src", true},
		{"a child", "ACME/src/lib", "ACME/src", true},
		{"a sibling with the same first letters", "ACME/src_utils", "ACME/src", false},
		{"its parent", "ACME", "ACME/src", false},
	} {
		if got := tc.path.Within(tc.ancestor); got != tc.want {
			t.Errorf("%s: %q.Within(%q) = %v, want %v", tc.name, tc.path, tc.ancestor, got, tc.want)
		}
	}
}

func TestAncestorsComeNearestFirst(t *testing.T) {
	got := CollectionPath("part/Space/Sub").Ancestors()
	if want := []CollectionPath{"part/Space", "part"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := CollectionPath("part").Ancestors(); len(got) != 0 {
		t.Errorf("a single segment has ancestors %q", got)
	}
}

func TestFilePathsThatLeaveTheCollectionAreRefused(t *testing.T) {
	for in, ok := range map[string]bool{
		"a.txt": true, "a/b c.md": true, "..hidden": true, "a/..b": true,
		"": false, "/etc/passwd": false, "../x": false, "a/../b": false, "a\x00b": false, "\xff": false,
	} {
		if _, err := ParseFilePath(in); (err == nil) != ok {
			t.Errorf("ParseFilePath(%q): %v", in, err)
		}
	}
}

func TestSlugsOfNamesThatLookAlikeDiffer(t *testing.T) {
	names := []FilePath{
		"notes", "notes.md", "notes.txt", "Notes", "no tes", "no_tes", "no-tes", "no/tes", // qmd 717, 801
		"r\u00e9sum\u00e9", "re\u0301sume\u0301", "報告", "报告", ".md", "a", "A",
		"notes-1c9a7e02", FilePath(strings.Repeat("long", 60)), FilePath(strings.Repeat("long", 60) + "er"),
	}
	slugs := map[string]FilePath{}
	for _, name := range names {
		slug := Slug(name)
		if other, taken := slugs[slug]; taken {
			t.Errorf("%q and %q share the slug %q", name, other, slug)
		}
		slugs[slug] = name
		if strings.Trim(slug, "abcdefghijklmnopqrstuvwxyz0123456789-._") != "" {
			t.Errorf("slug %q of %q has characters that need quoting", slug, name)
		}
		if slug != Slug(name) || !IsDocumentPath(DocumentPath("ACME", name)) {
			t.Errorf("slug %q of %q is not stable or makes no document path", slug, name)
		}
	}
	if got := Slug("pension/2025.pdf"); !strings.HasPrefix(got, "pension-2025-") || len(got) != len("pension-2025-1c9a7e02") {
		t.Errorf("Slug(pension/2025.pdf) = %q", got)
	}
	if got := Slug("notes"); got != "notes" {
		t.Errorf("a name that loses nothing became %q", got)
	}
}

func TestBlankMeansThatNothingShows(t *testing.T) {
	for s, want := range map[string]bool{
		"": true, " \n\t": true, "\u00a0\u2003": true, "\u200b\u200d\ufeff": true, "\x01": true,
		"x": false, ".": false, "中": false, "\u0301": false,
	} {
		if got := Blank(s); got != want {
			t.Errorf("Blank(%q) = %v, want %v", s, got, want)
		}
	}
}

func TestClipCutsBetweenWordsAndSaysSo(t *testing.T) {
	for _, tc := range []struct {
		in    string
		limit int
		want  string
	}{
		{"short", 10, "short"},
		{"exactly ten", 11, "exactly ten"},
		{"one two three four", 12, "one two…"},
		{"unbreakableword", 8, "unbreak…"},
		{"中文没有空格的句子", 5, "中文没有…"},
	} {
		if got := Clip(tc.in, tc.limit); got != tc.want || len([]rune(got)) > tc.limit {
			t.Errorf("Clip(%q, %d) = %q, want %q", tc.in, tc.limit, got, tc.want)
		}
	}
}

func TestNearestNamesWhatWasProbablyMeant(t *testing.T) {
	names := []CollectionPath{"ACME/Reports", "ACME/Minutes", "notes"}
	for in, want := range map[CollectionPath]CollectionPath{
		"ACME/Report": "ACME/Reports", "acme/minutes": "ACME/Minutes", "note": "notes", "zzz": "",
	} {
		if got := Nearest(in, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestTheUnionHoldsBothBoxes(t *testing.T) {
	got := Box{X: .5, Y: .5, W: .25, H: .25}.Union(Box{X: .25, Y: .625, W: .25, H: .25})
	if want := (Box{X: .25, Y: .5, W: .5, H: .375}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
