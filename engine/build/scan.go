package build

import (
	"context"
	"fmt"
	"slices"

	"octavo/engine/build/walk"
	"octavo/engine/corpus"
	"octavo/engine/index"
)

// Gate tells what an index knows of a collection's files.
type Gate func(ctx context.Context, collection corpus.CollectionPath) (map[corpus.FilePath]index.FileState, error)

// Scanned is what a walk over the sources found.
type Scanned struct {
	tasks []task
	gone  map[corpus.CollectionPath][]corpus.FilePath // indexed, inside what was walked, not there any more
	paths []corpus.CollectionPath                     // of the sources, each once
}

// EmptyError says that sources hold no file at all although the index has documents of them, as
// when a drive is not mounted. Nothing is removed.
type EmptyError struct {
	Path      string
	Documents int // that the index has of it
}

func (e *EmptyError) Error() string {
	if e.Documents == 0 {
		return fmt.Sprintf("there are no files to index in %s", e.Path)
	}
	return fmt.Sprintf("%s holds no files, but the index has %d of its documents: nothing was removed", e.Path, e.Documents)
}

// Scan walks the sources of a plan. It reads folders, not files. Errors: *EmptyError, *PathError.
func Scan(ctx context.Context, r Request, plan Plan, gate Gate) (Scanned, error) {
	s := Scanned{gone: map[corpus.CollectionPath][]corpus.FilePath{}}
	seen := map[corpus.CollectionPath]map[corpus.FilePath]bool{}
	states := map[corpus.CollectionPath]map[corpus.FilePath]index.FileState{}
	for i := range plan.Sources {
		source := &plan.Sources[i]
		c := source.Collection
		if seen[c] == nil {
			known, err := gate(ctx, c)
			if err != nil {
				return s, err
			}
			seen[c], states[c] = map[corpus.FilePath]bool{}, known
			s.paths = append(s.paths, c)
		}
		found, err := s.walk(ctx, r, source, seen[c], states[c])
		if err != nil {
			return s, err
		}
		if found == 0 {
			return s, &EmptyError{Path: source.Within, Documents: count(*source, states[c])}
		}
	}
	for _, c := range s.paths {
		for file := range states[c] {
			if !seen[c][file] && covered(plan.Sources, c, file) {
				s.gone[c] = append(s.gone[c], file)
			}
		}
		slices.Sort(s.gone[c])
	}
	return s, nil
}

// walk adds a task for each file of a source. A file that two roots of one collection both offer
// is taken from the first and passed over in the second.
func (s *Scanned) walk(ctx context.Context, r Request, source *Source, seen map[corpus.FilePath]bool, states map[corpus.FilePath]index.FileState) (int, error) {
	found := 0
	options := walk.Options{Root: source.Root.Path, Include: source.Root.Include, Exclude: source.Root.Exclude, Hidden: r.Hidden, MaxSize: r.maxSize()}
	err := walk.Files(ctx, options, func(e walk.Entry) error {
		if !within(e.Absolute, source.Within) {
			return nil
		}
		found++
		if seen[e.Path] {
			e.Skip, e.Detail = shadowed, "another root of the collection holds a file of this path"
		}
		seen[e.Path] = true
		before, known := states[e.Path]
		s.tasks = append(s.tasks, task{source: source, entry: e, before: before, known: known})
		return nil
	})
	return found, err
}

// shadowed files have the path of a file in an earlier root of the same collection.
const shadowed = "shadowed"

func count(s Source, states map[corpus.FilePath]index.FileState) int {
	n := 0
	for file := range states {
		if s.covers(file) {
			n++
		}
	}
	return n
}

// covered reports whether a file's absence is known: it lies in what a build looks at, and no
// other root of the collection holds it.
func covered(sources []Source, c corpus.CollectionPath, file corpus.FilePath) bool {
	return slices.ContainsFunc(sources, func(s Source) bool {
		return s.Collection == c && s.covers(file) && !s.elsewhere(file)
	})
}
