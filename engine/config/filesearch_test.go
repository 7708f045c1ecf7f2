package config_test

import (
	"reflect"
	"testing"

	"octavo/engine/config"
)

func load(t *testing.T, text string) config.FileSearch {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, text)
	c, err := config.Load(config.Flags{}, environment(""), dir)
	if err != nil {
		t.Fatal(err)
	}
	return c.FileSearch
}

func TestFileSearchIsWholeWithoutSettings(t *testing.T) {
	f := load(t, "")
	if f.Serve != "active" || f.Categories != nil {
		t.Errorf("%+v", f)
	}
	for _, c := range f.Capabilities() {
		if !c.Enabled || c.ToolName != c.Key || c.Description == "" {
			t.Errorf("%+v", c)
		}
	}
	if s := f.FullTextSearch; s.MaxResults != 10 || s.SnippetLength != 200 {
		t.Errorf("%+v", s)
	}
	if l := f.ListFiles; l.MaxResults != 20 || l.PreviewMode != "words" || l.WordCount != 50 || l.ParagraphCount != 1 {
		t.Errorf("%+v", l)
	}
	if r := f.SearchRelated; r.MaxResults != 10 || r.SnippetLength != 200 {
		t.Errorf("%+v", r)
	}
}

func TestEverySettingOfFileSearchIsRead(t *testing.T) {
	f := load(t, `
[filesearch]
serve = "live"
[filesearch.list_categories]
enabled = false
[filesearch.list_groups]
tool_name = "knowledge-groups"
description = "  What groups there are.  "
[filesearch.full_text_search]
tool_name = "search_docs"
max_results = 200
snippet_length = 1
[filesearch.list_files]
preview_mode = "paragraphs"
word_count = 7
paragraph_count = 3
max_results = 5
[filesearch.search_related]
enabled = true
max_results = 4
snippet_length = 30
[[filesearch.category]]
name = "Pensions"
description = "Of the scheme"
match = ["ACME/Reports/pension/**", "**/*.pension"]
[[filesearch.category.group]]
name = "Reports"
match = ["**/*report*"]
[[filesearch.category.group]]
name = "Letters"
description = "To members"
match = ["**/letters/**"]
[[filesearch.category]]
name = "Rest"
match = ["**"]
`)
	want := config.FileSearch{
		Serve:          "live",
		ListCategories: config.Capability{Key: "list_categories", ToolName: "list_categories", Description: f.ListCategories.Description},
		ListGroups:     config.Capability{Key: "list_groups", Enabled: true, ToolName: "knowledge-groups", Description: "What groups there are."},
		FullTextSearch: config.Capability{Key: "full_text_search", Enabled: true, ToolName: "search_docs", Description: f.FullTextSearch.Description, MaxResults: 200, SnippetLength: 1},
		ListFiles: config.Capability{Key: "list_files", Enabled: true, ToolName: "list_files", Description: f.ListFiles.Description,
			MaxResults: 5, PreviewMode: "paragraphs", WordCount: 7, ParagraphCount: 3},
		SearchRelated: config.Capability{Key: "search_related", Enabled: true, ToolName: "search_related", Description: f.SearchRelated.Description, MaxResults: 4, SnippetLength: 30},
		Categories: []config.Category{
			{Name: "Pensions", Description: "Of the scheme", Match: []string{"ACME/Reports/pension/**", "**/*.pension"}, Groups: []config.Category{
				{Name: "Reports", Match: []string{"**/*report*"}},
				{Name: "Letters", Description: "To members", Match: []string{"**/letters/**"}},
			}},
			{Name: "Rest", Match: []string{"**"}},
		},
	}
	if !reflect.DeepEqual(f, want) {
		t.Errorf("got  %+v\nwant %+v", f, want)
	}
}

func TestAFreedNameMayBeTaken(t *testing.T) {
	f := load(t, "[filesearch.list_files]\ntool_name = \"list_groups\"\n[filesearch.list_groups]\ntool_name = \"groups\"\n")
	if f.ListFiles.ToolName != "list_groups" || f.ListGroups.ToolName != "groups" {
		t.Errorf("%+v", f)
	}
}
