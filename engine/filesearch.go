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
	Category, Group string // either may be empty
	Cursor          string // of the page before
	Limit           int    // 0: what is configured, which is the most that is given
}

// Categories answers list_categories. Errors: *DisabledError, *NoReleaseError, those of a reader.
func (e *Engine) Categories(ctx context.Context) (filesearch.Overview, error) {
	return shelved(ctx, e, e.Config.FileSearch.ListCategories, func(l filesearch.Library) (filesearch.Overview, error) {
		return l.Categories(ctx)
	})
}

// Groups answers list_groups. Errors: those of Categories, *filesearch.UnknownError.
func (e *Engine) Groups(ctx context.Context, category string) ([]filesearch.Group, error) {
	return shelved(ctx, e, e.Config.FileSearch.ListGroups, func(l filesearch.Library) ([]filesearch.Group, error) {
		return l.Groups(ctx, category)
	})
}

// FullTextSearch answers full_text_search. Errors: those of Groups, *filesearch.CursorError, those of
// a search by words.
func (e *Engine) FullTextSearch(ctx context.Context, query string, q FileSearchQuestion) (filesearch.Results, error) {
	c := e.Config.FileSearch.FullTextSearch
	return shelved(ctx, e, c, func(l filesearch.Library) (filesearch.Results, error) {
		return l.Search(ctx, filesearch.SearchRequest{
			Query: query, Place: q.place(), Limit: q.limit(c), Cursor: q.Cursor, Snippet: c.SnippetLength,
		})
	})
}

// ListFiles answers list_files. Errors: those of Groups, *filesearch.CursorError.
func (e *Engine) ListFiles(ctx context.Context, q FileSearchQuestion) (filesearch.Listing, error) {
	c := e.Config.FileSearch.ListFiles
	return shelved(ctx, e, c, func(l filesearch.Library) (filesearch.Listing, error) {
		preview := filesearch.Preview{Words: c.WordCount}
		if c.PreviewMode == "paragraphs" {
			preview = filesearch.Preview{Paragraphs: c.ParagraphCount}
		}
		return l.Files(ctx, filesearch.ListRequest{Place: q.place(), Limit: q.limit(c), Cursor: q.Cursor, Preview: preview})
	})
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
func shelved[A any](ctx context.Context, e *Engine, c config.Capability, ask func(filesearch.Library) (A, error)) (A, error) {
	var none A
	if !c.Enabled {
		return none, &DisabledError{c.Key}
	}
	reader, err := e.At(e.Config.FileSearch.Serve).open(ctx)
	var missing *index.VersionMissingError
	if errors.As(err, &missing) {
		return none, &NoReleaseError{missing.Known}
	}
	if err != nil {
		return none, err
	}
	defer reader.Close()
	return ask(filesearch.Library{Reader: reader, Rules: rulesOf(e.Config.FileSearch.Categories)})
}

func rulesOf(categories []config.Category) []filesearch.Rule {
	var out []filesearch.Rule
	for _, c := range categories {
		out = append(out, filesearch.Rule{Name: c.Name, Description: c.Description, Match: c.Match, Groups: rulesOf(c.Groups)})
	}
	return out
}
