package build

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"octavo/engine/build/walk"
	"octavo/engine/corpus"
	"octavo/engine/index"
)

// Gate tells what an index knows of a collection's files.
type Gate func(ctx context.Context, collection corpus.CollectionPath) (map[corpus.FilePath]index.FileState, error)

// Scanned is what a walk over the sources found.
type Scanned struct {
	tasks  []task
	gone   map[corpus.CollectionPath][]corpus.FilePath // indexed, inside what was walked, not there any more
	paths  []corpus.CollectionPath                     // of the sources, each once
	states map[corpus.CollectionPath]map[corpus.FilePath]index.FileState
	seen   map[corpus.CollectionPath]map[corpus.FilePath]string // the root that a file was seen in
	dark   map[corpus.CollectionPath][]corpus.FilePath          // folders that could not be looked into
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

// Scan walks the sources of a plan. It reads folders, not files. Errors: *EmptyError, unless the
// request is forced, *PathError, *walk.GlobError.
func Scan(ctx context.Context, r Request, plan Plan, gate Gate) (Scanned, error) {
	s := Scanned{
		gone:   map[corpus.CollectionPath][]corpus.FilePath{},
		states: map[corpus.CollectionPath]map[corpus.FilePath]index.FileState{},
		seen:   map[corpus.CollectionPath]map[corpus.FilePath]string{},
		dark:   map[corpus.CollectionPath][]corpus.FilePath{},
	}
	for i := range plan.Sources {
		source := &plan.Sources[i]
		if err := s.meet(ctx, source.Collection, gate); err != nil {
			return s, err
		}
		found, err := s.walk(ctx, r, source)
		if err != nil {
			return s, err
		}
		if known := s.documents(*source); found == 0 && known > 0 && !r.Force {
			return s, &EmptyError{Path: source.Within, Documents: known}
		}
	}
	for _, c := range s.paths {
		for file := range s.states[c] {
			if s.isGone(r, plan.Sources, c, file) {
				s.gone[c] = append(s.gone[c], file)
			}
		}
		slices.Sort(s.gone[c])
	}
	if len(s.tasks) == 0 && !slices.ContainsFunc(s.paths, func(c corpus.CollectionPath) bool { return len(s.states[c]) > 0 }) {
		return s, &EmptyError{Path: plan.Sources[0].Within}
	}
	return s, nil
}

// meet reads once what the index knows of a collection.
func (s *Scanned) meet(ctx context.Context, c corpus.CollectionPath, gate Gate) error {
	if s.seen[c] != nil {
		return nil
	}
	known, err := gate(ctx, c)
	s.seen[c], s.states[c] = map[corpus.FilePath]string{}, known
	s.paths = append(s.paths, c)
	return err
}

// walk adds a task for each file of a source. A file that several roots of one collection offer is
// taken from the first and passed over in the others.
func (s *Scanned) walk(ctx context.Context, r Request, source *Source) (int, error) {
	found, c := 0, source.Collection
	options := walk.Options{Root: source.Root.Path, Include: source.Root.Include, Exclude: source.Root.Exclude, Hidden: r.Hidden, MaxSize: r.maxSize()}
	err := walk.Files(ctx, options, func(e walk.Entry) error {
		if e.Skip == walk.Unreadable || e.Skip == walk.SymlinkBroken {
			s.dark[c] = append(s.dark[c], e.Path)
		}
		if !within(e.Absolute, source.Within) {
			return nil
		}
		found++
		switch in, met := s.seen[c][e.Path]; {
		case met && in == source.Root.Path:
			return nil
		case met, source.shadows(e.Path):
			e.Skip, e.Detail = shadowed, "another root of the collection holds a file of this path"
		}
		s.seen[c][e.Path] = source.Root.Path
		before, known := s.states[c][e.Path]
		s.tasks = append(s.tasks, task{source: source, entry: e, before: before, known: known})
		return nil
	})
	return found, err
}

// shadowed files have the path of a file in an earlier root of the same collection.
const shadowed = "shadowed"

// documents counts what the index has of a source and of no other root.
func (s *Scanned) documents(of Source) int {
	n := 0
	for file := range s.states[of.Collection] {
		if of.covers(file) && !of.elsewhere(file) {
			n++
		}
	}
	return n
}

// isGone reports whether a file of the index is known to be there no more. What could not be looked
// at is not gone: another root, a folder that cannot be read, a hidden file where hidden ones were
// not asked for.
func (s *Scanned) isGone(r Request, sources []Source, c corpus.CollectionPath, file corpus.FilePath) bool {
	if _, met := s.seen[c][file]; met {
		return false
	}
	if slices.ContainsFunc(s.dark[c], func(folder corpus.FilePath) bool { return within(string(file), string(folder)) }) {
		return false
	}
	return slices.ContainsFunc(sources, func(of Source) bool {
		return of.Collection == c && of.covers(file) && !of.elsewhere(file) &&
			(r.Hidden || !strings.Contains("/"+string(file), "/.") || !holds(of.Root.Path, file))
	})
}
