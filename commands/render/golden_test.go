package render_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"octavo/commands/render"
	"octavo/engine"
	"octavo/engine/eval"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// shown are the answers by the name of their golden file.
var shown = map[string]func(render.Printer) error{
	"search":         func(p render.Printer) error { return p.Search(searchAnswer()) },
	"search-nothing": func(p render.Printer) error { return p.Search(emptySearchAnswer()) },
	"search-of-batch": func(p render.Printer) error {
		a := emptySearchAnswer()
		a.ID = "q7"
		return p.Search(a)
	},
	"search-chunks":      func(p render.Printer) error { return p.SearchChunks(searchAnswer()) },
	"search-chunks-wide": func(p render.Printer) error { return p.SearchChunks(widerAnswer()) },
	"search-copies":      func(p render.Printer) error { return p.Search(copiesAnswer()) },
	"why":                func(p render.Printer) error { return p.Why(whyAnswer()) },
	"why-obstacles":      func(p render.Printer) error { return p.Why(obstaclesAnswer()) },
	"why-absent":         func(p render.Printer) error { return p.Why(absentAnswer()) },
	"get-chunk":          func(p render.Printer) error { return p.Chunk(chunkAnswer()) },
	"get-chunk-only":     func(p render.Printer) error { return p.Chunk(firstChunkAnswer()) },
	"get-chunk-missing":  func(p render.Printer) error { return p.Chunk(missingChunkAnswer()) },
	"get-file": func(p render.Printer) error {
		return p.File(engine.FileAnswer{Document: document(), Text: "One.\n\tTwo\a."})
	},
	"get-document":    func(p render.Printer) error { return p.Document(document()) },
	"status":          func(p render.Printer) error { return p.Status(statusAnswer()) },
	"status-empty":    func(p render.Printer) error { return p.Status(emptyStatusAnswer()) },
	"categories":      func(p render.Printer) error { return p.Categories(categoriesAnswer()) },
	"categories-none": func(p render.Printer) error { return p.Categories(engine.CategoriesAnswer{}) },
	"groups":          func(p render.Printer) error { return p.Groups(groupsAnswer()) },
	"groups-none":     func(p render.Printer) error { return p.Groups(engine.GroupsAnswer{}) },
	"full-text":       func(p render.Printer) error { return p.FullText(fullTextAnswer()) },
	"full-text-none":  func(p render.Printer) error { return p.FullText(nothingByWords()) },
	"files":           func(p render.Printer) error { return p.Files(filesAnswer()) },
	"versions":        func(p render.Printer) error { return p.ContentVersions(versions()) },
	"versions-none":   func(p render.Printer) error { return p.ContentVersions(nil) },
	"versions-show": func(p render.Printer) error {
		return p.ContentVersion(engine.VersionDetail{Version: versions()[0], Collections: collections()})
	},
	"versions-cut":      func(p render.Printer) error { return p.VersionChanged("cut", versions()[1]) },
	"versions-activate": func(p render.Printer) error { return p.VersionChanged("activate", versions()[0]) },
	"versions-drop":     func(p render.Printer) error { return p.VersionChanged("drop", versions()[1]) },
	"compact": func(p render.Printer) error {
		return p.Compact(engine.CompactAnswer{Database: "my file.duckdb", Before: 4_200_000, After: 2_100_000})
	},
	"build":               func(p render.Printer) error { return p.Build(buildAnswer()) },
	"build-dry":           func(p render.Printer) error { return p.Build(dryAnswer()) },
	"build-unchanged":     func(p render.Printer) error { return p.Build(unchangedAnswer()) },
	"collections":         func(p render.Printer) error { return p.Collections(collections()) },
	"collections-none":    func(p render.Printer) error { return p.Collections(nil) },
	"collections-removed": func(p render.Printer) error { return p.CollectionRemoved("ACME") },
	"collections-renamed": func(p render.Printer) error { return p.CollectionRenamed("ACME", "Acme") },
	"embed":               func(p render.Printer) error { return p.Embed(embedAnswer()) },
	"sql":                 func(p render.Printer) error { return p.Table(table()) },
	"sql-saved":           func(p render.Printer) error { return p.Saved("my rows.parquet", 1404) },
	"export":              func(p render.Printer) error { return p.Exported(exportAnswer()) },
	"import":              func(p render.Printer) error { return p.Imported(importAnswer()) },
	"version":             func(p render.Printer) error { return p.Version(versionAnswer()) },
	"init":                func(p render.Printer) error { return p.Init("/srv/octavo.toml") },
	"eval":                func(p render.Printer) error { return p.Evaluation(failedEvaluation()) },
	"eval-measured":       func(p render.Printer) error { return p.Evaluation(measuredEvaluation()) },
	"eval-question":       func(p render.Printer) error { return p.Evaluation(measuredEvaluation()) },
	"eval-init": func(p render.Printer) error {
		return p.Draft("my judgements.jsonl", engine.DraftAnswer{Queries: make([]eval.Query, 20), Documents: 200, Passages: 1404})
	},
	"diff":           func(p render.Printer) error { return p.Diff(fileDiff()) },
	"diff-unchanged": func(p render.Printer) error { return p.Diff(unchangedDiff()) },
	"diff-runs":      func(p render.Printer) error { return p.Diff(runDiff()) },
	"error": func(p render.Printer) error {
		return p.Failure(render.Failure{Failure: engine.Failure{Name: "internal", Exit: 1, Message: "it broke"}})
	},
	"error-scope": func(p render.Printer) error { return p.Failure(render.Failure{Failure: scopeRequired(), Search: true}) },
}

