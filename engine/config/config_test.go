package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"octavo/engine/config"
)

func write(t *testing.T, folder, text string) string {
	t.Helper()
	file := filepath.Join(folder, config.FileName)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func environment(database string) func(string) string {
	return func(name string) string {
		if name == config.DatabaseVariable {
			return database
		}
		return ""
	}
}

func TestFlagsBeatEnvironmentBeatsFile(t *testing.T) {
	const text = "db = \"f.duckdb\"\n[embedder]\nmodel = \"m\"\n[index]\nkind = \"exact\"\nvss_extension = \"v\"\n"
	for _, tc := range []struct {
		name, text, env        string
		flags                  config.Flags
		database, from         string
		model, kind, extension string
	}{
		{"nothing set", "", "", config.Flags{}, "octavo.duckdb", "default", "", "", ""},
		{"the file", text, "", config.Flags{}, "f.duckdb", "octavo.toml", "m", "exact", "v"},
		{"the environment", text, "e.duckdb", config.Flags{}, "e.duckdb", "OCTAVO_DB", "m", "exact", "v"},
		{"flags", text, "e.duckdb", config.Flags{Database: "a.duckdb", Model: "n", IndexKind: "hnsw", VSSExtension: "w"}, "a.duckdb", "--db", "n", "hnsw", "w"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			if tc.text != "" {
				write(t, dir, tc.text)
			}
			got, err := config.Load(tc.flags, environment(tc.env), dir)
			if err != nil {
				t.Fatal(err)
			}
			if want := filepath.Join(dir, tc.database); got.Database != want || filepath.Base(got.DatabaseFrom) != tc.from {
				t.Errorf("database %s from %s, want %s from %s", got.Database, got.DatabaseFrom, want, tc.from)
			}
			if got.Embedder.Model != tc.model || got.Index.Kind != tc.kind {
				t.Errorf("model %q, index %q, want %q, %q", got.Embedder.Model, got.Index.Kind, tc.model, tc.kind)
			}
			if tc.extension != "" && got.Index.VSSExtension != filepath.Join(dir, tc.extension) {
				t.Errorf("extension %s", got.Index.VSSExtension)
			}
		})
	}
}

func TestTheFileIsFoundInOrder(t *testing.T) {
	for _, tc := range []struct {
		name        string
		files       []string // folders that hold an octavo.toml
		flag        string
		db, env     string
		wantsFolder string // "-": none
	}{
		{"none", nil, "", "", "", "-"},
		{"the working directory", []string{"."}, "", "", "", "."},
		{"beside --db", []string{".", "data"}, "", "data/x.duckdb", "", "data"},
		{"beside OCTAVO_DB", []string{".", "data"}, "", "", "data/x.duckdb", "data"},
		{"--db before OCTAVO_DB", []string{"data", "other"}, "", "data/x.duckdb", "other/x.duckdb", "data"},
		{"nothing beside --db", []string{"."}, "", "data/x.duckdb", "", "."},
		{"--config before all", []string{".", "data", "other"}, "other/octavo.toml", "data/x.duckdb", "", "other"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			for _, folder := range tc.files {
				write(t, filepath.Join(dir, folder), "")
			}
			got, err := config.Load(config.Flags{File: tc.flag, Database: tc.db}, environment(tc.env), dir)
			if err != nil {
				t.Fatal(err)
			}
			want := ""
			if tc.wantsFolder != "-" {
				want = filepath.Join(dir, tc.wantsFolder, config.FileName)
			}
			if got.File != want {
				t.Errorf("read %q, want %q", got.File, want)
			}
		})
	}
}

func TestEverySettingIsRead(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, `
db = "sub/o.duckdb"
[[collection]]
path = "ACME/Reports"
root = "reports"
include = ["**/*.{md,pdf}"]
exclude = ["drafts/**"]
[[collection]]
path = "ACME"
root = "/srv/acme"
[embedder]
kind = "none"
[index]
kind = "hnsw"
network = true
[search]
mode = "semantic"
weights = { semantic = 3, lexical = 0.5 }
limit = 7
`)
	got, err := config.Load(config.Flags{}, environment(""), dir)
	if err != nil {
		t.Fatal(err)
	}
	if got.Database != filepath.Join(dir, "sub", "o.duckdb") || got.Embedder.Kind != "none" || got.Index.Kind != "hnsw" ||
		!got.Index.Network || got.Search.Mode != "semantic" || got.Search.Limit != 7 ||
		got.Search.Weights == nil || *got.Search.Weights != (config.Weights{Semantic: 3, Lexical: .5}) || len(got.Collections) != 2 {
		t.Fatalf("got %+v", got)
	}
	first, second := got.Collections[0], got.Collections[1]
	if first.Path != "ACME/Reports" || first.Root != filepath.Join(dir, "reports") ||
		!slices.Equal(first.Include, []string{"**/*.{md,pdf}"}) || !slices.Equal(first.Exclude, []string{"drafts/**"}) {
		t.Errorf("first collection %+v", first)
	}
	if second.Root != filepath.Clean("/srv/acme") {
		t.Errorf("second collection %+v", second)
	}
}

