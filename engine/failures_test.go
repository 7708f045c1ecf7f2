package engine

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"octavo/engine/build"
	"octavo/engine/build/walk"
	"octavo/engine/config"
	"octavo/engine/corpus"
	"octavo/engine/embed"
	"octavo/engine/eval"
	"octavo/engine/filesearch"
	"octavo/engine/index"
	"octavo/engine/search"
)

func TestEveryTypedErrorHasItsNameAndExitCode(t *testing.T) {
	collections := []corpus.CollectionPath{"ACME", "My Notes"}
	for _, tc := range []struct {
		err  error
		name string
		exit int
	}{
		{context.Canceled, "interrupted", 130},
		{&UsageError{Message: "m"}, "usage", 2},
		{&build.PathError{Path: "x", Cause: "does not exist"}, "usage", 2},
		{&build.RootError{Path: "x", Collection: "c"}, "usage", 2},
		{&build.EmptyError{Path: "x", Documents: 2}, "usage", 2},
		{&walk.GlobError{Glob: "["}, "usage", 2},
		{&corpus.PathError{Kind: "file path", Value: "x", Cause: "c"}, "usage", 2},
		{&config.Error{Cause: errors.New("c")}, "config-invalid", 2},
		{&embed.ModelUnknown{Model: "m", Known: []string{"k"}}, "config-invalid", 2},
		{search.ErrEmptyQuery, "query-empty", 2},
		{&search.QueryError{Cause: "c"}, "query-invalid", 2},
		{&search.ScopeRequiredError{Collections: collections}, "scope-required", 2},
		{&search.UnknownCollectionError{Scope: "s", Collections: collections}, "collection-unknown", 2},
		{&eval.FailedError{Verdicts: []eval.Verdict{{Run: "r"}}}, "gate-failed", 3},
		{&DegradedError{Mode: search.ModeSemantic, Failure: "f"}, "search-not-performed", 4},
		{&eval.ResolveError{Unknown: []string{"x"}}, "evaluation-invalid", 2},
		{&eval.UnaskableError{IDs: []string{"q"}}, "evaluation-invalid", 2},
		{&eval.ReadError{File: "f", Cause: "c"}, "evaluation-invalid", 2},
		{&eval.EmptyError{What: "questions", In: "f"}, "evaluation-invalid", 2},
		{&index.MissingError{Path: "p"}, "index-missing", 4},
		{&index.MissingError{Path: "p", Building: &index.Holder{}}, "index-building", 4},
		{index.ErrNoActiveGeneration, "index-building", 4},
		{&index.ForeignError{Path: "p", Cause: "c"}, "index-foreign", 4},
		{&index.CorruptError{Path: "p", Cause: errors.New("c")}, "index-corrupt", 4},
		{&index.IncompatibleError{Path: "p"}, "index-incompatible", 4},
		{&index.StaleWordsError{Path: "p"}, "index-stale", 4},
		{&index.PatternError{}, "query-invalid", 2},
		{&ModelChangedError{Have: "a", Want: "b"}, "index-stale", 4},
		{&embed.ModelMissing{Model: "m"}, "search-not-performed", 4},
		{embed.ErrNone, "search-not-performed", 4},
		{&index.LabelError{Label: "live", Rule: "r"}, "usage", 2},
		{&VersionActiveError{Label: "l"}, "usage", 2},
		{&index.VersionMissingError{Label: "l"}, "version-missing", 4},
		{&NoReleaseError{}, "unavailable", 4},
		{&DisabledError{"list_files"}, "disabled", 4},
		{&filesearch.UnknownError{Kind: "category", Name: "x"}, "category-unknown", 2},
		{&filesearch.UnknownError{Kind: "group", Name: "x"}, "group-unknown", 2},
		{&filesearch.CursorError{}, "cursor-invalid", 2},
		{&index.UnfinishedError{Path: "p"}, "index-building", 4},
		{&index.LockedError{Path: "p"}, "index-locked", 6},
		{&PartialError{Failed: 1}, "partial", 7},
		{errors.New("surprise"), "internal", 1},
	} {
		got := Classify(fmt.Errorf("while working: %w", tc.err))
		if got.Name != tc.name || got.Exit != tc.exit || got.Message == "" {
			t.Errorf("%T: %q exits %d, want %q and %d", tc.err, got.Name, got.Exit, tc.name, tc.exit)
		}
	}
}

func TestACancelledCallIsNotDiagnosedAsItsVictim(t *testing.T) {
	err := errors.Join(&index.CorruptError{Path: "p", Cause: errors.New("query interrupted")}, context.Canceled)
	if got := Classify(err); got.Name != "interrupted" {
		t.Errorf("classified as %q", got.Name)
	}
}

func TestABuildThatRunsIsNotAFileThatIsMissing(t *testing.T) {
	holder := &index.Holder{PID: 7, Progress: index.Progress{Embedded: 199, Missing: 1}}
	got := Classify(&index.MissingError{Path: "a.duckdb", Building: holder})
	if want := "a.duckdb is building: 99% complete"; got.Message != want {
		t.Errorf("message %q, want %q", got.Message, want)
	}
}

func TestHintsQuoteWhatAShellWouldSplit(t *testing.T) {
	got := Classify(&search.ScopeRequiredError{Collections: []corpus.CollectionPath{"My Notes", "ACME"}})
	if want := "Add --scope 'My Notes', or --all for every collection: My Notes, ACME"; got.Hint != want {
		t.Errorf("hint %q, want %q", got.Hint, want)
	}
}

func TestTheExitTableListsEachNameOnce(t *testing.T) {
	seen := map[string]int{}
	for _, row := range Exits() {
		for _, name := range row.Names {
			if other, taken := seen[name]; taken {
				t.Errorf("%q stands under %d and %d", name, other, row.Code)
			}
			seen[name] = row.Code
		}
	}
	for _, name := range []string{"internal", "usage", "scope-required", "index-missing", "index-locked", "interrupted"} {
		if _, listed := seen[name]; !listed {
			t.Errorf("%q is not in the table", name)
		}
	}
}
