package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"

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

// Exit codes. A code has one meaning on every command.
const (
	ExitOK          = 0
	ExitInternal    = 1
	ExitUsage       = 2
	ExitGate        = 3
	ExitUnavailable = 4
	ExitTransient   = 5
	ExitLocked      = 6
	ExitPartial     = 7
	ExitInterrupted = 130
)

// Failure is an error made ready for a person or a program: its name, its codes, the message, and
// the one hint that helps.
type Failure struct {
	Name    string
	Exit    int
	HTTP    int
	Message string
	Hint    string
	Detail  map[string]any
}

// UsageError says that the request itself cannot be carried out as it was put.
type UsageError struct {
	Message string
	Hint    string
}

func (e *UsageError) Error() string { return e.Message }

// PartialError says that a build ran but some files failed, where that was asked to count.
type PartialError struct{ Failed int }

func (e *PartialError) Error() string {
	return fmt.Sprintf("%d of the files could not be indexed", e.Failed)
}

// ExitRow is one row of the table that help pages and docs print.
type ExitRow struct {
	Code    int
	HTTP    int
	Meaning string
	Names   []string
}

// Exits lists what the exit codes mean and the error names under each.
func Exits() []ExitRow {
	rows := []ExitRow{
		{ExitOK, 200, "it ran, also with nothing found", nil},
		{ExitInternal, 500, "unexpected failure", nil},
		{ExitUsage, 400, "usage or configuration", nil},
		{ExitGate, 0, "a quality gate failed", nil},
		{ExitUnavailable, 501, "unavailable until someone acts", nil},
		{ExitTransient, 503, "transient: worth a retry", nil},
		{ExitLocked, 409, "another process holds the file for writing", nil},
		{ExitPartial, 0, "partial: some files failed and --strict was given", nil},
		{ExitInterrupted, 0, "interrupted", nil},
	}
	for i := range rows {
		seen := map[string]bool{}
		for _, f := range failures {
			if f.exit == rows[i].Code && !seen[f.name] {
				seen[f.name] = true
				rows[i].Names = append(rows[i].Names, f.name)
			}
		}
		if rows[i].Code == ExitInternal {
			rows[i].Names = []string{"internal"}
		}
	}
	return rows
}

// failure is one row of the table: an error that match finds gets this name and these codes.
type failure struct {
	match func(error) bool
	name  string
	exit  int
	http  int
	hint  func(error) string
}

// failures is the one table; the first row that matches wins. Cancellation comes first: a
// cancelled call must not be diagnosed as its victim.
var failures = []failure{
	{is(context.Canceled), "interrupted", ExitInterrupted, 0, no},
	{as[*UsageError], "usage", ExitUsage, 400, func(err error) string { return find[*UsageError](err).Hint }},
	{as[*build.PathError], "usage", ExitUsage, 400, no},
	{as[*build.RootError], "usage", ExitUsage, 400, hintRoot},
	{as[*build.EmptyError], "usage", ExitUsage, 400, hintEmpty},
	{as[*walk.GlobError], "usage", ExitUsage, 400, no},
	{as[*config.Error], "config-invalid", ExitUsage, 400, no},
	{as[*embed.ModelUnknown], "config-invalid", ExitUsage, 400, hintModels},
	{as[*corpus.PathError], "usage", ExitUsage, 400, no},
	{is(search.ErrEmptyQuery), "query-empty", ExitUsage, 400, say("Give words to search for: octavo search \"discount rate\"")},
	{as[*search.QueryError], "query-invalid", ExitUsage, 400, no},
	{as[*index.PatternError], "query-invalid", ExitUsage, 400, no},
	{as[*index.QueryError], "query-invalid", ExitUsage, 400, say("octavo sql \"SHOW TABLES\" lists the views, octavo sql \"DESCRIBE content_chunks\" the columns of one")},
	{as[*search.ScopeRequiredError], "scope-required", ExitUsage, 400, hintScope},
	{as[*search.UnknownCollectionError], "collection-unknown", ExitUsage, 400, hintCollections},
	{as[*index.LabelError], "usage", ExitUsage, 400, no},
	{as[*VersionActiveError], "usage", ExitUsage, 400, say("Activate another version first, or add --force: then none is active")},
	{as[*search.ModeError], "usage", ExitUsage, 400, no},
	{as[*search.LikeError], "usage", ExitUsage, 400, say("octavo get-document shows how many passages a document has")},
	{as[*eval.FailedError], "gate-failed", ExitGate, 0, say("octavo eval --per-query shows each question with the rank of its first right answer")},
	{as[*eval.ResolveError], "evaluation-invalid", ExitUsage, 400, say("Name files as octavo search shows them, choose their collection with --scope or --all, or count them as never found with --allow-missing")},
	{as[*eval.UnaskableError], "evaluation-invalid", ExitUsage, 400, no},
	{as[*eval.ReadError], "evaluation-invalid", ExitUsage, 400, no},
	{as[*eval.EmptyError], "evaluation-invalid", ExitUsage, 400, no},
	{as[*index.ArchiveError], "archive-invalid", ExitUsage, 400, say("Make it anew with octavo export")},
	{as[*index.ExistsError], "usage", ExitUsage, 400, say("It is left as it is. Name another file with --db, or move this one away")},
	{as[*index.MissingError], "index-missing", ExitUnavailable, 501, hintMissing},
	{as[*index.ForeignError], "index-foreign", ExitUnavailable, 501, say("Name another file with --db, or move this one away and run octavo build")},
	{as[*index.CorruptError], "index-corrupt", ExitUnavailable, 501, say("If it is an Octavo file, move it away and run octavo build: everything in it is made from the sources")},
	{as[*index.IncompatibleError], "index-incompatible", ExitUnavailable, 501, say("Run octavo build")},
	{as[*index.UnfinishedError], "index-building", ExitUnavailable, 501, hintUnfinished},
	{as[*NoReleaseError], "unavailable", ExitUnavailable, 501, hintRelease},
	{as[*DisabledError], "disabled", ExitUnavailable, 501, say("Set enabled = true for it in octavo.toml")},
	{unknown("category"), "category-unknown", ExitUsage, 400, hintNear},
	{unknown("group"), "group-unknown", ExitUsage, 400, hintNear},
	{as[*filesearch.CursorError], "cursor-invalid", ExitUsage, 400, say("Begin at the first page: ask without a cursor")},
	{as[*index.VersionMissingError], "version-missing", ExitUnavailable, 501, hintVersions},
	{is(index.ErrNoActiveGeneration), "index-building", ExitUnavailable, 501, say("Run octavo build")},
	{as[*ModelChangedError], "index-stale", ExitUnavailable, 501, hintModelChanged},
	{as[*index.StaleWordsError], "index-stale", ExitUnavailable, 501, say("Run octavo build: words are read anew from the stored text, nothing is embedded again")},
	{as[*embed.ModelMissing], "search-not-performed", ExitUnavailable, 501, say("Build the program with its models: ./just.sh build")},
	{as[*DegradedError], "search-not-performed", ExitUnavailable, 501, say("Choose a mode that needs no model, for example octavo eval --mode lexical")},
	{is(embed.ErrNone), "search-not-performed", ExitUnavailable, 501, say("Set kind = \"bundled\" under [embedder] in octavo.toml")},
	{as[*index.LockedError], "index-locked", ExitLocked, 409, say("Wait for it to end, or end that process; readers are not affected")},
	{as[*PartialError], "partial", ExitPartial, 0, say("The view ingest_ledger of the file has a row with the reason for each of them")},
}

