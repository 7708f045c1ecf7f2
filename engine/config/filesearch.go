package config

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// FileSearch says which of its five capabilities File Search has, what agents see of each, and how
// documents are sorted into categories and groups.
type FileSearch struct {
	Serve          string // "active": the activated version; "live": what the last build published
	ListCategories Capability
	ListGroups     Capability
	FullTextSearch Capability
	ListFiles      Capability
	SearchRelated  Capability
	Categories     []Category // empty: front matter and folders decide
}

// Capability is one tool of File Search. A knob that it does not have is zero.
type Capability struct {
	Key            string // of octavo.toml, for example "list_files"
	Enabled        bool
	ToolName       string // what agents call
	Description    string // when to call it
	MaxResults     int
	SnippetLength  int    // words
	PreviewMode    string // one of PreviewModes
	WordCount      int    // of a preview by words
	ParagraphCount int    // of a preview by paragraphs
}

// Category sorts documents by their path, with its groups. The first that matches counts.
type Category struct {
	Name        string
	Description string
	Match       []string // globs over COLLECTION/FILE
	Groups      []Category
}

// Choices of File Search.
var (
	Serves       = []string{"active", "live"}
	PreviewModes = []string{"words", "paragraphs"}
)

// Largest values of the knobs. They bound what one answer brings into an agent's context.
const (
	MaxResults        = 200
	MaxSnippetLength  = 2000
	MaxWordCount      = 2000
	MaxParagraphCount = 50

	longestToolName    = 64
	longestDescription = 1000
)

// FixedTools are the tools that are there whatever is configured.
var FixedTools = []string{"search", "search_chunks", "get_chunk", "get_file", "get_document", "status"}

// Capabilities lists the five in the order in which agents chain them.
func (f *FileSearch) Capabilities() []*Capability {
	return []*Capability{&f.ListCategories, &f.ListGroups, &f.FullTextSearch, &f.ListFiles, &f.SearchRelated}
}

func defaultFileSearch() FileSearch {
	return FileSearch{
		Serve: "active",
		ListCategories: Capability{Key: "list_categories",
			Description: "List the categories of the documents. Begin here to see what there is."},
		ListGroups: Capability{Key: "list_groups",
			Description: "List the groups of documents, of one category or of all."},
		FullTextSearch: Capability{Key: "full_text_search", MaxResults: 10, SnippetLength: 200,
			Description: "Find documents by words, in a category or a group or everywhere, with the text around each match."},
		ListFiles: Capability{Key: "list_files", MaxResults: 20, PreviewMode: "words", WordCount: 50, ParagraphCount: 1,
			Description: "List the documents, of one group or of all, each with its beginning."},
		SearchRelated: Capability{Key: "search_related", MaxResults: 10, SnippetLength: 200,
			Description: "List the documents that one document links to and those that link to it."},
	}.named()
}

// named turns all capabilities on, each under its own key.
func (f FileSearch) named() FileSearch {
	for _, c := range f.Capabilities() {
		c.Enabled, c.ToolName = true, c.Key
	}
	return f
}

// fileSearchDocument is [filesearch] as it is written.
type fileSearchDocument struct {
	Serve          serve              `toml:"serve"`
	Categories     []categoryDocument `toml:"category"`
	ListCategories toolDocument       `toml:"list_categories"`
	ListGroups     toolDocument       `toml:"list_groups"`
	FullTextSearch struct {
		toolDocument
		MaxResults    *int `toml:"max_results"`
		SnippetLength *int `toml:"snippet_length"`
	} `toml:"full_text_search"`
	ListFiles struct {
		toolDocument
		PreviewMode    previewMode `toml:"preview_mode"`
		WordCount      *int        `toml:"word_count"`
		ParagraphCount *int        `toml:"paragraph_count"`
		MaxResults     *int        `toml:"max_results"`
	} `toml:"list_files"`
	SearchRelated struct {
		toolDocument
		MaxResults    *int `toml:"max_results"`
		SnippetLength *int `toml:"snippet_length"`
	} `toml:"search_related"`
}

type toolDocument struct {
	Enabled     *bool       `toml:"enabled"`
	ToolName    toolName    `toml:"tool_name"`
	Description description `toml:"description"`
}

type categoryDocument struct {
	Name        string          `toml:"name"`
	Description description     `toml:"description"`
	Match       []glob          `toml:"match"`
	Groups      []groupDocument `toml:"group"`
}

type groupDocument struct {
	Name        string      `toml:"name"`
	Description description `toml:"description"`
	Match       []glob      `toml:"match"`
}

