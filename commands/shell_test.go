package commands

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestBashIsAnsweredInTheFormOfTheLine(t *testing.T) {
	const breaks = " \t\n\"'><=;|&(:"
	for _, tc := range []struct{ line, last, candidate, want string }{
		{`octavo get-file A`, "A", "A b", `A\ b`},
		{`octavo get-file A\ b`, "A b", "A bc", `A\ bc`},
		{`octavo get-file "A b`, "A b", "A b$`\"\\'", "A b\\$\\`\\\"\\\\'"},
		{`octavo get-file 'A b`, "A b", "A b'c", `A b'\''c`},
		{`octavo search --scope=A`, "--scope=A", "--scope=A b", `A\ b`},
		{`octavo search --scope="A`, "--scope=A", "--scope=A b", `A b`},
		{`octavo search a:b`, "a:b", "a:b:c", "b:c"},
		{`octavo search a\:b`, "a:b", "a:b:c", "a:b:c"},
		{`octavo get-file "" `, "", "~x", `\~x`},
		{`octavo get-file "a\b`, `a\b`, `a\bc`, `a\\bc`},
		{`octavo get-file ü`, "ü", "über (1);$x", `über\ \(1\)\;\$x`},
		{`octavo `, "", "search", "search"},
	} {
		l := splitBash(tc.line, breaks)
		if last := l.words[len(l.words)-1]; last != tc.last || l.quote(tc.candidate) != tc.want {
			t.Errorf("%s: %q, %q, want %q, %q", tc.line, last, l.quote(tc.candidate), tc.last, tc.want)
		}
	}
	if l := splitBash(`octavo  x "" 'a b'c  `, breaks); !slices.Equal(l.words, []string{"octavo", "x", "", "a bc", ""}) {
		t.Errorf("%q", l.words)
	}
}

func TestNoLineMakesCompletionFailOrSpeak(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, words := range [][]string{
		{"bash"}, {"bash", "", ""}, {"bash", " ", "octavo"}, {"bash", " ", `octavo "`}, {"zsh"}, {"zsh", ""}, {"zsh", "xyzzy", ""},
		{"zsh", "help", "se"}, {"zsh", "--db", ""}, {"zsh", "--frob", ""}, {"zsh", "search", "--frob=x"}, {"zsh", "--", "-"},
		{"fish", "get-file", "/", ""}, {"fish", "get-file", "A", "b", "c", ""}, {"fish", "versions", "show", "active", ""},
	} {
		if got := (world{}).run(append([]string{completeName}, words...)...); got.Code != 0 || got.Err != "" {
			t.Errorf("%q: %+v", words, got)
		}
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) > 0 {
		t.Errorf("completion left %v, %v", entries, err)
	}
}

func TestEveryCommandHasAManualPageThatManReads(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "man1")
	if got := (world{}).run("man", folder); got.Code != 0 || got.Out != "" || got.Err != "" {
		t.Fatalf("%+v", got)
	}
	man, missing := exec.LookPath("man")
	for _, c := range (&App{}).tree().all() {
		file := filepath.Join(folder, manName(c)+".1")
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(page)) {
			if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !strings.Contains(".TH .SH .SS .TP .B .BR .nf .fi", strings.Fields(line)[0]) {
				t.Errorf("%s: roff takes a text for a request: %q", file, line)
			}
		}
		if missing != nil || testing.Short() && c.parent != nil {
			continue
		}
		command := exec.Command(man, "--warnings", "-l", file)
		command.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "MANPAGER=cat", "MANWIDTH=200")
		var complaints strings.Builder
		command.Stderr = &complaints
		read, err := command.Output()
		if err != nil || complaints.Len() > 0 {
			t.Fatalf("%s: %v: %s", file, err, complaints.String())
		}
		for _, o := range c.Flags {
			if !strings.Contains(string(read), o.String()) {
				t.Errorf("%s does not show %s", file, o)
			}
		}
		for _, e := range c.Examples {
			if !strings.Contains(strings.Join(strings.Fields(string(read)), " "), e.Line) {
				t.Errorf("%s does not show the example %s", file, e.Line)
			}
		}
	}
	if missing != nil {
		t.Skip("the pages were not rendered: there is no man here")
	}
}
