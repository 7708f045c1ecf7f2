package walk

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// ignoreFiles are read in each folder; the rules of the later one win.
var ignoreFiles = []string{".gitignore", ".octavoignore"}

// rules are the patterns of ignore files, outermost folder first. The last one that matches a path
// decides, as gitignore(5) says. A file below an ignored folder is never reached.
type rules []rule

type rule struct {
	folder     string // where its ignore file lies, below the root
	glob       string
	negated    bool
	foldersToo bool // matches folders only: the pattern ended in a slash
}

// with adds the rules of a folder. An ignore file that cannot be read has none; like git, a link
// in its place is not followed.
func (r rules) with(real, below string) rules {
	out := r[:len(r):len(r)]
	for _, name := range ignoreFiles {
		file := filepath.Join(real, name)
		if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
			if parsed, ok := parse(line); ok {
				parsed.folder = below
				out = append(out, parsed)
			}
		}
	}
	return out
}

func (r rules) ignore(below string, isFolder bool) bool {
	for i := len(r) - 1; i >= 0; i-- {
		if r[i].matches(below, isFolder) {
			return !r[i].negated
		}
	}
	return false
}

func (r rule) matches(below string, isFolder bool) bool {
	if r.foldersToo && !isFolder {
		return false
	}
	if r.folder != "" {
		below = strings.TrimPrefix(below, r.folder+"/")
	}
	return doublestar.MatchUnvalidated(r.glob, below)
}

// parse reads one line of an ignore file.
func parse(line string) (rule, bool) {
	line = trimSpaces(strings.TrimRight(line, "\r\n"))
	if line == "" || line[0] == '#' {
		return rule{}, false
	}
	var r rule
	if line[0] == '!' {
		r.negated, line = true, line[1:]
	}
	if trimmed, ok := strings.CutSuffix(line, "/"); ok {
		r.foldersToo, line = true, trimmed
	}
	anchored := strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return rule{}, false
	}
	if !anchored {
		line = path.Join("**", line)
	}
	if strings.HasSuffix(line, "/**") {
		line += "/*" // git: everything inside, not the folder itself
	}
	// Braces are letters to git and alternatives to the matcher.
	r.glob = strings.NewReplacer("{", `\{`, "}", `\}`).Replace(line)
	return r, doublestar.ValidatePattern(r.glob)
}

// trimSpaces drops trailing spaces that no backslash protects.
func trimSpaces(line string) string {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	return line
}