// take lays what is written over the defaults. An error comes with the key that is to blame.
func (f *FileSearch) take(d fileSearchDocument) (string, error) {
	set(&f.Serve, d.Serve.value)
	f.ListCategories.take(d.ListCategories)
	f.ListGroups.take(d.ListGroups)
	f.FullTextSearch.take(d.FullTextSearch.toolDocument)
	f.ListFiles.take(d.ListFiles.toolDocument)
	f.SearchRelated.take(d.SearchRelated.toolDocument)
	set(&f.ListFiles.PreviewMode, d.ListFiles.PreviewMode.value)
	for _, knob := range []struct {
		of      *Capability
		name    string
		written *int
		to      *int
		most    int
	}{
		{&f.FullTextSearch, "max_results", d.FullTextSearch.MaxResults, &f.FullTextSearch.MaxResults, MaxResults},
		{&f.FullTextSearch, "snippet_length", d.FullTextSearch.SnippetLength, &f.FullTextSearch.SnippetLength, MaxSnippetLength},
		{&f.ListFiles, "max_results", d.ListFiles.MaxResults, &f.ListFiles.MaxResults, MaxResults},
		{&f.ListFiles, "word_count", d.ListFiles.WordCount, &f.ListFiles.WordCount, MaxWordCount},
		{&f.ListFiles, "paragraph_count", d.ListFiles.ParagraphCount, &f.ListFiles.ParagraphCount, MaxParagraphCount},
		{&f.SearchRelated, "max_results", d.SearchRelated.MaxResults, &f.SearchRelated.MaxResults, MaxResults},
		{&f.SearchRelated, "snippet_length", d.SearchRelated.SnippetLength, &f.SearchRelated.SnippetLength, MaxSnippetLength},
	} {
		if knob.written == nil {
			continue
		}
		if *knob.written < 1 || *knob.written > knob.most {
			return "filesearch." + knob.of.Key + "." + knob.name, fmt.Errorf("%d is not from 1 to %d", *knob.written, knob.most)
		}
		*knob.to = *knob.written
	}
	if key, err := f.checkNames(); err != nil {
		return key, err
	}
	return f.takeCategories(d.Categories)
}

func (c *Capability) take(d toolDocument) {
	if d.Enabled != nil {
		c.Enabled = *d.Enabled
	}
	set(&c.ToolName, d.ToolName.value)
	set(&c.Description, d.Description.value)
}

// checkNames demands that no two tools have the same name, also where one of them is disabled: it
// may be enabled again.
func (f *FileSearch) checkNames() (string, error) {
	taken := map[string]string{}
	for _, name := range FixedTools {
		taken[name] = "the tool " + name
	}
	for _, c := range f.Capabilities() {
		if holder, is := taken[c.ToolName]; is {
			return "filesearch." + c.Key + ".tool_name", fmt.Errorf("%q is the name of %s", c.ToolName, holder)
		}
		taken[c.ToolName] = "filesearch." + c.Key
	}
	return "", nil
}

func (f *FileSearch) takeCategories(written []categoryDocument) (string, error) {
	seen := map[string]bool{}
	for i, w := range written {
		key := fmt.Sprintf("filesearch.category[%d]", i+1)
		category := Category{Name: strings.TrimSpace(w.Name), Description: w.Description.value, Match: plain(w.Match)}
		if missing, err := category.check(seen); err != nil {
			return key + missing, err
		}
		within := map[string]bool{}
		for j, g := range w.Groups {
			group := Category{Name: strings.TrimSpace(g.Name), Description: g.Description.value, Match: plain(g.Match)}
			if missing, err := group.check(within); err != nil {
				return fmt.Sprintf("%s.group[%d]%s", key, j+1, missing), err
			}
			category.Groups = append(category.Groups, group)
		}
		f.Categories = append(f.Categories, category)
	}
	return "", nil
}

// check demands a name that was not seen before, and something to match.
func (c Category) check(seen map[string]bool) (string, error) {
	switch {
	case c.Name == "":
		return ".name", errors.New("is missing")
	case seen[c.Name]:
		return ".name", fmt.Errorf("%q is listed twice", c.Name)
	case len(c.Match) == 0:
		return ".match", errors.New("is missing")
	}
	seen[c.Name] = true
	return "", nil
}

type (
	serve       struct{ value string }
	previewMode struct{ value string }
	toolName    struct{ value string }
	description struct{ value string }
)

func (v *serve) UnmarshalText(text []byte) error       { return choose(&v.value, text, Serves) }
func (v *previewMode) UnmarshalText(text []byte) error { return choose(&v.value, text, PreviewModes) }

// callable is what every client of MCP takes as the name of a tool.
var callable = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func (v *toolName) UnmarshalText(text []byte) error {
	if !callable.Match(text) || len(text) > longestToolName {
		return fmt.Errorf("%q is no name of a tool: letters of English, digits, _ and -, at most %d", text, longestToolName)
	}
	v.value = string(text)
	return nil
}

func (v *description) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	switch {
	case s == "":
		return errors.New("is empty")
	case utf8.RuneCountInString(s) > longestDescription:
		return fmt.Errorf("is longer than %d characters", longestDescription)
	case slices.ContainsFunc([]rune(s), func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' }):
		return errors.New("holds control characters")
	}
	v.value = s
	return nil
}