func TestAWrongSettingIsNamedWithItsPlace(t *testing.T) {
	for _, tc := range []struct {
		name, text   string
		line         int
		key, nearest string
		cause        string
	}{
		{"a slip in a key", "db = \"x\"\n[embedder]\nmodle = \"m\"\n", 3, "embedder.modle", "embedder.model", "unknown key"},
		{"a slip in a heading", "[embeder]\nmodel = \"m\"\n", 1, "embeder", "", "unknown key"},
		{"a key of another heading", "limit = 3\n", 1, "limit", "search.limit", "unknown key"},
		{"a key of a collection", "[[collection]]\npath = \"A\"\nroot = \"a\"\nexcludes = []\n", 4, "collection.excludes", "collection.exclude", "unknown key"},
		{"a key near to nothing", "wibble = 1\n", 1, "wibble", "", "unknown key"},
		{"a slip in a capability", "[filesearch.full_text_search]\nmax_result = 3\n", 2, "filesearch.full_text_search.max_result", "filesearch.full_text_search.max_results", "unknown key"},
		{"a knob of another capability", "[filesearch.list_groups]\nmax_results = 3\n", 2, "filesearch.list_groups.max_results", "filesearch.list_files.max_results", "unknown key"},
		{"no such capability", "[filesearch.list_things]\nenabled = true\n", 1, "filesearch.list_things", "", "unknown key"},
		{"a name that no client can call", "[filesearch.list_files]\ntool_name = \"list files\"\n", 2, "filesearch.list_files.tool_name", "", `"list files" is no name of a tool`},
		{"a name of a fixed tool", "[filesearch.list_files]\ntool_name = \"search\"\n", 2, "filesearch.list_files.tool_name", "", `"search" is the name of the tool search`},
		{"a name given twice", "[filesearch.list_files]\ntool_name = \"list_groups\"\n", 2, "filesearch.list_files.tool_name", "", `"list_groups" is the name of filesearch.list_groups`},
		{"a name too long", "[filesearch.list_files]\ntool_name = \"" + strings.Repeat("n", 65) + "\"\n", 2, "filesearch.list_files.tool_name", "", "at most 64"},
		{"too many results", "[filesearch.list_files]\nmax_results = 201\n", 2, "filesearch.list_files.max_results", "", "201 is not from 1 to 200"},
		{"no results", "[filesearch.search_related]\n\nmax_results = 0\n", 3, "filesearch.search_related.max_results", "", "0 is not from 1 to 200"},
		{"a snippet of everything", "[filesearch.full_text_search]\nsnippet_length = 99999\n", 2, "filesearch.full_text_search.snippet_length", "", "99999 is not from 1 to 2000"},
		{"no such preview", "[filesearch.list_files]\npreview_mode = \"pages\"\n", 2, "filesearch.list_files.preview_mode", "", `"pages" is none of words, paragraphs`},
		{"no such service", "[filesearch]\nserve = \"latest\"\n", 2, "filesearch.serve", "", `"latest" is none of active, live`},
		{"an empty description", "[filesearch.list_files]\ndescription = \" \"\n", 2, "filesearch.list_files.description", "", "is empty"},
		{"a category without a name", "[[filesearch.category]]\nmatch = [\"**\"]\n", 0, "filesearch.category[1].name", "", "is missing"},
		{"a category without files", "[[filesearch.category]]\nname = \"A\"\n", 0, "filesearch.category[1].match", "", "is missing"},
		{"a category listed twice", "[[filesearch.category]]\nname = \"A\"\nmatch = [\"a/**\"]\n[[filesearch.category]]\nname = \" A\"\nmatch = [\"b/**\"]\n", 0, "filesearch.category[2].name", "", `"A" is listed twice`},
		{"a group without files", "[[filesearch.category]]\nname = \"A\"\nmatch = [\"a/**\"]\n[[filesearch.category.group]]\nname = \"G\"\n", 0, "filesearch.category[1].group[1].match", "", "is missing"},
		{"no such kind", "[index]\n\nkind = \"flat\"\n", 3, "index.kind", "", `"flat" is none of auto, exact, hnsw`},
		{"no such embedder", "[embedder]\nkind = \"openai\"\n", 2, "embedder.kind", "", `"openai" is none of bundled, none`},
		{"no such mode", "[search]\nmode = \"fuzzy\"\n", 2, "search.mode", "", `"fuzzy" is none of auto, semantic`},
		{"a limit of nothing", "[search]\nlimit = 0\n", 2, "search.limit", "", "0 is not from 1 to 200"},
		{"a limit in words", "[search]\nlimit = \"ten\"\n", 2, "search.limit", "", "wants a whole number, not a value of type string"},
		{"a weight below nothing", "[search]\n\nweights = { semantic = 0.6, lexical = -0.4 }\n", 3, "search.weights", "", "wants numbers of 0 or more"},
		{"a weight that is no number", "[search]\nweights = { semantic = nan, lexical = 1 }\n", 2, "search.weights", "", "wants numbers of 0 or more"},
		{"a weight beyond all bounds", "[search]\nweights = { semantic = inf, lexical = 1 }\n", 2, "search.weights", "", "wants numbers of 0 or more"},
		{"a weight in words", "[search]\nweights = { semantic = 1, lexical = \"half\" }\n", 2, "search.weights", "", "wants a number, not a value of type string"},
		{"weights of nothing", "# all\n[search]\nlimit = 3\nweights = { semantic = 0, lexical = 0.0 }\n", 4, "search.weights", "", "cannot both be 0"},
		{"weights of nothing under a heading", "[search]\nlimit = 3\n[search.weights]\nlexical = 0\nsemantic = 0\n", 3, "search.weights", "", "cannot both be 0"},
		{"one weight", "[search]\nweights.semantic = 0.6\n", 2, "search.weights", "", "wants semantic and lexical"},
		{"a weight of no leg", "[search]\nweights = { semantic = 1, lexical = 1, smell = 1 }\n", 2, "search.weights", "", "and nothing else"},
		{"a number for all weights", "[search]\nweights = 3\n", 2, "search.weights", "", "wants a table, not a value of type integer"},
		{"a number for a heading with a name", "search = 3\n", 1, "search", "", "wants a table, not a value of type integer"},
		{"ranks that are smoothed", "[search]\nsmoothing = \"half\"\nfusion = \"rrf\"\n", 2, "search.smoothing", "", "goes with fusion"},
		{"a broken glob", "[[collection]]\npath = \"A\"\nroot = \"a\"\ninclude = [\"[a\"]\n", 4, "collection.include", "", `"[a" is not a glob`},
		{"a wrong type", "[index]\nnetwork = \"yes\"\n", 2, "index.network", "", "wants true or false, not a value of type string"},
		{"a list where a string should be", "[[collection]]\npath = [\"A\"]\n", 2, "collection.path", "", "wants a string, not a value of type array"},
		{"a number where a heading should be", "embedder = 3\n", 1, "embedder", "", "wants a table, not a value of type integer"},
		{"a string where a list should be", "[[collection]]\ninclude = \"*\"\n", 2, "collection.include", "", "wants a list, not a value of type string"},
		{"not TOML", "db = \"x\"\n= 3\n", 2, "", "", ""},
		{"no path", "[[collection]]\nroot = \"a\"\n", 0, "collection[1].path", "", "is missing"},
		{"no root", "[[collection]]\npath = \"A\"\n", 0, "collection[1].root", "", "is missing"},
		{"the same twice", "[[collection]]\npath = \"A\"\nroot = \"a\"\n[[collection]]\npath = \"A\"\nroot = \"./a\"\n", 0, "collection[2].root", "", "is listed twice for A"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			file := write(t, t.TempDir(), tc.text)
			_, err := config.Load(config.Flags{}, environment(""), filepath.Dir(file))
			var got *config.Error
			if !errors.As(err, &got) {
				t.Fatalf("got %v, want a *config.Error", err)
			}
			if got.File != file || got.Line != tc.line || got.Key != tc.key || got.Nearest != tc.nearest {
				t.Errorf("got %s line %d key %q nearest %q, want line %d key %q nearest %q", got.File, got.Line, got.Key, got.Nearest, tc.line, tc.key, tc.nearest)
			}
			if !strings.Contains(err.Error(), tc.cause) || !strings.HasPrefix(err.Error(), file) {
				t.Errorf("message %q, want it to begin with the file and to hold %q", err, tc.cause)
			}
		})
	}
}

