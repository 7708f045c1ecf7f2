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
	SymlinkOutside = "symlink-outside" // also into a .git folder
	SymlinkBroken  = "symlink-broken"
	SymlinkCycle   = "symlink-cycle"
)

// Files visits every file of the root once, in bytewise order of path. Hidden and ignored files,
// and those that the globs leave out, are not visited at all. A folder that cannot be entered is
// an entry where its files would be, not an error. It stops at the first error of visit or when
// ctx is cancelled. Errors: *GlobError, ctx.Err(), those of visit, those of reaching the root.
func Files(ctx context.Context, o Options, visit func(Entry) error) error {
	for _, glob := range slices.Concat(o.Include, o.Exclude) {
		if !doublestar.ValidatePattern(glob) {
			return &GlobError{Glob: glob}
		}
	}
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

// child is one name of a folder, links resolved.
type child struct {
	name, real string
	info       fs.FileInfo // nil where reason is set
	reason     string      // why it cannot be used
	detail     string
}

func (c child) isFolder() bool { return c.info != nil && c.info.IsDir() }

// sortKey makes folders sort where the paths of their files do.
func (c child) sortKey() string {
	if c.isFolder() {
		return c.name + "/"
	}
	return c.name
}

// folder walks one folder. rules are those of the folders above it.
func (w *walker) folder(ctx context.Context, below, absolute, real string, rules rules) error {
	names, err := os.ReadDir(real)
	if err != nil {
		return w.skip(below, absolute, Unreadable, cause(err))
	}
	w.open = append(w.open, real)
	defer func() { w.open = w.open[:len(w.open)-1] }()
	rules = rules.with(real, below)
	var children []child
	for _, entry := range names {
		if name := entry.Name(); name != ".git" && (w.Hidden || !strings.HasPrefix(name, ".")) {
			children = append(children, w.resolve(name, filepath.Join(real, name), entry.Type()))
		}
	}
	slices.SortFunc(children, func(a, b child) int { return strings.Compare(a.sortKey(), b.sortKey()) })
	for _, c := range children {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.child(ctx, path.Join(below, c.name), filepath.Join(absolute, c.name), c, rules); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) child(ctx context.Context, below, absolute string, c child, rules rules) error {
	switch {
	case rules.ignore(below, c.isFolder()):
		return nil
	case c.reason != "":
		if !w.wanted(below) {
			return nil
		}
		return w.skip(below, absolute, c.reason, c.detail)
	case !c.isFolder():
		return w.file(below, absolute, c.real, c.info)
	case w.excluded(below):
		return nil
	case slices.Contains(w.open, c.real):
		return w.skip(below, absolute, SymlinkCycle, "")
	}
	return w.folder(ctx, below, absolute, c.real, rules)
}

// resolve looks at a name, and follows a link where that leads to a place inside the root other
// than git's own folder.
func (w *walker) resolve(name, real string, kind fs.FileMode) child {
	c := child{name: name, real: real}
	if kind&fs.ModeSymlink != 0 {
		target, err := filepath.EvalSymlinks(real)
		if err != nil {
			c.reason, c.detail = SymlinkBroken, cause(err)
			return c
		}
		inside, err := filepath.Rel(w.real, target)
		if err != nil || !filepath.IsLocal(inside) || slices.Contains(strings.Split(filepath.ToSlash(inside), "/"), ".git") {
			c.reason = SymlinkOutside
			return c
		}
		c.real = target
	}
	info, err := os.Lstat(c.real)
	if err != nil {
		c.reason, c.detail = Unreadable, cause(err)
		return c
	}
	c.info = info
	return c
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
		e.Skip, e.Detail = NotRegular, kindOf(info.Mode())
	case w.MaxSize > 0 && info.Size() > w.MaxSize:
		e.Skip, e.Detail = TooLarge, (&SizeError{Bytes: info.Size(), Limit: w.MaxSize}).Error()
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

func kindOf(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// cause is an error without the path that the entry names already.
func cause(err error) string {
	var of *fs.PathError
	if errors.As(err, &of) {
		return of.Err.Error()
	}
	return err.Error()
}
