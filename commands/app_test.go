package commands

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"octavo/engine/config"
	"octavo/engine/search"
)

func TestASlipIsAnsweredWithTheNearestName(t *testing.T) {
	for _, tc := range []struct{ words, message, hint string }{
		{"serch x", `unknown command "serch"`, "Did you mean: octavo search"},
		{"collections lst", `unknown command "lst"`, "Did you mean: octavo collections list"},
		{"xyzzy", `unknown command "xyzzy"`, "octavo -h lists the commands"},
		{"search x --limt 3", "search has no flag --limt", "Did you mean: --limit"},
		{"search x -json", "search has no flag -json", "Did you mean: --json"},
		{"search x --frobnicate", "search has no flag --frobnicate", "octavo search -h lists its flags"},
		{"search x --limit y", `--limit: "y" is not a whole number`, "--limit N  At most N results"},
		{"--json=0", "octavo needs a command", "octavo -h lists them"},
	} {
		got := world{}.run(strings.Fields(tc.words)...)
		if want := "octavo: " + tc.message + "\n\n" + tc.hint; got.Code != 2 || got.Out != "" || !strings.HasPrefix(got.Err, want) {
			t.Errorf("octavo %s: %+v, want %q", tc.words, got, want)
		}
	}
}

func TestFailuresAreOneObjectWhereJSONIsAskedFor(t *testing.T) {
	t.Chdir(t.TempDir())
	broken := filepath.Join(t.TempDir(), "octavo.toml")
	if err := os.WriteFile(broken, []byte("nonsense = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		words, name string
		code        int
		search      bool
	}{
		{"search x --json --frob", "usage", 2, true},
		{"--json search x --limit y", "usage", 2, true},
		{"search-chunks x --json --config " + broken, "config-invalid", 2, true},
		{"search x --json --config absent.toml", "config-invalid", 2, true},
		{"search --json", "query-empty", 2, true},
		{"search x --json", "index-missing", 4, true},
		{"search-chunks x --json --db absent.duckdb", "index-missing", 4, true},
		{"status --json", "index-missing", 4, false},
		{"get-chunk A b 0 --json", "index-missing", 4, false},
		{"get-file A b --json", "index-missing", 4, false},
		{"get-document A b --json", "index-missing", 4, false},
		{"collections list --json", "index-missing", 4, false},
		{"collections remove A --yes --json", "index-missing", 4, false},
		{"collections remove A --json", "usage", 2, false},
		{"frob --json", "usage", 2, false},
		{"build absent --json", "usage", 2, false},
		{"embed --json", "usage", 2, false},
		{"version --json --log-file absent/log", "usage", 2, false},
	} {
		got := world{}.run(strings.Fields(tc.words)...)
		answer := oneObject(t, tc.words, got)
		searched, has := answer["searched"]
		if got.Code != tc.code || answer["error"] != tc.name || has != tc.search || has && searched != false {
			t.Errorf("octavo %s: exit %d, %v", tc.words, got.Code, answer)
		}
		if _, has := answer["count"]; has {
			t.Errorf("octavo %s: a count where nothing was searched", tc.words)
		}
	}
}

// oneObject demands exactly one JSON object that keeps to its schema on stdout, and silence on
// stderr.
func oneObject(t *testing.T, what string, got result) map[string]any {
	t.Helper()
	if got.Err != "" {
		t.Errorf("%s: stderr holds %q", what, got.Err)
	}
	if strings.Count(got.Out, "\n") != 1 || !strings.HasSuffix(got.Out, "\n") {
		t.Fatalf("%s: not one line on stdout: %q", what, got.Out)
	}
	var answer map[string]any
	if err := json.Unmarshal([]byte(got.Out), &answer); err != nil {
		t.Fatalf("%s: %v: %q", what, err, got.Out)
	}
	validate(t, what, got.Out)
	return answer
}

func TestInitWritesAFileThatLoadsAndNeverOverwrites(t *testing.T) {
	t.Chdir(t.TempDir())
	first := world{}.run("init")
	if first.Code != 0 || !strings.Contains(first.Out, "octavo.toml") {
		t.Fatalf("%+v", first)
	}
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if c, err := config.Load(config.Flags{}, func(string) string { return "" }, folder); err != nil || c.File == "" {
		t.Errorf("the file does not load: %v", err)
	}
	if err := os.WriteFile("octavo.toml", []byte("# mine\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	second := world{}.run("init")
	if kept, _ := os.ReadFile("octavo.toml"); second.Code != 2 || string(kept) != "# mine\n" || !strings.Contains(second.Err, "exists already") {
		t.Errorf("%+v, file %q", second, kept)
	}
	answer := oneObject(t, "init", world{}.run("init", "--config", "other.toml", "--json"))
	if answer["file"] != filepath.Join(folder, "other.toml") {
		t.Errorf("%v", answer)
	}
}

func TestRemovalIsConfirmed(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tc := range []struct {
		name  string
		world world
		err   string
	}{
		{"nobody to ask", world{}, "octavo: nobody can be asked whether this is meant\n\nAdd --yes\n"},
		{"no", world{terminal: true, stdin: "n\n"}, "[y/N] octavo: nothing was removed\n"},
		{"nothing", world{terminal: true}, "[y/N] octavo: nothing was removed\n"},
	} {
		if got := tc.world.run("collections", "remove", "ACME"); got.Code != 2 || !strings.HasSuffix(got.Err, tc.err) {
			t.Errorf("%s: %+v", tc.name, got)
		}
	}
	if got := (world{terminal: true, stdin: "yes\n"}).run("collections", "remove", "ACME"); got.Code != 4 {
		t.Errorf("yes does not go on to remove: %+v", got)
	}
}

func TestAnInterruptionIsNotDiagnosedAsItsVictim(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := (world{ctx: ctx}).run("status"); got.Code != 130 || got.Err != "octavo: interrupted\n" {
		t.Errorf("%+v", got)
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "out", Err: syscall.ENOSPC}
}

func TestAReaderThatHasSeenEnoughIsNoFailure(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, words := range []string{"version", "version --json", "search -h", "init"} {
		var stderr strings.Builder
		app := App{Console: Console{Out: brokenPipe{}, Err: &stderr}, Getenv: func(string) string { return "" }}
		if code := app.Run(context.Background(), append([]string{programName}, strings.Fields(words)...)); code != 0 || stderr.Len() > 0 {
			t.Errorf("%s: exit %d, stderr %q", words, code, stderr.String())
		}
		app.Console.Out = fullDisk{}
		if code := app.Run(context.Background(), []string{programName, "version"}); code != 1 || !strings.Contains(stderr.String(), "could not be written") {
			t.Errorf("%s: exit %d, stderr %q", words, code, stderr.String())
		}
	}
}

func TestStyleFollowsFlagEnvironmentAndTerminal(t *testing.T) {
	for _, tc := range []struct {
		name, when string
		terminal   bool
		env        map[string]string
		want       bool
	}{
		{"a terminal", "auto", true, nil, true},
		{"a pipe", "auto", false, nil, false},
		{"always in a pipe", "always", false, map[string]string{"NO_COLOR": "1"}, true},
		{"never on a terminal", "never", true, map[string]string{"CLICOLOR_FORCE": "1"}, false},
		{"NO_COLOR", "auto", true, map[string]string{"NO_COLOR": "1"}, false},
		{"an empty NO_COLOR is none", "auto", true, map[string]string{"NO_COLOR": ""}, true},
		{"NO_COLOR beats CLICOLOR_FORCE", "auto", true, map[string]string{"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, false},
		{"CLICOLOR_FORCE in a pipe", "auto", false, map[string]string{"CLICOLOR_FORCE": "1"}, true},
		{"CLICOLOR=0", "auto", true, map[string]string{"CLICOLOR": "0"}, false},
		{"a dumb terminal", "auto", true, map[string]string{"TERM": "dumb"}, false},
	} {
		if got := colored(tc.when, tc.terminal, func(name string) string { return tc.env[name] }); got != tc.want {
			t.Errorf("%s: %v", tc.name, got)
		}
	}
}

func TestTheLogTakesTheWholeError(t *testing.T) {
	t.Chdir(t.TempDir())
	got := world{}.run("status", "--verbose", "--log-file", "log")
	file, err := os.ReadFile("log")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"stderr": got.Err, "the file": string(file)} {
		if !strings.Contains(text, "level=DEBUG msg=settings") || !strings.Contains(text, "level=ERROR msg=index-missing") {
			t.Errorf("%s holds %q", name, text)
		}
	}
}

func TestSettingsAndEngineKnowTheSameModesAndLimit(t *testing.T) {
	var want []string
	for _, m := range search.Modes() {
		want = append(want, string(m))
	}
	if strings.Join(config.SearchModes, " ") != strings.Join(want, " ") || config.DefaultLimit != search.DefaultLimit {
		t.Errorf("configuration %v, %d, engine %v, %d", config.SearchModes, config.DefaultLimit, want, search.DefaultLimit)
	}
}