func unknown(kind string) func(error) bool {
	return func(err error) bool {
		var of *filesearch.UnknownError
		return errors.As(err, &of) && of.Kind == kind
	}
}

// Classify names a failure. An error that no row knows is "internal".
func Classify(err error) Failure {
	for _, row := range failures {
		if row.match(err) {
			return refine(err, Failure{Name: row.name, Exit: row.exit, HTTP: row.http, Message: err.Error(), Hint: row.hint(err), Detail: detail(err)})
		}
	}
	return Failure{Name: "internal", Exit: ExitInternal, HTTP: 500, Message: err.Error(), Hint: hintInternal(err)}
}

// refine separates a first build that has not ended from a file that is not there at all.
func refine(err error, f Failure) Failure {
	var missing *index.MissingError
	if errors.As(err, &missing) && missing.Building != nil {
		f.Name = "index-building"
		p := missing.Building.Progress
		f.Message = fmt.Sprintf("%s is building: %d%% complete", missing.Path, percent(p.Embedded, p.Missing))
	}
	return f
}

// percent is floor(100 done / (done + missing)), 0 where nothing is known yet.
func percent(done, missing int) int {
	if done+missing == 0 {
		return 0
	}
	return 100 * done / (done + missing)
}

func detail(err error) map[string]any {
	facts := facts(err)
	var at *LineError
	if !errors.As(err, &at) {
		return facts
	}
	if facts == nil {
		facts = map[string]any{}
	}
	facts["line"] = at.Line
	if at.ID != "" {
		facts["id"] = at.ID
	}
	return facts
}

func facts(err error) map[string]any {
	var locked *index.LockedError
	var scope *search.ScopeRequiredError
	switch {
	case errors.As(err, &locked):
		h := locked.Holder
		return map[string]any{"pid": h.PID, "host": h.Host, "command": h.Command, "started": h.Started, "progress": h.Progress}
	case errors.As(err, &scope):
		return map[string]any{"collections": scope.Collections}
	}
	return nil
}

func is(target error) func(error) bool { return func(err error) bool { return errors.Is(err, target) } }

func as[E error](err error) bool {
	var target E
	return errors.As(err, &target)
}

func find[E error](err error) E {
	var target E
	errors.As(err, &target)
	return target
}

func no(error) string { return "" }

func say(hint string) func(error) string { return func(error) string { return hint } }

func hintInternal(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return "The disk is full. Free some space and run octavo build again: what was embedded is kept"
	case errors.Is(err, os.ErrPermission), errors.Is(err, syscall.EROFS):
		return "Check who may read and write the file and its folder, or name another one with --db"
	case errors.Is(err, os.ErrNotExist):
		return "The folder of the file must exist: make it, or name another one with --db"
	}
	return ""
}
