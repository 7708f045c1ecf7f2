package commands

import (
	"context"
	"io"
	"reflect"
	"strings"
	"testing"

	"octavo/engine/index"
)

// parse runs a command whose work is replaced by taking note of its options.
func parse[T any](t *testing.T, name string, stdin string, newCommand func(*App, func(context.Context, *App, T) error) *command, words []string) (T, error) {
	t.Helper()
	var got T
	app := &App{Console: Console{In: strings.NewReader(stdin), Out: io.Discard, Err: io.Discard}}
	root := (&command{Name: programName, Commands: []*command{newCommand(app, func(_ context.Context, _ *App, o T) error {
		got = o
		return nil
	})}}).adopt()
	l, err := arrange(root, append([]string{name}, words...))
	if err == nil {
		err = app.run(context.Background(), root, l)
	}
	return got, err
}

// row is one line of a parsing table: what stands on the command line, what it means, or what the
// refusal says.
type row[T any] struct {
	name, words, stdin string
	want               T
	refused            string
}

func check[T any](t *testing.T, command string, newCommand func(*App, func(context.Context, *App, T) error) *command, rows []row[T]) {
	t.Helper()
	for _, tc := range rows {
		t.Run(tc.name, func(t *testing.T) {
			words := strings.Split(tc.words, "|")
			if tc.words == "" {
				words = nil
			}
			got, err := parse(t, command, tc.stdin, newCommand, words)
			switch {
			case tc.refused != "" && (err == nil || !strings.Contains(err.Error(), tc.refused)):
				t.Errorf("%s %q: got error %v, want one with %q", command, words, err, tc.refused)
			case tc.refused == "" && err != nil:
				t.Errorf("%s %q: %v", command, words, err)
			case tc.refused == "" && !reflect.DeepEqual(got, tc.want):
				t.Errorf("%s %q:\ngot  %+v\nwant %+v", command, words, got, tc.want)
			}
		})
	}
}

var plain = common{Color: "auto"}

func TestSearchTakes(t *testing.T) {
	one, minus := 1, -1
	check(t, "search", newSearchCommand, []row[searchOptions]{
		{name: "several words", words: "discount|rate", want: searchOptions{common: plain, Query: "discount rate"}},
		{name: "words in quotes", words: "discount  rate", want: searchOptions{common: plain, Query: "discount  rate"}},
		{name: "flags after the words", words: "rate|--limit|1|--json", want: searchOptions{common: common{Color: "auto", JSON: true}, Query: "rate", Limit: &one}},
		{name: "flags between the words", words: "discount|--all|rate", want: searchOptions{common: plain, Query: "discount rate", All: true}},
		{name: "a value after an equals sign", words: "--scope=ACME/Reports|rate", want: searchOptions{common: plain, Query: "rate", Scope: "ACME/Reports"}},
		{name: "a negative value", words: "rate|--limit|-1", want: searchOptions{common: plain, Query: "rate", Limit: &minus}},
		{name: "a negative number to search for", words: "-5|degrees", want: searchOptions{common: plain, Query: "-5 degrees"}},
		{name: "words that look like flags", words: "--all|--|--limit|-x", want: searchOptions{common: plain, Query: "--limit -x", All: true}},
		{name: "a word that is a flag's name", words: "limit|--limit|1", want: searchOptions{common: plain, Query: "limit", Limit: &one}},
		{name: "words that are commands", words: "help|search", want: searchOptions{common: plain, Query: "help search"}},
		{name: "stdin", words: "-", stdin: "a long\nquestion\n", want: searchOptions{common: plain, Query: "a long\nquestion"}},
		{name: "the rest", words: "--mode|semantic|--index|hnsw|--explain|q", want: searchOptions{common: plain, Query: "q", Mode: "semantic", Index: "hnsw", Explain: true}},
		{name: "common flags", words: "q|-q|-v|--db|d|--config|c|--model|m|--vss-extension|x|--log-file|l|--color|never|--timings",
			want: searchOptions{Query: "q", common: common{Database: "d", ConfigFile: "c", Model: "m", VSSExtension: "x", LogFile: "l", Color: "never", Timings: true, Quiet: true, Verbose: true}}},
		{name: "a switch turned off", words: "q|--json=false", want: searchOptions{common: plain, Query: "q"}},
		{name: "the last of two values", words: "q|--scope|A|--scope|B", want: searchOptions{common: plain, Query: "q", Scope: "B"}},
		{name: "no number", words: "q|--limit|ten", refused: `--limit: "ten" is not a whole number`},
		{name: "no such mode", words: "q|--mode|fuzzy", refused: `--mode: "fuzzy" is none of auto, semantic`},
		{name: "no value", words: "q|--scope", refused: "--scope needs a value: --scope PATH"},
		{name: "a flag where a value should be", words: "q|--scope|--json", refused: "--scope needs a value"},
		{name: "no boolean", words: "q|--json=maybe", refused: `--json: "maybe" is neither true nor false`},
		{name: "a flag of another command", words: "q|--strict", refused: "search has no flag --strict"},
		{name: "a long flag with one dash", words: "q|-json", refused: "search has no flag -json"},
		{name: "too long a question", words: "-", stdin: strings.Repeat("x", longestQuery+1), refused: "longer than 1 MB"},
	})
}

