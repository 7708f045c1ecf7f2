package filesearch

import (
	"testing"

	"octavo/engine/corpus"
	"octavo/engine/index"
)

func TestADocumentStandsWhereItSaysElseWhereTheRulesSayElseInItsFolders(t *testing.T) {
	rules := []Rule{
		{Name: "Pensions", Match: []string{"ACME/Reports/pension/**"}, Groups: []Rule{
			{Name: "Letters", Match: []string{"**/letters/**"}}, {Name: "Reports", Match: []string{"**"}},
		}},
		{Name: "Second", Match: []string{"**/pension/**", "**/*.md"}},
	}
	for _, tc := range []struct {
		file     string
		metadata map[string]any
		rules    []Rule
		want     Place
	}{
		{"a.md", nil, nil, Place{}},
		{"pension/a.md", nil, nil, Place{"pension", ""}},
		{"pension/2025/deep/a.md", nil, nil, Place{"pension", "2025"}},
		{"pension/2025/a.md", map[string]any{"category": "Money"}, nil, Place{"Money", ""}},
		{"pension/2025/a.md", map[string]any{"category": " pension "}, nil, Place{"pension", "2025"}},
		{"pension/2025/a.md", map[string]any{"group": "Annual\nreports"}, nil, Place{"pension", "Annual reports"}},
		{"a.md", map[string]any{"category": "Money", "group": "Old"}, nil, Place{"Money", "Old"}},
		{"pension/a.md", map[string]any{"category": []any{"a", "b"}}, nil, Place{"pension", ""}},
		{"pension/letters/a.md", nil, rules, Place{"Pensions", "Letters"}},
		{"pension/a.md", nil, rules, Place{"Pensions", "Reports"}},
		{"works/a.md", nil, rules, Place{"Second", ""}},
		{"works/2025/a.txt", nil, rules, Place{}},
		{"works/2025/a.txt", map[string]any{"category": "Works"}, rules, Place{"Works", ""}},
	} {
		d := index.Document{Collection: "ACME/Reports", File: corpus.FilePath(tc.file), Metadata: tc.metadata}
		if got := place(d, tc.rules); got != tc.want {
			t.Errorf("%s with %v and %d rules stands in %+v, want %+v", tc.file, tc.metadata, len(tc.rules), got, tc.want)
		}
	}
}
