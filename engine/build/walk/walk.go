// Package walk finds the files below a root and reads them, never leaving it: ignore files and
// globs are honoured, links are followed only to places inside, and what is opened is what was
// found. It knows no collections and no formats.
package walk

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"

	"octavo/engine/corpus"
)

// Options say what to look for.
type Options struct {
	Root    string   // absolute path of a folder or a file
	Include []string // globs over paths below the root; none means every file
	Exclude []string
	Hidden  bool  // also names that begin with a dot, except .git
	MaxSize int64 // bytes; 0 means no limit
}

// Entry is one file. Where Skip is set the file cannot be used and Detail may say more.
type Entry struct {
	Path     corpus.FilePath // below the root; the name alone where the root is a file
	Absolute string
	Bytes    int64
	Modified time.Time
	Skip     string
	Detail   string

	root   string // folder that reading must not leave
	inside string // the file below it, links resolved
}

// Why an entry is skipped.
const (
	TooLarge       = "too-large"
	NotRegular     = "not-regular" // a pipe, a socket, a device
	Unreadable     = "unreadable"
	NameNotUTF8    = "name-not-utf8"
	SymlinkOutside = "symlink-outside"
	SymlinkBroken  = "symlink-broken"
	SymlinkCycle   = "symlink-cycle"
)

// Files visits every file of the root once, in bytewise order of path. Hidden and ignored files,
// and those that the globs leave out, are not visited at all. It stops at the first error of visit
// or when ctx is cancelled; a folder that cannot be read is an entry, not an error.
func Files(ctx context.Context, o Options, visit func(Entry) error) error {
	real, err := filepath.EvalSymlinks(o.Root)
	if err != nil {
		return err
	}
	info, err := os.Stat(real)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		w := walker{Options: o, real: filepath.Dir(real), visit: visit}
		return w.file(filepath.Base(o.Root), o.Root, real, info)
	}
	for _, glob := range slices.Concat(o.Include, o.Exclude) {
		if !doublestar.ValidatePattern(glob) {
			return &GlobError{Glob: glob}
		}
	}
	w := walker{Options: o, real: real, visit: visit}
	return w.folder(ctx, "", o.Root, real, nil)
}

// GlobError says that a glob cannot be read.
type GlobError struct{ Glob string }

func (e *GlobError) Error() string { return "the glob " + e.Glob + " cannot be read" }

type walker struct {
	Options
	real  string // the root with links resolved
	visit func(Entry) error
	open  []string // real paths of the folders being walked, outermost first
}

// folder walks one folder. rules are those of the folders above it.
func (w *walker) folder(ctx context.Context, below, absolute, real string, rules rules) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	names, err := os.ReadDir(real)
	if err != nil {
		return w.skip(below, absolute, Unreadable, cause(err))
	}
	w.open = append(w.open, real)
	defer func() { w.open = w.open[:len(w.open)-1] }()
	rules = rules.with(real, below)
	slices.SortFunc(names, func(a, b fs.DirEntry) int { return strings.Compare(sortKey(a), sortKey(b)) })
	for _, entry := range names {
		name := entry.Name()
		if name == ".git" || !w.Hidden && strings.HasPrefix(name, ".") {
			continue
		}
		if err := w.entry(ctx, path.Join(below, name), filepath.Join(absolute, name), filepath.Join(real, name), entry.Type(), rules); err != nil {
			return err
		}
	}
	return nil
}

// sortKey makes folders sort where the paths of their files do.
func sortKey(e fs.DirEntry) string {
	if e.IsDir() {
		return e.Name() + "/"
	}
	return e.Name()
}

func (w *walker) entry(ctx context.Context, below, absolute, real string, kind fs.FileMode, rules rules) error {
	if kind&fs.ModeSymlink != 0 {
		target, reason := w.follow(real)
		if reason != "" {
			if rules.ignore(below, false) || !w.wanted(below) {
				return nil
			}
			return w.skip(below, absolute, reason, "")
		}
		real = target
	}
	info, err := os.Lstat(real)
	if err != nil {
		return w.skip(below, absolute, Unreadable, cause(err))
	}
	if rules.ignore(below, info.IsDir()) {
		return nil
	}
	if !info.IsDir() {
		return w.file(below, absolute, real, info)
	}
	if w.excluded(below) {
		return nil
	}
	if slices.Contains(w.open, real) {
		return w.skip(below, absolute, SymlinkCycle, "")
	}
	return w.folder(ctx, below, absolute, real, rules)
}

// follow resolves a link; the reason is set where it must not be followed.
func (w *walker) follow(link string) (target, reason string) {
	target, err := filepath.EvalSymlinks(link)
	switch {
	case err != nil:
		return "", SymlinkBroken
	case target != w.real && !strings.HasPrefix(target, w.real+string(filepath.Separator)):
		return "", SymlinkOutside
	}
	return target, ""
}

func (w *walker) file(below, absolute, real string, info fs.FileInfo) error {
	if !w.wanted(below) {
		return nil
	}
	inside, err := filepath.Rel(w.real, real)
	if err != nil {
		return err
	}
	e := Entry{Path: corpus.FilePath(below), Absolute: absolute, Bytes: info.Size(), Modified: info.ModTime(), root: w.real, inside: inside}
	switch {
	case !utf8.ValidString(below):
		return w.skip(below, absolute, NameNotUTF8, "")
	case !info.Mode().IsRegular():
		e.Skip = NotRegular
	case w.MaxSize > 0 && info.Size() > w.MaxSize:
		e.Skip = TooLarge
	}
	return w.visit(e)
}

func (w *walker) skip(below, absolute, reason, detail string) error {
	if below == "" {
		below = filepath.Base(absolute)
	}
	return w.visit(Entry{Path: corpus.FilePath(strings.ToValidUTF8(below, "\ufffd")), Absolute: absolute, Skip: reason, Detail: detail})
}

func (w *walker) wanted(below string) bool {
	return (len(w.Include) == 0 || matchesAny(w.Include, below)) && !w.excluded(below)
}

func (w *walker) excluded(below string) bool { return matchesAny(w.Exclude, below) }

func matchesAny(globs []string, path string) bool {
	return slices.ContainsFunc(globs, func(glob string) bool { return doublestar.MatchUnvalidated(glob, path) })
}

// cause is an error without the path that the entry names already.
func cause(err error) string {
	var of *fs.PathError
	if errors.As(err, &of) {
		return of.Err.Error()
	}
	return err.Error()
}
