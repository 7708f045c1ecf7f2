package mcp

import (
	"context"
	"strings"

	"octavo/commands/render"
	"octavo/engine"
)

type groupsInput struct {
	Category string `json:"category,omitempty" jsonschema:"Only the groups of this category, as the list of categories names it"`
}

type narrowInput struct {
	Category string `json:"category,omitempty" jsonschema:"Only documents of this category, as the list of categories names it"`
	Group    string `json:"group,omitempty" jsonschema:"Only documents of this group, as the list of groups names it"`
	Limit    int    `json:"limit,omitempty" jsonschema:"At most so many documents. No more than is configured, which is also what comes without it"`
	Cursor   string `json:"cursor,omitempty" jsonschema:"nextCursor of the page before, to go on after it; everything else as for that page"`
}

type fullTextInput struct {
	Query string `json:"query" jsonschema:"Words to find. Takes \"phrases\" and -exclusions"`
	narrowInput
}

// question refuses limits that ask for nothing: 0 is what is configured.
func (in narrowInput) question() (engine.FileSearchQuestion, error) {
	if in.Limit < 0 {
		return engine.FileSearchQuestion{}, &engine.UsageError{Message: "limit cannot be negative"}
	}
	return engine.FileSearchQuestion(in), nil
}

// fileSearchTools are the capabilities that are enabled, under the names that they are given.
func fileSearchTools(e *engine.Engine) []tool {
	settings := e.Config.FileSearch
	search := newTool(settings.FullTextSearch.ToolName, "Find released documents", settings.FullTextSearch.Description, "full_text_search", nil, runFullText)
	search.searches = true
	all := []struct {
		enabled bool
		tool    tool
	}{
		{settings.ListCategories.Enabled, newTool(settings.ListCategories.ToolName, "List categories", settings.ListCategories.Description, "list_categories", nil, runCategories)},
		{settings.ListGroups.Enabled, newTool(settings.ListGroups.ToolName, "List groups", settings.ListGroups.Description, "list_groups", nil, runGroups)},
		{settings.FullTextSearch.Enabled, search},
		{settings.ListFiles.Enabled, newTool(settings.ListFiles.ToolName, "List documents", settings.ListFiles.Description, "list_files", nil, runFiles)},
	}
	var out []tool
	for _, c := range all {
		if c.enabled {
			out = append(out, c.tool)
		}
	}
	return out
}

// toolNames are the names of tools by those of the commands that do the same.
func toolNames(e *engine.Engine) map[string]string {
	settings := e.Config.FileSearch
	names := map[string]string{
		"list-groups": settings.ListGroups.ToolName, "list-files": settings.ListFiles.ToolName, "full-text-search": settings.FullTextSearch.ToolName,
	}
	for _, command := range []string{"get-chunk", "get-file", "get-document", "search", "search-chunks"} {
		names[command] = strings.ReplaceAll(command, "-", "_")
	}
	return names
}

func runCategories(ctx context.Context, e *engine.Engine, _ noInput) (show, error) {
	answer, err := e.Categories(ctx)
	return func(p render.Printer) error { return p.Categories(answer) }, err
}

func runGroups(ctx context.Context, e *engine.Engine, in groupsInput) (show, error) {
	answer, err := e.Groups(ctx, in.Category)
	return func(p render.Printer) error { return p.Groups(answer) }, err
}

func runFullText(ctx context.Context, e *engine.Engine, in fullTextInput) (show, error) {
	q, err := in.question()
	if err != nil {
		return nil, err
	}
	answer, err := e.FullTextSearch(ctx, in.Query, q)
	return func(p render.Printer) error { return p.FullText(answer) }, err
}

func runFiles(ctx context.Context, e *engine.Engine, in narrowInput) (show, error) {
	q, err := in.question()
	if err != nil {
		return nil, err
	}
	answer, err := e.ListFiles(ctx, q)
	return func(p render.Printer) error { return p.Files(answer) }, err
}
