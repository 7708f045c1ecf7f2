package build

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"octavo/engine/corpus"
	"octavo/engine/index"
)

// Plan is what a request comes to: the sources, and the collections that must be recorded first.
type Plan struct {
	Sources []Source
	Record  []index.Collection
}

// PathError says that a path to build from cannot be used.
type PathError struct{ Path, Cause string }

func (e *PathError) Error() string { return fmt.Sprintf("%s: %s", e.Path, e.Cause) }

// RootError says that a path lies outside the recorded roots of its collection.
type RootError struct {
	Path       string
	Collection corpus.CollectionPath
	Roots      []index.Root
}

func (e *RootError) Error() string {
	roots := make([]string, len(e.Roots))
	for i, root := range e.Roots {
		roots[i] = root.Path
	}
	return fmt.Sprintf("%s is not inside the roots of collection %s (%s)", e.Path, e.Collection, strings.Join(roots, ", "))
}

// Resolve turns a request into a plan. Recorded collections stand in the file, configured ones in
// octavo.toml, where they replace recorded roots.
//
// A path inside a known root refreshes that part of it. A path of a new collection becomes a root
// of it; the collection is named by the request, else after the folder. A path outside the roots
// of a known collection is refused: a stray path must not change what a collection is. Without
// paths every known root is built, or those of the named collection.
// Errors: *PathError, *RootError, *corpus.PathError.
func Resolve(r Request, recorded, configured []index.Collection) (Plan, error) {
	p := planner{request: r, known: merge(recorded, configured)}
	if r.Collection != "" {
		name, err := corpus.ParseCollectionPath(r.Collection)
		if err != nil {
			return Plan{}, err
		}
		p.only = name
	}
	if len(r.Paths) == 0 {
		return p.everything()
	}
	if err := p.addAll(r.Paths); err != nil {
		return Plan{}, err
	}
	return p.plan(), nil
}

type planner struct {
	request Request
	only    corpus.CollectionPath
	known   []index.Collection
	fresh   []index.Collection
	sources []Source
}

func (p *planner) everything() (Plan, error) {
	for _, c := range p.known {
		if p.only != "" && c.Path != p.only {
			continue
		}
		for _, root := range c.Roots {
			if _, err := existing(root.Path); err != nil {
				return Plan{}, fmt.Errorf("root of collection %s: %w", c.Path, err)
			}
			p.sources = append(p.sources, Source{Collection: c.Path, Root: p.filtered(root), Within: root.Path})
		}
	}
	if len(p.sources) == 0 {
		return Plan{}, &PathError{Path: "build", Cause: "there is nothing to build: no path was given and no root is recorded"}
	}
	return p.plan(), nil
}

// addAll adds paths. One below another needs no source of its own, unless it is known as a root.
func (p *planner) addAll(paths []string) error {
	given := make([]string, len(paths))
	for i, path := range paths {
		absolute, err := existing(path)
		if err != nil {
			return err
		}
		given[i] = absolute
	}
	for i, path := range given {
		source, known := p.insideKnown(path)
		below := slices.ContainsFunc(given, func(other string) bool { return other != path && within(path, other) })
		if below && !known || slices.Contains(given[:i], path) {
			continue
		}
		if err := p.add(path, source, known); err != nil {
			return err
		}
	}
	return nil
}

func (p *planner) add(absolute string, source Source, known bool) error {
	if known {
		if source.Within != source.Root.Path && len(p.request.Include)+len(p.request.Exclude) > 0 {
			return &PathError{Path: absolute, Cause: "globs say what belongs to a whole root: give them with " + source.Root.Path + ", or leave them out"}
		}
		source.Root = p.filtered(source.Root)
		p.sources = append(p.sources, source)
		return nil
	}
	name, err := p.nameFor(absolute)
	if err != nil {
		return err
	}
	if at := find(p.known, name); at >= 0 {
		return &RootError{Path: absolute, Collection: name, Roots: p.known[at].Roots}
	}
	root := p.filtered(index.Root{Path: absolute})
	if at := find(p.fresh, name); at >= 0 {
		p.fresh[at].Roots = append(p.fresh[at].Roots, root)
	} else {
		p.fresh = append(p.fresh, index.Collection{Path: name, Roots: []index.Root{root}})
	}
	p.sources = append(p.sources, Source{Collection: name, Root: root, Within: absolute})
	return nil
}

