package engine

import (
	"context"
	"errors"
	"fmt"

	"octavo/engine/config"
	"octavo/engine/filesearch"
	"octavo/engine/index"
)

// NoReleaseError says that no version is active, so that there is nothing that File Search may show.
type NoReleaseError struct{ Known []string } // labels of the versions that there are

func (e *NoReleaseError) Error() string {
	return "no version is active: File Search has nothing to show"
}

// DisabledError says that a capability of File Search is turned off.
type DisabledError struct{ Capability string } // its key in octavo.toml

func (e *DisabledError) Error() string {
	return fmt.Sprintf("filesearch.%s is disabled", e.Capability)
}

// FileSearchQuestion narrows a request of File Search, and pages through its answer.
type FileSearchQuestion struct {
	Category string // empty: of any
	Group    string // empty: of any
	Limit    int    // documents; 0: what is configured, which is also the most
	Cursor   string // of the page before
}

// Row is a document with its place.
type Row = filesearch.Row

// Released says what content an answer of File Search is made of.
type Released struct {
	Snapshot string
	Version  string // a label; empty: live content
}

// CategoriesAnswer answers list_categories.
type CategoriesAnswer struct {
	Released
	filesearch.Overview
}

// GroupsAnswer answers list_groups.
type GroupsAnswer struct {
	Released
	Category string // that was asked for; empty: all
	Groups   []filesearch.Group
}

// FullTextAnswer answers full_text_search.
type FullTextAnswer struct {
	Released
	FileSearchQuestion
	Query string
	filesearch.Results
}

// FilesAnswer answers list_files.
type FilesAnswer struct {
	Released
	FileSearchQuestion
	filesearch.Listing
}

// Categories lists categories. Errors: *DisabledError, *NoReleaseError, those of a reader.
func (e *Engine) Categories(ctx context.Context) (answer CategoriesAnswer, err error) {
	answer.Released, err = e.shelved(ctx, e.Config.FileSearch.ListCategories, func(l filesearch.Library) (err error) {
		answer.Overview, err = l.Categories(ctx)
		return err
	})
	return answer, err
}

// Groups lists the groups of a category, or of all. Errors: those of Categories,
// *filesearch.UnknownError.
func (e *Engine) Groups(ctx context.Context, category string) (GroupsAnswer, error) {
	answer := GroupsAnswer{Category: category}
	var err error
	answer.Released, err = e.shelved(ctx, e.Config.FileSearch.ListGroups, func(l filesearch.Library) (err error) {
		answer.Groups, err = l.Groups(ctx, category)
		return err
	})
	return answer, err
}

// FullTextSearch finds documents by words. Errors: those of Groups, *filesearch.CursorError, those
// of a search by words.
func (e *Engine) FullTextSearch(ctx context.Context, query string, q FileSearchQuestion) (FullTextAnswer, error) {
	c := e.Config.FileSearch.FullTextSearch
	q.Limit = q.limit(c)
	answer := FullTextAnswer{FileSearchQuestion: q, Query: query}
	var err error
	answer.Released, err = e.shelved(ctx, c, func(l filesearch.Library) (err error) {
		answer.Results, err = l.Search(ctx, filesearch.SearchRequest{
			Query: query, Place: q.place(), Limit: q.Limit, Cursor: q.Cursor, Snippet: c.SnippetLength,
		})
		return err
	})
	return answer, err
}

// ListFiles lists documents. Errors: those of Groups, *filesearch.CursorError.
func (e *Engine) ListFiles(ctx context.Context, q FileSearchQuestion) (FilesAnswer, error) {
	c := e.Config.FileSearch.ListFiles
	preview := filesearch.Preview{Words: c.WordCount}
	if c.PreviewMode == "paragraphs" {
		preview = filesearch.Preview{Paragraphs: c.ParagraphCount}
	}
	q.Limit = q.limit(c)
	answer := FilesAnswer{FileSearchQuestion: q}
	var err error
	answer.Released, err = e.shelved(ctx, c, func(l filesearch.Library) (err error) {
		answer.Listing, err = l.Files(ctx, filesearch.ListRequest{Place: q.place(), Limit: q.Limit, Cursor: q.Cursor, Preview: preview})
		return err
	})
	return answer, err
}

func (q FileSearchQuestion) place() filesearch.Place {
	return filesearch.Place{Category: q.Category, Group: q.Group}
}

func (q FileSearchQuestion) limit(c config.Capability) int {
	if q.Limit <= 0 || q.Limit > c.MaxResults {
		return c.MaxResults
	}
	return q.Limit
}

// shelved asks the library of what File Search serves, if the capability is enabled.
func (e *Engine) shelved(ctx context.Context, c config.Capability, ask func(filesearch.Library) error) (Released, error) {
	if !c.Enabled {
		return Released{}, &DisabledError{c.Key}
	}
	reader, err := e.At(e.Config.FileSearch.Serve).open(ctx)
	var missing *index.VersionMissingError
	if errors.As(err, &missing) {
		return Released{}, &NoReleaseError{missing.Known}
	}
	if err != nil {
		return Released{}, err
	}
	defer reader.Close()
	info, err := reader.Info(ctx)
	if err != nil {
		return Released{}, err
	}
	return Released{info.Snapshot, info.Version}, ask(filesearch.Library{Reader: reader, Rules: rulesOf(e.Config.FileSearch.Categories)})
}

func rulesOf(categories []config.Category) []filesearch.Rule {
	var out []filesearch.Rule
	for _, c := range categories {
		out = append(out, filesearch.Rule{Name: c.Name, Description: c.Description, Match: c.Match, Groups: rulesOf(c.Groups)})
	}
	return out
}