func TestANamedFileMustExist(t *testing.T) {
	_, err := config.Load(config.Flags{File: "absent.toml"}, environment(""), t.TempDir())
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want os.ErrNotExist", err)
	}
}

func TestTheIndexFlagIsChecked(t *testing.T) {
	_, err := config.Load(config.Flags{IndexKind: "flat"}, environment(""), t.TempDir())
	var got *config.Error
	if !errors.As(err, &got) || got.Key != "--index" {
		t.Errorf("got %v, want an error of --index", err)
	}
}

func TestTheTemplateParsesAsItIsAndWithItsExamplesTurnedOn(t *testing.T) {
	example := regexp.MustCompile(`(?m)^# (\[\[[a-z.]+\]\]|[a-z_]+ = .*)$`)
	all := example.ReplaceAllString(config.Template(), "$1")
	for name, text := range map[string]string{"as it is": config.Template(), "with its examples": all} {
		dir := t.TempDir()
		write(t, dir, text)
		if _, err := config.Load(config.Flags{}, environment(""), dir); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, key := range config.Keys() {
		name := key[strings.LastIndexByte(key, '.')+1:]
		if !regexp.MustCompile(`(?m)^` + name + ` = `).MatchString(all) {
			t.Errorf("the template does not show %s", key)
		}
	}
}