// insideKnown finds the known root that holds the path; the innermost wins.
func (p *planner) insideKnown(absolute string) (Source, bool) {
	var best Source
	for _, c := range p.known {
		if p.only != "" && c.Path != p.only {
			continue
		}
		for _, root := range c.Roots {
			if within(absolute, root.Path) && len(root.Path) > len(best.Root.Path) {
				best = Source{Collection: c.Path, Root: root, Within: absolute}
			}
		}
	}
	return best, best.Collection != ""
}

func (p *planner) nameFor(absolute string) (corpus.CollectionPath, error) {
	if p.only != "" {
		return p.only, nil
	}
	folder := absolute
	if info, err := os.Stat(absolute); err == nil && !info.IsDir() {
		folder = filepath.Dir(absolute)
	}
	name, err := corpus.ParseCollectionPath(filepath.Base(folder))
	if err != nil {
		return "", fmt.Errorf("name a collection with --collection: %w", err)
	}
	return name, nil
}

// filtered lets the globs of the request replace those of the root.
func (p *planner) filtered(root index.Root) index.Root {
	if len(p.request.Include) > 0 {
		root.Include = p.request.Include
	}
	if len(p.request.Exclude) > 0 {
		root.Exclude = p.request.Exclude
	}
	return root
}

// plan records every collection of which a root or its globs are new.
func (p *planner) plan() Plan {
	record := p.fresh
	p.nameRoots()
	for _, c := range p.known {
		var touched bool
		c.Roots = slices.Clone(c.Roots)
		for i, root := range c.Roots {
			for _, s := range p.sources {
				if s.Collection == c.Path && s.Root.Path == root.Path {
					c.Roots[i], touched = s.Root, true
				}
			}
		}
		if touched {
			record = append(record, c)
		}
	}
	return Plan{Sources: p.sources, Record: record}
}

// nameRoots tells each source the roots of its collection.
func (p *planner) nameRoots() {
	roots := map[corpus.CollectionPath][]string{}
	for _, c := range slices.Concat(p.known, p.fresh) {
		for _, root := range c.Roots {
			roots[c.Path] = append(roots[c.Path], root.Path)
		}
	}
	for i := range p.sources {
		p.sources[i].Roots = roots[p.sources[i].Collection]
	}
}

// merge lets configured collections replace recorded ones of the same path, with roots named as
// existing names them.
func merge(recorded, configured []index.Collection) []index.Collection {
	out := slices.Clone(configured)
	for i := range out {
		out[i].Roots = slices.Clone(out[i].Roots)
		for k, root := range out[i].Roots {
			if real, err := existing(root.Path); err == nil {
				out[i].Roots[k].Path = real
			}
		}
	}
	for _, c := range recorded {
		if find(configured, c.Path) < 0 {
			out = append(out, c)
		}
	}
	return out
}

func find(collections []index.Collection, path corpus.CollectionPath) int {
	for i, c := range collections {
		if c.Path == path {
			return i
		}
	}
	return -1
}

// existing resolves a path, so that a root has one name however it was reached.
func existing(path string) (string, error) {
	absolute, err := filepath.Abs(path)
	if err == nil {
		absolute, err = filepath.EvalSymlinks(absolute)
	}
	if os.IsNotExist(err) {
		return "", &PathError{Path: path, Cause: "does not exist"}
	}
	if err != nil {
		return "", &PathError{Path: path, Cause: err.Error()}
	}
	return absolute, nil
}

// CheckPaths finds a path that does not exist before anything is opened. Errors: *PathError.
func CheckPaths(paths []string) error {
	for _, path := range paths {
		if _, err := existing(path); err != nil {
			return err
		}
	}
	return nil
}
