package build

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"octavo/engine/corpus"
	"octavo/engine/index"
)

// Source is one root of a collection, or a part of it, that a build brings up to date. Files
// outside Within are neither read nor removed.
type Source struct {
	Collection corpus.CollectionPath
	Root       index.Root
	Within     string   // absolute path at or below Root.Path
	Roots      []string // all roots of the collection, in order: the first that holds a file wins
}

// covers reports whether a file of the collection, if it came from this root, lies in Within.
func (s Source) covers(file corpus.FilePath) bool { return within(place(s.Root.Path, file), s.Within) }

// elsewhere reports whether another root of the collection holds the file, or cannot be asked: a
// drive that is not mounted is no reason to forget what it held.
func (s Source) elsewhere(file corpus.FilePath) bool {
	return slices.ContainsFunc(s.Roots, func(root string) bool {
		return root != s.Root.Path && (holds(root, file) || !exists(root))
	})
}

// shadows reports whether a root that comes before this one holds the file.
func (s Source) shadows(file corpus.FilePath) bool {
	before := slices.Index(s.Roots, s.Root.Path)
	return slices.ContainsFunc(s.Roots[:max(0, before)], func(root string) bool { return holds(root, file) })
}

func holds(root string, file corpus.FilePath) bool { return exists(place(root, file)) }

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// place is where a root keeps a file. A root that is a file itself keeps only that one.
func place(root string, file corpus.FilePath) string {
	if info, err := os.Stat(root); err == nil && !info.IsDir() && filepath.Base(root) == string(file) {
		return root
	}
	return filepath.Join(root, filepath.FromSlash(string(file)))
}

func within(path, root string) bool {
	return path == root || strings.HasPrefix(path, strings.TrimSuffix(root, string(filepath.Separator))+string(filepath.Separator))
}
