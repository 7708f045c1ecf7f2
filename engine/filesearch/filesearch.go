// Package filesearch lets an agent browse what a person has released: categories, the groups in them,
// their documents, and a search by words that shows the text around each match. It reads whatever
// reader it is given; which version that is, is decided above it.
//
// Documents are sorted by place.go, texts cut by excerpt.go, pages of long answers told by cursor.go.
package filesearch

import (
	"cmp"
	"context"
	"slices"

	"octavo/engine/corpus"
	"octavo/engine/index"
)

// Library is the documents of a reader, sorted.
type Library struct {
	Reader index.Reader
	Rules  []Rule // empty: front matter and folders decide
}

// Category is a category with what it holds.
type Category struct {
	Name        string
	Description string
	Groups      int
	Documents   int
}

// Group is a group of a category. Groups of one name in two categories are two groups.
type Group struct {
	Category    string
	Name        string
	Description string
	Documents   int
}

// Row is a document with its place.
type Row struct {
	index.Document
	Place
}

// Overview is all categories. Unsorted documents are of none of them.
type Overview struct {
	Categories []Category
	Documents  int
	Unsorted   int
}

// UnknownError says that there is no category or group of a name.
type UnknownError struct {
	Kind  string // "category" or "group"
	Name  string
	Near  string // the name that was probably meant; empty where none is near
	Known []string
}

func (e *UnknownError) Error() string { return "there is no " + e.Kind + " " + e.Name }

// Categories lists the categories by name.
func (l Library) Categories(ctx context.Context) (Overview, error) {
	rows, err := l.rows(ctx)
	if err != nil {
		return Overview{}, err
	}
	overview := Overview{Documents: len(rows)}
	for _, c := range l.categories(rows) {
		if c.Name == "" {
			overview.Unsorted = c.Documents
		} else {
			overview.Categories = append(overview.Categories, c)
		}
	}
	return overview, nil
}

// Groups lists the groups of a category, or of all where it is empty, by category and name.
// Errors: *UnknownError.
func (l Library) Groups(ctx context.Context, category string) ([]Group, error) {
	rows, err := l.rows(ctx)
	if err != nil {
		return nil, err
	}
	if rows, err = l.within(rows, Place{Category: category}); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(l.groups(rows), func(g Group) bool { return g.Name == "" }), nil
}

// rows are all documents with their places, in order of collection and file.
func (l Library) rows(ctx context.Context) ([]Row, error) {
	documents, err := l.Reader.Documents(ctx)
	rows := make([]Row, len(documents))
	for i, d := range documents {
		rows[i] = Row{d, place(d, l.Rules)}
	}
	return rows, err
}

// within keeps the rows of a category and a group; either may be empty. A group without its category
// is one of that name in any. Errors: *UnknownError.
func (l Library) within(rows []Row, p Place) ([]Row, error) {
	if p.Category != "" {
		var known []string
		for _, c := range l.categories(rows) {
			known = append(known, c.Name)
		}
		if err := mustKnow("category", p.Category, known); err != nil {
			return nil, err
		}
		rows = slices.DeleteFunc(rows, func(r Row) bool { return r.Category != p.Category })
	}
	if p.Group != "" {
		var known []string
		for _, g := range l.groups(rows) {
			known = append(known, g.Name)
		}
		if err := mustKnow("group", p.Group, known); err != nil {
			return nil, err
		}
		rows = slices.DeleteFunc(rows, func(r Row) bool { return r.Group != p.Group })
	}
	return rows, nil
}

func mustKnow(kind, name string, known []string) error {
	slices.Sort(known)
	known = slices.DeleteFunc(slices.Compact(known), func(s string) bool { return s == "" })
	if slices.Contains(known, name) {
		return nil
	}
	return &UnknownError{Kind: kind, Name: name, Near: corpus.Nearest(name, known), Known: known}
}

// categories counts what rows are of, by name; those of no category come first. A category of the
// rules is there also where no document is of it.
func (l Library) categories(rows []Row) []Category {
	found := map[string]*Category{}
	for _, rule := range l.Rules {
		found[rule.Name] = &Category{Name: rule.Name, Description: rule.Description}
	}
	for _, r := range rows {
		if found[r.Category] == nil {
			found[r.Category] = &Category{Name: r.Category}
		}
		found[r.Category].Documents++
	}
	for _, g := range l.groups(rows) {
		if g.Name != "" {
			found[g.Category].Groups++
		}
	}
	var out []Category
	for _, c := range found {
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b Category) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// groups counts what rows are of, by category and name, those of no group before the others.
func (l Library) groups(rows []Row) []Group {
	found := map[Place]*Group{}
	for _, r := range rows {
		if found[r.Place] == nil {
			found[r.Place] = &Group{Category: r.Category, Name: r.Group, Description: l.describe(r.Place)}
		}
		found[r.Place].Documents++
	}
	var out []Group
	for _, g := range found {
		out = append(out, *g)
	}
	slices.SortFunc(out, func(a, b Group) int {
		return cmp.Or(cmp.Compare(a.Category, b.Category), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// describe is what the rules say of a group.
func (l Library) describe(p Place) string {
	for _, category := range l.Rules {
		for _, group := range category.Groups {
			if category.Name == p.Category && group.Name == p.Group {
				return group.Description
			}
		}
	}
	return ""
}
