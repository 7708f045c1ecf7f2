package walk

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// gitSays lists the visible files below root that git would not ignore.
func gitSays(t *testing.T, root string) []string {
	t.Helper()
	git := func(args ...string) string {
		command := exec.Command("git", args...)
		command.Dir = root
		command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		out, err := command.Output()
		if err != nil {
			t.Fatalf("git %v: %v", args, err)
		}
		return string(out)
	}
	git("init", "-q", "--template=")
	var paths []string
	for path := range strings.SplitSeq(git("ls-files", "-z", "--others", "--exclude-standard"), "\x00") {
		if path != "" && !strings.Contains("/"+path, "/.") {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

func requireGit(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
}

func TestIgnoreFilesMeanWhatGitSays(t *testing.T) {
	requireGit(t)
	files := map[string]string{
		".gitignore": "*.log\n!keep.log\n/top.md\nbuild/\n# comment\n\\#hash.md\ndoc/*.pdf\n**/tmp/**\na?c.md\n[xy].md\nspace.md   \nend\\ \n" +
			"br{a,b}.md\nfoo/**/bar.md\n/deep/*/leaf.md\n!\n/\nwindows.md\r\nonly/**\n!only/**/\n!only/**/*.md\n",
		"sub/.gitignore":       "\ufeff*.md\n!wanted.md\n/only.txt\nnested/x.txt\n",
		"sub/inner/.gitignore": "!back.md\n",
	}
	for _, path := range []string{
		"a.log", "keep.log", "sub/b.log", "top.md", "sub/top.md", "build/x.md", "sub/build/y.txt", "build.md", "#hash.md",
		"doc/a.pdf", "doc/deep/a.pdf", "sub/doc/a.pdf", "tmp/x.txt", "q/tmp/z/x.txt", "abc.md", "ac.md", "x.md", "z.md", "space.md", "end ",
		"bra.md", "br{a,b}.md", "foo/bar.md", "foo/1/2/bar.md", "deep/a/leaf.md", "deep/a/b/leaf.md", "sub/wanted.md", "sub/other.md",
		"sub/only.txt", "sub/inner/only.txt", "sub/nested/x.txt", "sub/inner/nested/x.txt", "sub/inner/back.md", "sub/inner/gone.md",
		"windows.md", "only/a.md", "only/a.txt", "only/deep/b.md", "only/deep/b.txt",
	} {
		files[path] = "x"
	}
	root := lay(t, files)
	if got, want := found(t, Options{Root: root}), gitSays(t, root); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestRandomIgnoreFilesMeanWhatGitSays puts patterns together from few pieces, so that they often
// meet the few names there are.
func TestRandomIgnoreFilesMeanWhatGitSays(t *testing.T) {
	requireGit(t)
	pieces := []string{"a", "b", "c.md", "*", "**", "?", "*.md", "[ab]", "[!a]", "a*", "**/", "/", "{a,b}", `\a`}
	names := []string{"a", "b", "ab", "c.md", "{a,b}"}
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(from []string) string { return from[random.IntN(len(from))] }
	ignoreFile := func() string {
		var b strings.Builder
		for range 1 + random.IntN(5) {
			if random.IntN(3) == 0 {
				b.WriteString("!")
			}
			if random.IntN(4) == 0 {
				b.WriteString("/")
			}
			b.WriteString(pick(pieces))
			for range random.IntN(3) {
				b.WriteString("/" + pick(pieces))
			}
			if random.IntN(4) == 0 {
				b.WriteString("/")
			}
			b.WriteString("\n")
		}
		return b.String()
	}
	rounds := 40
	if testing.Short() {
		rounds = 10
	}
	for range rounds {
		files := map[string]string{".gitignore": ignoreFile(), "a/.gitignore": ignoreFile()}
		for _, first := range names {
			files["x/"+first] = ""
			for _, second := range names {
				files["a/"+first+"/"+second] = ""
				files["b/"+first+"/"+second+"/c.md"] = ""
			}
		}
		root := lay(t, files)
		if got, want := found(t, Options{Root: root}), gitSays(t, root); !slices.Equal(got, want) {
			t.Errorf("%q and in a/ %q:\ngot  %q\nwant %q", files[".gitignore"], files["a/.gitignore"], got, want)
		}
	}
}

func TestOctavoIgnoreWinsOverGitIgnore(t *testing.T) {
	root := lay(t, map[string]string{".gitignore": "*.pdf\n", ".octavoignore": "!*.pdf\n*.txt\n", "a.pdf": "", "b.txt": "", "c.md": ""})
	if got, want := found(t, Options{Root: root}), []string{"a.pdf", "c.md"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAnIgnoreFileThatIsNoFileIsNotRead(t *testing.T) {
	outside := lay(t, map[string]string{"rules": "*.md\n"})
	root := lay(t, map[string]string{".gitignore": "->" + outside + "/rules", "a.md": "", "sub/b.md": ""})
	if err := syscall.Mkfifo(filepath.Join(root, "sub", ".gitignore"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, want := found(t, Options{Root: root}), []string{"a.md", "sub/b.md"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