func TestAnswersReadAsTheyDidOnATerminalInAPipeAndAsJSON(t *testing.T) {
	for name, show := range shown {
		for form, printer := range map[string]func(render.Options) render.Printer{
			"tty":  func(o render.Options) render.Printer { o.Width, o.Color = 80, true; return render.NewText(o) },
			"txt":  func(o render.Options) render.Printer { return render.NewText(o) },
			"json": func(o render.Options) render.Printer { return render.NewJSON(o) },
		} {
			t.Run(name+"/"+form, func(t *testing.T) {
				var out, errors bytes.Buffer
				options := render.Options{Out: &out, Err: &errors, Explain: strings.HasSuffix(name, "-chunks"), PerQuery: strings.HasSuffix(name, "-question"), Again: []string{"--db", "my file.duckdb"}}
				if err := show(printer(options)); err != nil {
					t.Fatal(err)
				}
				if form == "json" && errors.Len() > 0 {
					t.Errorf("stderr holds %q", errors.String())
				}
				golden(t, name+"."+form, out.String()+errors.String())
			})
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from its golden file.\ngot:\n%s\nwant:\n%s", name, got, want)
	}
}

func TestNoLineOfProseIsWiderThanTheTerminal(t *testing.T) {
	for _, width := range []int{40, 80, 300} {
		for _, name := range []string{"search", "search-chunks-wide", "get-chunk", "eval-init", "search-copies", "why", "why-obstacles", "why-absent"} {
			var out bytes.Buffer
			if err := shown[name](render.NewText(render.Options{Out: &out, Err: &out, Width: width, Color: true})); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(out.String()) {
				command := strings.Contains(line, "octavo ") // stays whole, so that it can be copied
				if w := ansi.StringWidth(strings.TrimRight(line, "\n")); w > width && !command {
					t.Errorf("%s at %d columns has a line of %d: %q", name, width, w, line)
				}
			}
		}
	}
}

func TestDocumentsCannotDriveTheTerminal(t *testing.T) {
	for name, show := range shown {
		var out bytes.Buffer
		if err := show(render.NewText(render.Options{Out: &out, Err: &out, Width: 80})); err != nil {
			t.Fatal(err)
		}
		if i := strings.IndexAny(out.String(), "\x1b\a\u009b"); i >= 0 {
			t.Errorf("%s writes a control character at %d: %q", name, i, out.String())
		}
	}
}

type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestAnAnswerThatCannotBeWrittenSaysSo(t *testing.T) {
	for name, show := range shown {
		for _, p := range []render.Printer{
			render.NewText(render.Options{Out: closedPipe{}, Err: closedPipe{}}),
			render.NewJSON(render.Options{Out: closedPipe{}, Err: closedPipe{}}),
		} {
			if _, ok := show(p).(*render.WriteError); !ok {
				t.Errorf("%s with %T does not return a *render.WriteError", name, p)
			}
		}
	}
}
