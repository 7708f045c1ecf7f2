package filesearch

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"octavo/engine/index"
)

// Rule sorts documents by their path: what matches one of the globs over COLLECTION/FILE is of the
// category, or inside it of the group. Of several rules the first that matches counts.
type Rule struct {
	Name        string
	Description string
	Match       []string
	Groups      []Rule
}

// Place is where a document stands: its category, and its group inside that. Either may be empty.
type Place struct{ Category, Group string }

// place sorts a document: by its front matter, else by the rules, else by the first and the second
// folder under its collection. Where there are rules, folders do not count. What front matter leaves
// open the others fill, as far as they speak of the same category.
func place(d index.Document, rules []Rule) Place {
	found := placeByRules(d, rules)
	if len(rules) == 0 {
		found = placeByFolders(d)
	}
	own := Place{word(d.Metadata, "category"), word(d.Metadata, "group")}
	switch {
	case own.Category == "":
		own.Category = found.Category
		fallthrough
	case own.Category == found.Category:
		if own.Group == "" {
			own.Group = found.Group
		}
	}
	return own
}

func placeByRules(d index.Document, rules []Rule) Place {
	category := matching(d, rules)
	if category == nil {
		return Place{}
	}
	p := Place{Category: category.Name}
	if group := matching(d, category.Groups); group != nil {
		p.Group = group.Name
	}
	return p
}

func matching(d index.Document, rules []Rule) *Rule {
	path := string(d.Collection) + "/" + string(d.File)
	for i, rule := range rules {
		for _, glob := range rule.Match {
			if doublestar.MatchUnvalidated(glob, path) {
				return &rules[i]
			}
		}
	}
	return nil
}

func placeByFolders(d index.Document) Place {
	folders := strings.Split(string(d.File), "/")
	folders = folders[:len(folders)-1]
	var p Place
	if len(folders) > 0 {
		p.Category = folders[0]
	}
	if len(folders) > 1 {
		p.Group = folders[1]
	}
	return p
}

// word is a text of the metadata in one line.
func word(metadata map[string]any, key string) string {
	text, _ := metadata[key].(string)
	return strings.Join(strings.Fields(text), " ")
}
