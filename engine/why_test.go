package engine_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"octavo/engine"
	"octavo/engine/corpus"
	"octavo/engine/index"
	"octavo/engine/search"
)

// What why says is held to the searches themselves: a document is shown where why says so, at the
// rank that it gives, and under the limit that it names.
func TestWhyAgreesWithTheSearch(t *testing.T) {
	needModel(t)
	source, db := t.TempDir(), filepath.Join(t.TempDir(), "octavo.duckdb")
	writeTexts(t, source, 0, 12, "one")
	text, err := os.ReadFile(filepath.Join(source, "0000.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(source, "zcopy.txt"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	mustBuild(t, db, source)
	e := engineOn(db)
	defer e.Close()
	ctx := context.Background()
	beyond := 0
	for _, mode := range []search.Mode{search.ModeSemantic, search.ModeLexical, search.ModeHybrid, search.ModeSubstring} {
		for _, query := range []string{"discount rate of the pension", "ferry"} {
			r := engine.SearchRequest{Query: query, Mode: mode, Limit: 3, All: true}
			answer, err := e.Search(ctx, r)
			if err != nil {
				t.Fatal(err)
			}
			shown := map[index.DocumentRef]int{}
			for _, h := range answer.Hits {
				shown[index.DocumentRef{Collection: h.Collection, File: h.File}] = h.Rank
			}
			for i := range 13 {
				at := index.DocumentRef{Collection: answer.Collections[0]}
				at.File = "zcopy.txt"
				if i < 12 {
					at.File = corpus.FilePath(fmt.Sprintf("%04d.txt", i))
				}
				what := fmt.Sprintf("%s %q %s", mode, query, at.File)
				why, err := e.Why(ctx, engine.WhyRequest{SearchRequest: r, At: index.Locator{Collection: at.Collection, File: at.File}, Chunk: -1})
				if err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				rank, isShown := shown[at]
				switch {
				case why.Shown != isShown || isShown && why.Rank != rank:
					t.Errorf("%s: shown %v at %d, but why says %v at %d", what, isShown, rank, why.Shown, why.Rank)
				case !isShown && len(why.Reasons) == 0:
					t.Errorf("%s is not shown and why gives no reason", what)
				case why.Limit > 0:
					beyond++
					wider := r
					wider.Limit = why.Limit
					if !holds(t, e, wider, at) {
						t.Errorf("%s is not shown with --limit %d", what, why.Limit)
					}
				}
			}
		}
	}
	if beyond == 0 {
		t.Error("no document was named a limit")
	}
}

func holds(t *testing.T, e *engine.Engine, r engine.SearchRequest, at index.DocumentRef) bool {
	t.Helper()
	answer, err := e.Search(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range answer.Hits {
		if h.Collection == at.Collection && h.File == at.File {
			return true
		}
	}
	return false
}
