package commands

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAFlagMeansOneThingAndIsExplained(t *testing.T) {
	sentence := regexp.MustCompile(`^[A-Z].*[^.]$`)
	for _, c := range (&App{}).tree().leaves() {
		seen := map[string]bool{}
		for _, o := range c.Flags {
			if seen[o.Name] || o.Letter != "" && seen[o.Letter] {
				t.Errorf("%s has two flags %s", c.path(), o)
			}
			seen[o.Name], seen[o.Letter] = true, true
			if !sentence.MatchString(o.Text) || o.Group == "" || o.More != "" && strings.HasSuffix(o.More, ".") {
				t.Errorf("%s %s is explained by %q, %q under %q", c.path(), o, o.Text, o.More, o.Group)
			}
			if same := (&App{}).tree().find("--" + o.Name); (same.Takes == "") != (o.Takes == "") || same.Letter != o.Letter {
				t.Errorf("%s %s takes a value here and none elsewhere, or has another letter", c.path(), o)
			}
		}
	}
}

func TestEveryCommandHasAWholeHelpPage(t *testing.T) {
	for _, c := range (&App{}).tree().leaves() {
		if c.Does == "" || c.About == "" || len(c.Examples) == 0 || len(c.Exits) == 0 || c.Run == nil {
			t.Errorf("%s lacks a part of its help page", c.path())
		}
	}
}

// The screen that a help page must fit is an ordinary window, not the 24 lines of old terminals.
func TestHelpFitsAScreenOfEightyColumns(t *testing.T) {
	for _, c := range (&App{}).tree().all() {
		for _, whole := range []bool{false, true} {
			page := helpPage(c, whole)
			for line := range strings.Lines(page) {
				if width := utf8.RuneCountInString(strings.TrimRight(line, "\n")); width > helpWidth && !strings.Contains(line, "octavo ") {
					t.Errorf("%s: %d columns: %q", c.path(), width, line)
				}
			}
			if lines := strings.Count(page, "\n"); !whole && lines > 56 {
				t.Errorf("%s -h has %d lines", c.path(), lines)
			}
		}
	}
}

func TestTheReferenceIsTheWholeHelp(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Command reference\n\nThis is what `--help` prints. It is generated: `go test ./commands -update` rewrites it.\n")
	for _, c := range (&App{}).tree().all() {
		fmt.Fprintf(&b, "\n## %s\n\n```text\n%s```\n", c.path(), helpPage(c, true))
	}
	golden(t, filepath.Join("..", "docs", "cli-reference.md"), b.String())
}

func TestHelpIsFoundInEveryWayPeopleTry(t *testing.T) {
	for _, tc := range []struct {
		words string
		want  string // begins the page
		whole bool
	}{
		{"", "Build a DuckDB file", false},
		{"-h", "Build a DuckDB file", false},
		{"--help", "Build a DuckDB file", true},
		{"help", "Build a DuckDB file", true},
		{"help search", "Find files", true},
		{"search -h", "Find files", false},
		{"search words --help", "Find files", true},
		{"-h search", "Find files", false},
		{"search -h --no-such-flag", "Find files", false},
		{"help collections rename", "Rename a collection", true},
		{"collections -h", "List, remove or rename", false},
	} {
		got := world{}.run(strings.Fields(tc.words)...)
		if got.Code != 0 || got.Err != "" || !strings.HasPrefix(got.Out, tc.want) {
			t.Errorf("octavo %s: %+v", tc.words, got)
		}
		if whole := strings.Contains(got.Out, "\n  --db FILE") || strings.Contains(got.Out, "index-locked"); whole != tc.whole && tc.want != "List, remove or rename" {
			t.Errorf("octavo %s: the whole page: %v", tc.words, whole)
		}
	}
}

// shellWords splits a line as a shell does, as far as examples need it, and stops at a pipe, a
// redirection or the next command.
func shellWords(line string) []string {
	var words []string
	for _, part := range regexp.MustCompile(`"[^"]*"|'[^']*'|\S+`).FindAllString(line, -1) {
		if part == "|" || part == "<" || part == "&&" {
			break
		}
		words = append(words, strings.Trim(part, `"'`))
	}
	return words
}

func TestEveryExampleParses(t *testing.T) {
	for _, c := range (&App{}).tree().all() {
		for _, e := range c.Examples {
			for _, line := range strings.Split(e.Line, "&& ") {
				words := shellWords(line)
				l, err := arrange((&App{}).tree(), words[1:])
				if words[0] != programName || err != nil {
					t.Errorf("%s: example %q: %v", c.path(), line, err)
					continue
				}
				if c.parent != nil && l.command.path() != c.path() {
					t.Errorf("%s has an example of %s: %q", c.path(), l.command.path(), line)
				}
			}
		}
	}
}

// Hints are sentences around commands, so each is followed as far as it is one: its command must
// exist, and that command must have each flag that is named with it.
func TestEveryCommandInAHintExists(t *testing.T) {
	root := (&App{}).tree()
	mention := regexp.MustCompile(`\boctavo ([a-z][a-z-]*)((?: +(?:--?[a-z-]+|[A-Z.%a-z"\\]+))*)`)
	found := 0
	for _, folder := range []string{"../engine", ".", "render"} {
		for _, text := range literals(t, folder) {
			for _, m := range mention.FindAllStringSubmatch(text, -1) {
				c := root.child(m[1])
				if c == nil {
					t.Errorf("%s: %q names no command", folder, m[0])
					continue
				}
				found++
				for _, flag := range regexp.MustCompile(`--[a-z][a-z-]*`).FindAllString(m[2], -1) {
					if c.find(flag) == nil && flag != "--help" {
						t.Errorf("%s: %q: %s has no flag %s", folder, m[0], c.path(), flag)
					}
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d commands were found in texts", found)
	}
}

// literals are the strings of a folder's Go files, tests left out.
func literals(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", folder, len(files), err)
	}
	var out []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, source, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil {
					out = append(out, strings.ReplaceAll(text, "\n", " "))
				}
			}
			return true
		})
	}
	return out
}