func TestSearchChunksTakes(t *testing.T) {
	two := 2
	check(t, "search-chunks", newSearchChunksCommand, []row[searchOptions]{
		{name: "text and neighbours", words: "q|--full|--context|2", want: searchOptions{common: plain, Query: "q", Full: true, Context: &two}},
		{name: "what search takes", words: "q|--scope|A|--explain", want: searchOptions{common: plain, Query: "q", Scope: "A", Explain: true}},
		{name: "fewer than no neighbours", words: "q|--context|-1", refused: "--context cannot be negative"},
	})
}

func TestBuildTakes(t *testing.T) {
	check(t, "build", newBuildCommand, []row[buildOptions]{
		{name: "nothing", want: buildOptions{common: plain, Paths: []string{}}},
		{name: "paths", words: "a|b", want: buildOptions{common: plain, Paths: []string{"a", "b"}}},
		{name: "everything", words: "a|--collection|ACME|--include|*.{md,pdf}|--include|x|--exclude|y|--hidden|--max-size|1.5GB|--force|--dry-run|--index|exact|--strict|--model|potion-base-8M",
			want: buildOptions{common: common{Color: "auto", Model: "potion-base-8M"}, Paths: []string{"a"}, Collection: "ACME",
				Include: []string{"*.{md,pdf}", "x"}, Exclude: []string{"y"}, Hidden: true, MaxSize: 1_500_000_000, Force: true, DryRun: true, Index: "exact", Strict: true}},
		{name: "a path that begins with a dash", words: "--|-a", want: buildOptions{common: plain, Paths: []string{"-a"}}},
		{name: "no size", words: "--max-size|lots", refused: `--max-size: "lots" is not a size`},
	})
}

func TestSizesAreRead(t *testing.T) {
	for _, tc := range []struct {
		text string
		want int64 // 0: refused
	}{
		{"100MB", 100_000_000}, {"64MiB", 64 << 20}, {"1", 1}, {"10 kB", 10_000}, {"2g", 2_000_000_000}, {"0.5k", 500}, {"7b", 7},
		{"", 0}, {"MB", 0}, {"-1MB", 0}, {"1TBB", 0}, {"0", 0}, {"1e40", 0}, {"NaN", 0}, {"inf", 0}, {"0x10", 0},
	} {
		var got int64
		err := byteSize{&got}.Set(tc.text)
		if (err != nil) != (tc.want == 0) || got != tc.want {
			t.Errorf("size %q: got %d, %v, want %d", tc.text, got, err, tc.want)
		}
	}
}

func getChunk(app *App, run func(context.Context, *App, documentOptions) error) *command {
	return newGetChunkCommand(app, run)
}

func TestGetChunkTakes(t *testing.T) {
	check(t, "get-chunk", getChunk, []row[documentOptions]{
		{name: "collection, file, index", words: "ACME/Reports|a b.pdf|4", want: documentOptions{common: plain, At: index.Locator{Collection: "ACME/Reports", File: "a b.pdf"}, Chunk: 4}},
		{name: "document path, index", words: "@/ACME/_Documents/a-00112233/|4", want: documentOptions{common: plain, At: index.Locator{DocumentPath: "ACME/_Documents/a-00112233"}, Chunk: 4}},
		{name: "a negative index", words: "ACME|a|-1", want: documentOptions{common: plain, At: index.Locator{Collection: "ACME", File: "a"}, Chunk: -1}},
		{name: "no index", words: "ACME|a", refused: `INDEX "a" is not a whole number`},
		{name: "no document path", words: "ACME/a|4", refused: "is not a document path"},
		{name: "too few", words: "4", refused: "was given 1 of its arguments"},
		{name: "too many", words: "a|b|c|4", refused: "was given 4 of its arguments"},
		{name: "a path that leads outside", words: "ACME|../a|0", refused: "leads outside the collection"},
		{name: "no collection", words: "/|a|0", refused: "is empty"},
	})
}

