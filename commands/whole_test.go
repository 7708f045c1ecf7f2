package commands

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"octavo/assets"
)

// The tests of this file run the real program over real documents: they build an Octavo file with
// the small model and ask it.

const quickModel = "potion-base-8M"

var sources = map[string]string{
	"reports/pension.md": "# Pension report\n\nThe trustees choose the discount rate each year. They look at the yield of long bonds.\n\n" +
		strings.Repeat("The obligation to members grew, since people live longer than the tables of old said. ", 40),
	"reports/garden.txt":     "Roses want sun, water and a cut in early spring. Feed them with compost.\n",
	"reports/blank.txt":      " \n\n",
	"recipes/übung/brot.txt": "Bread needs flour, water, salt and time. Knead the dough until it is smooth.\n",
	"broken/report.pdf":      "%PDF-1.7\nthis is not one\n",
	"broken/good.txt":        "A good file beside a broken one.\n",
}

// project lays the sources into a new working directory.
func project(t *testing.T) {
	t.Helper()
	if assets.Weights(quickModel) == "" {
		t.Skip("this test needs the model " + quickModel + ": go test -tags octavo_assets")
	}
	t.Chdir(t.TempDir())
	for name, text := range sources {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func must(t *testing.T, words ...string) result {
	t.Helper()
	got := world{}.run(words...)
	if got.Code != 0 {
		t.Fatalf("octavo %s: exit %d: %s%s", strings.Join(words, " "), got.Code, got.Out, got.Err)
	}
	return got
}

// library is a project with two collections in its file.
func library(t *testing.T) {
	t.Helper()
	project(t)
	must(t, "build", "reports", "--collection", "ACME/Reports", "--model", quickModel)
	must(t, "build", "recipes", "--collection", "ACME/Recipes")
}

func TestEveryCommandGivesOneObjectThatKeepsToItsSchema(t *testing.T) {
	library(t)
	must(t, "eval", "init", "--out", "judged.jsonl")
	must(t, "eval", "--queries", "judged.jsonl", "--save", "run.json")
	for _, tc := range []struct {
		words  []string
		schema string
	}{
		{[]string{"eval", "--queries", "judged.jsonl", "--mode", "semantic,auto", "--baseline", "run.json", "--assert", "mrr>=0"}, "eval"},
		{[]string{"eval", "--queries", "judged.jsonl", "--unit", "chunks", "--per-query"}, "eval"},
		{[]string{"eval", "init", "--force", "--out", "again.jsonl"}, "eval_init"},
		{[]string{"diff", "octavo.duckdb", "octavo.duckdb", "--queries", "judged.jsonl"}, "diff"},
		{[]string{"diff", "run.json", "run.json"}, "diff"},
		{[]string{"build"}, "build"},
		{[]string{"build", "--dry-run", "--force"}, "build"},
		{[]string{"search", "roses in spring", "--all"}, "search"},
		{[]string{"search", "roses", "--all", "--explain", "--limit", "1"}, "search"},
		{[]string{"search-chunks", "discount rate", "--scope", "ACME/Reports"}, "search_chunks"},
		{[]string{"search-chunks", "discount rate", "--all", "--full", "--context", "1", "--explain"}, "search_chunks"},
		{[]string{"search", "--like", "ACME/Reports", "pension.md", "--all"}, "search"},
		{[]string{"search-chunks", "--like", "ACME/Reports", "pension.md", "1", "--all", "--copies"}, "search_chunks"},
		{[]string{"why", "roses in spring", "ACME/Reports", "pension.md", "--all"}, "why"},
		{[]string{"why", "roses ext:pdf", "ACME/Reports", "pension.md", "0", "--all"}, "why"},
		{[]string{"why", "roses", "ACME/Reports", "blank.txt", "--all"}, "why"},
		{[]string{"get-chunk", "ACME/Reports", "pension.md", "0"}, "get_chunk"},
		{[]string{"get-chunk", "ACME/Reports", "pension.md", "99"}, "get_chunk"},
		{[]string{"get-chunk", "ACME/Reports", "never.md", "-1"}, "get_chunk"},
		{[]string{"get-file", "ACME/Recipes", "übung/brot.txt"}, "get_file"},
		{[]string{"get-document", "ACME/Reports", "pension.md"}, "get_document"},
		{[]string{"status"}, "status"},
		{[]string{"collections", "list"}, "collections"},
		{[]string{"embed", "a", "b", "--query"}, "embed"},
		{[]string{"sql", "SELECT *, 1 AS file_path FROM content_chunks"}, "sql"},
		{[]string{"sql", "FROM documents", "--output", "rows.parquet", "--force"}, "sql_saved"},
		{[]string{"version"}, "version"},
		{[]string{"versions", "cut", "first", "--activate"}, "versions"},
		{[]string{"versions", "list"}, "versions"},
		{[]string{"versions", "show", "active"}, "versions"},
		{[]string{"versions", "activate", "first"}, "versions"},
		{[]string{"versions", "diff", "first"}, "diff"},
		{[]string{"search", "roses", "--all", "--version", "first"}, "search"},
		{[]string{"why", "roses", "ACME/Reports", "pension.md", "--all", "--version", "active"}, "why"},
		{[]string{"list-categories"}, "list_categories"},
		{[]string{"list-groups"}, "list_groups"},
		{[]string{"full-text-search", "roses"}, "full_text_search"},
		{[]string{"list-files", "--limit", "1"}, "list_files"},
		{[]string{"versions", "drop", "first", "--yes", "--force"}, "versions"},
		{[]string{"compact"}, "compact"},
		{[]string{"export", "all.jsonl", "--force"}, "export"},
		{[]string{"import", "all.jsonl", "--db", "restored.duckdb"}, "import"},
		{[]string{"collections", "rename", "ACME/Recipes", "Kitchen"}, "collections"},
		{[]string{"collections", "remove", "Kitchen", "--yes"}, "collections"},
	} {
		what := strings.Join(tc.words, " ")
		for _, form := range [][]string{{"--json", "--quiet"}, {"--json", "--quiet", "--timings"}} {
			if form[len(form)-1] == "--timings" && onlyOnce(tc.words) {
				continue
			}
			got := world{}.run(append(tc.words, form...)...)
			answer := oneObject(t, what, got)
			if got.Code != 0 || answer["schema"] != "octavo."+tc.schema+"/1" {
				t.Errorf("octavo %s: exit %d, %v", what, got.Code, answer)
			}
			if _, has := answer["timings"]; has != (len(form) == 3) {
				t.Errorf("octavo %s %v: timings there: %v", what, form, has)
			}
		}
	}
}

// onlyOnce reports whether a command cannot be done twice.
func onlyOnce(words []string) bool {
	return words[0] == "import" || words[0] == "collections" && words[1] != "list" || words[0] == "versions" && (words[1] == "cut" || words[1] == "drop")
}

func TestReadingTwiceGivesTheSameBytes(t *testing.T) {
	library(t)
	for _, words := range [][]string{
		{"search", "roses", "--all", "--json"}, {"search-chunks", "rate", "--all", "--explain", "--json"},
		{"status", "--json"}, {"sql", "FROM content_chunks ORDER BY ALL", "--json"}, {"get-document", "ACME/Reports", "pension.md", "--json"}, {"search", "roses", "--all"},
	} {
		first := must(t, words...)
		if second := must(t, words...); second != first {
			t.Errorf("%v: %+v then %+v", words, first, second)
		}
	}
}

func TestAQuestionIsAnsweredWithACitationThatCanBeFollowed(t *testing.T) {
	library(t)
	answer := oneObject(t, "search", world{}.run("search", "trustees choose the discount rate from the yield of long bonds", "--all", "--json"))
	hit := answer["hits"].([]any)[0].(map[string]any)
	if hit["filePath"] != "pension.md" || hit["collectionPath"] != "ACME/Reports" {
		t.Fatalf("the first hit is %v", hit)
	}
	chunk := oneObject(t, "get-chunk", world{}.run("get-chunk", "ACME/Reports", "pension.md", fmt.Sprint(hit["chunkIndex"]), "--json"))
	byPath := oneObject(t, "get-chunk", world{}.run("get-chunk", hit["documentPath"].(string), fmt.Sprint(hit["chunkIndex"]), "--json"))
	if !reflect.DeepEqual(chunk, byPath) || chunk["found"] != true {
		t.Errorf("%v and %v", chunk, byPath)
	}
	var whole strings.Builder
	for next := any(0.0); next != nil; {
		step := oneObject(t, "get-chunk", world{}.run("get-chunk", "ACME/Reports", "pension.md", fmt.Sprint(next), "--json"))
		whole.WriteString(step["text"].(string))
		next = step["nextIndex"]
	}
	if text := must(t, "get-file", "ACME/Reports", "pension.md").Out; len(whole.String()) < len(strings.TrimRight(text, "\n")) || !strings.HasPrefix(whole.String(), text[:500]) {
		t.Errorf("stepping through reads %d bytes, the file has %d", whole.Len(), len(text))
	}
	text := must(t, "search-chunks", "discount", "rate", "--scope", "ACME/Reports", "--limit", "1").Out
	if !strings.Contains(text, "pension.md · chunk 0/") || !strings.Contains(text, "1 of ") {
		t.Errorf("no citation in\n%s", text)
	}
}

func TestSeveralCollectionsWantAScope(t *testing.T) {
	library(t)
	got := world{}.run("search", "roses", "--json")
	answer := oneObject(t, "search", got)
	hits, has := answer["hits"].([]any)
	if got.Code != 2 || answer["error"] != "scope-required" || answer["searched"] != false || !has || len(hits) != 0 ||
		!strings.Contains(fmt.Sprint(answer["hint"]), "ACME/Recipes") {
		t.Errorf("exit %d, %v", got.Code, answer)
	}
	if got := (world{}).run("search", "roses", "--scope", "ACME/Report", "--json"); got.Code != 2 || oneObject(t, "search", got)["error"] != "collection-unknown" {
		t.Errorf("%+v", got)
	}
	must(t, "search", "roses", "namespace:ACME")
}

func TestALimitOutOfRangeIsClampedAndSaid(t *testing.T) {
	library(t)
	for limit, want := range map[string]float64{"0": 1, "-1": 1, "1000": 200} {
		answer := oneObject(t, limit, world{}.run("search", "roses", "--all", "--limit", limit, "--json"))
		if got := answer["query"].(map[string]any)["limit"]; got != want || answer["hint"] == nil {
			t.Errorf("limit %s: searched with %v, hint %v", limit, got, answer["hint"])
		}
	}
}

func TestABrokenFileCountsOnlyWhereThatIsAskedFor(t *testing.T) {
	project(t)
	lax := world{}.run("build", "broken", "--model", quickModel, "--json", "--quiet")
	answer := oneObject(t, "build", lax)
	files := answer["files"].(map[string]any)
	if lax.Code != 0 || files["failed"] != 1.0 || files["added"] != 1.0 {
		t.Errorf("exit %d, %v", lax.Code, answer)
	}
	strict := world{}.run("build", "broken", "--strict", "--json", "--force", "--quiet")
	if oneObject(t, "build", strict); strict.Code != 7 {
		t.Errorf("strict: exit %d", strict.Code)
	}
	said := world{}.run("build", "broken", "--strict", "--force", "--quiet")
	if said.Code != 7 || !strings.Contains(said.Out, "report.pdf") || !strings.HasPrefix(said.Err, "octavo: 1 of the files") {
		t.Errorf("%+v", said)
	}
}

func TestABuildAddsUp(t *testing.T) {
	project(t)
	for _, words := range [][]string{{"build", "reports", "--model", quickModel}, {"build", "reports"}, {"build", "reports", "--exclude", "garden*"}} {
		files := oneObject(t, words[0], world{}.run(append(words, "--json", "--quiet")...))["files"].(map[string]any)
		sum := 0.0
		for _, part := range []string{"added", "changed", "unchanged", "skipped", "failed"} {
			sum += files[part].(float64)
		}
		if files["seen"] != sum {
			t.Errorf("%v: %v", words, files)
		}
	}
}

func TestAnotherModelIsRefused(t *testing.T) {
	library(t)
	got := world{}.run("build", "--model", "bge-small-en-v1.5", "--json", "--quiet")
	if answer := oneObject(t, "build", got); got.Code != 4 || answer["error"] != "index-stale" {
		t.Errorf("exit %d, %v", got.Code, answer)
	}
}
