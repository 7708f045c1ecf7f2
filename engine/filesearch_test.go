package engine_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"octavo/engine"
	"octavo/engine/config"
	"octavo/engine/filesearch"
)

// archive is an engine over a small library, and the folder of its sources.
func archive(t *testing.T) (*engine.Engine, string) {
	t.Helper()
	needModel(t)
	root := t.TempDir()
	texts := filepath.Join(root, "texts")
	for name, text := range map[string]string{
		"pension/letters/may.md":    "# May\n\nYour pension rises by two percent.\n",
		"pension/letters/june.md":   "# June\n\nNothing new about the pension.\n",
		"pension/report.md":         "---\ngroup: Reports\n---\n# Report\n\n" + strings.Repeat("Filler of the report. ", 400) + "The discount rate was four percent. " + strings.Repeat("More filler here. ", 400),
		"works/pumps.md":            "# Pumps\n\nA pump lifts water.\n\nA second paragraph.\n",
		"readme.md":                 "# Read me\n\nAbout all of this.\n",
		"works/handbook/cranes.txt": "Cranes lift loads. Category by folder.",
	} {
		path := filepath.Join(texts, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	c, err := config.Load(config.Flags{}, func(string) string { return "" }, dir)
	if err != nil {
		t.Fatal(err)
	}
	c.Database, c.Embedder.Model = filepath.Join(dir, "octavo.duckdb"), model
	e := engine.New(engine.Options{Config: c, Command: "test", Follow: true})
	t.Cleanup(func() { e.Close() })
	if _, err := e.Build(t.Context(), buildOf(texts), nil); err != nil {
		t.Fatal(err)
	}
	return e, texts
}

func TestFileSearchBrowsesWhatWasReleased(t *testing.T) {
	e, _ := archive(t)
	ctx := t.Context()
	var unreleased *engine.NoReleaseError
	if _, err := e.Categories(ctx); !errors.As(err, &unreleased) {
		t.Errorf("before any release: %v", err)
	}
	if _, err := e.CutVersion(ctx, engine.CutRequest{Label: "one", Activate: true}); err != nil {
		t.Fatal(err)
	}
	overview, err := e.Categories(ctx)
	if want := "{[{pension  2 3} {works  1 2}] 6 1}"; err != nil || fmt.Sprint(overview.Overview) != want || overview.Version != "one" || overview.Snapshot == "" {
		t.Errorf("%v, %v, want %s", overview, err, want)
	}
	for category, want := range map[string]string{
		"":        "[{pension Reports  1} {pension letters  2} {works handbook  1}]",
		"pension": "[{pension Reports  1} {pension letters  2}]",
	} {
		if groups, err := e.Groups(ctx, category); err != nil || fmt.Sprint(groups.Groups) != want {
			t.Errorf("groups of %q: %v, %v, want %s", category, groups, err, want)
		}
	}
	var unknown *filesearch.UnknownError
	if _, err := e.Groups(ctx, "pensions"); !errors.As(err, &unknown) || unknown.Near != "pension" || len(unknown.Known) != 2 {
		t.Errorf("an unknown category: %v", err)
	}
	if _, err := e.ListFiles(ctx, engine.FileSearchQuestion{Category: "works", Group: "letters"}); !errors.As(err, &unknown) || unknown.Kind != "group" {
		t.Errorf("a group of another category: %v", err)
	}
}

func TestFileSearchPagesThroughAllInOrder(t *testing.T) {
	e, texts := archive(t)
	ctx := t.Context()
	e.Config.FileSearch.Serve = "live"
	var names []string
	q := engine.FileSearchQuestion{Limit: 4}
	for {
		page, err := e.ListFiles(ctx, q)
		if err != nil || page.Total != 6 {
			t.Fatalf("%+v, %v", page, err)
		}
		for _, d := range page.Documents {
			names = append(names, string(d.File))
		}
		if q.Cursor = page.Next; q.Cursor == "" {
			break
		}
	}
	if got := strings.Join(names, " "); got != "pension/letters/june.md pension/letters/may.md pension/report.md readme.md works/handbook/cranes.txt works/pumps.md" {
		t.Errorf("all pages: %s", got)
	}
	page, err := e.ListFiles(ctx, q)
	if err != nil {
		t.Fatal(err)
	}
	var bad *filesearch.CursorError
	for _, q := range []engine.FileSearchQuestion{{Limit: 4, Cursor: "nonsense"}, {Limit: 4, Cursor: page.Next, Category: "works"}} {
		if _, err := e.ListFiles(ctx, q); !errors.As(err, &bad) || bad.Stale != (q.Cursor == page.Next) {
			t.Errorf("%+v: %v", q, err)
		}
	}
	if err := os.Remove(filepath.Join(texts, "readme.md")); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Build(ctx, buildOf(texts), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := e.ListFiles(ctx, engine.FileSearchQuestion{Limit: 4, Cursor: page.Next}); !errors.As(err, &bad) || !bad.Stale {
		t.Errorf("a cursor of what was there before: %v", err)
	}
}

func TestFileSearchShowsTheTextAroundTheBestMatch(t *testing.T) {
	e, _ := archive(t)
	ctx := t.Context()
	e.Config.FileSearch.Serve, e.Config.FileSearch.FullTextSearch.SnippetLength = "live", 8
	found, err := e.FullTextSearch(ctx, "discount rates", engine.FileSearchQuestion{})
	if err != nil || len(found.Hits) != 1 {
		t.Fatalf("%+v, %v", found, err)
	}
	if got := found.Hits[0].Snippet; !strings.Contains(got, "The **discount** **rate** was") || len(strings.Fields(got)) > 10 {
		t.Errorf("the snippet is %q", got)
	}
	within, err := e.FullTextSearch(ctx, "pension", engine.FileSearchQuestion{Group: "letters", Limit: 1})
	if err != nil || len(within.Hits) != 1 || within.Next == "" {
		t.Fatalf("%+v, %v", within, err)
	}
	rest, err := e.FullTextSearch(ctx, "pension", engine.FileSearchQuestion{Group: "letters", Cursor: within.Next})
	if err != nil || len(rest.Hits) != 1 || rest.Hits[0].Rank != 1 || rest.Next != "" || rest.Hits[0].File == within.Hits[0].File {
		t.Errorf("the second page: %+v, %v", rest, err)
	}
	e.Config.FileSearch.FullTextSearch.Enabled = false
	var disabled *engine.DisabledError
	if _, err := e.FullTextSearch(ctx, "pension", engine.FileSearchQuestion{}); !errors.As(err, &disabled) {
		t.Errorf("a disabled capability: %v", err)
	}
}

func TestAPreviewIsOfWordsOrOfParagraphs(t *testing.T) {
	e, _ := archive(t)
	e.Config.FileSearch.Serve = "live"
	c := &e.Config.FileSearch.ListFiles
	for _, tc := range []struct {
		mode              string
		words, paragraphs int
		want              string
	}{
		{"words", 3, 1, "# Pumps A…"},
		{"words", 50, 1, "# Pumps A pump lifts water. A second paragraph."},
		{"paragraphs", 3, 2, "# Pumps\n\nA pump lifts water."},
	} {
		c.PreviewMode, c.WordCount, c.ParagraphCount = tc.mode, tc.words, tc.paragraphs
		page, err := e.ListFiles(t.Context(), engine.FileSearchQuestion{Category: "works"})
		if err != nil {
			t.Fatal(err)
		}
		if got := page.Documents[len(page.Documents)-1].Preview; got != tc.want {
			t.Errorf("%s: %q, want %q", tc.mode, got, tc.want)
		}
	}
}