func TestGetFileAndGetDocumentTake(t *testing.T) {
	for name, newCommand := range map[string]func(*App, documentRun) *command{"get-file": newGetFileCommand, "get-document": newGetDocumentCommand} {
		adapted := func(app *App, run func(context.Context, *App, documentOptions) error) *command {
			return newCommand(app, run)
		}
		check(t, name, adapted, []row[documentOptions]{
			{name: "collection and file", words: "ACME|a/b.md|--json", want: documentOptions{common: common{Color: "auto", JSON: true}, At: index.Locator{Collection: "ACME", File: "a/b.md"}}},
			{name: "document path", words: "ACME/_Documents/b", want: documentOptions{common: plain, At: index.Locator{DocumentPath: "ACME/_Documents/b"}}},
			{name: "nothing", refused: "was given 0 of its arguments"},
			{name: "a file alone", words: "b.md", refused: "is not a document path"},
		})
	}
}

func TestEmbedTakes(t *testing.T) {
	check(t, "embed", newEmbedCommand, []row[embedOptions]{
		{name: "texts", words: "a b|c", want: embedOptions{common: plain, Texts: []string{"a b", "c"}}},
		{name: "questions", words: "--query|a", want: embedOptions{common: plain, Texts: []string{"a"}, Query: true}},
		{name: "lines", words: "-", stdin: "a\nb c\n", want: embedOptions{common: plain, Texts: []string{"a", "b c"}}},
		{name: "nothing", refused: "there are no texts to embed"},
		{name: "no lines", words: "-", refused: "there are no texts to embed"},
		{name: "a blank line", words: "-", stdin: "a\n \n", refused: "text 2 is blank"},
		{name: "too long a line", words: "-", stdin: "a\n" + strings.Repeat("x", longestQuery+1), refused: "line 2 of stdin"},
	})
}

func TestCollectionsTake(t *testing.T) {
	var got collectionOptions
	note := func(_ context.Context, _ *App, o collectionOptions) error { got = o; return nil }
	for _, tc := range []struct {
		words   string
		want    collectionOptions
		refused string
	}{
		{words: "list", want: collectionOptions{common: plain}},
		{words: "remove|@ACME/Reports/|--yes", want: collectionOptions{common: plain, Collection: "ACME/Reports", Yes: true}},
		{words: "remove|ACME|-y", want: collectionOptions{common: plain, Collection: "ACME", Yes: true}},
		{words: "rename|A|B", want: collectionOptions{common: plain, Collection: "A", To: "B"}},
		{words: "rename|A", refused: "collections rename was given 1 of its arguments"},
		{words: "list|A", refused: "collections list takes no arguments"},
		{words: "remove|_Documents", refused: "reserved segment"},
		{words: "lst", refused: `unknown command "lst"`},
		{words: "", refused: "collections needs a command"},
	} {
		got = collectionOptions{}
		app := &App{Console: Console{Out: io.Discard, Err: io.Discard}}
		root := (&command{Name: programName, Commands: []*command{newCollectionsCommand(app, collectionRuns{note, note, note})}}).adopt()
		words := strings.FieldsFunc("collections|"+tc.words, func(r rune) bool { return r == '|' })
		l, err := arrange(root, words)
		if err == nil {
			err = app.run(context.Background(), root, l)
		}
		if tc.refused != "" && (err == nil || !strings.Contains(err.Error(), tc.refused)) || tc.refused == "" && (err != nil || !reflect.DeepEqual(got, tc.want)) {
			t.Errorf("%q: got %+v, %v, want %+v %s", words, got, err, tc.want, tc.refused)
		}
	}
}

func TestCommandsWithoutArgumentsRefuseThem(t *testing.T) {
	for _, name := range []string{"init", "status", "version"} {
		if got := (world{}).run(name, "extra"); got.Code != 2 || !strings.Contains(got.Err, name+" takes no arguments") {
			t.Errorf("%s extra: %+v", name, got)
		}
	}
}
