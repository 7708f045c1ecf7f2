package filesearch

import (
	"strings"
	"testing"

	"octavo/engine/lexical"
)

func TestAnExcerptIsCentredOnItsMatches(t *testing.T) {
	filler := func(n int) string { return strings.TrimSpace(strings.Repeat("word ", n)) }
	for name, tc := range map[string]struct {
		text   string
		query  string
		length int
		want   string
	}{
		"a short text is whole":         {"The  discount\nrate was 4.1 %.", "discount rates", 20, "The **discount** **rate** was 4.1 %."},
		"nothing matches":               {"one two three four", "zebra", 2, "one two…"},
		"the middle":                    {filler(9) + " needle " + filler(9), "needle", 5, "… word word **needle** word word…"},
		"the beginning":                 {"needle " + filler(9), "needle", 3, "**needle** word word…"},
		"the end":                       {filler(9) + " needle", "needle", 3, "… word word **needle**"},
		"two terms outweigh one thrice": {"red red red " + filler(9) + " red blue " + filler(9), "red blue", 4, "… word **red** **blue** word…"},
		"a hit inside a word":           {"see foo_bar.", "bar", 9, "see foo_**bar**."},
		"a whole and its part":          {"see foo_bar.", "foo_bar", 9, "see **foo_bar**."},
		"accents and endings":           {"Die Größen naïver Kinder", "größe naive", 9, "Die **Größen** **naïver** Kinder"},
		"no spaces":                     {strings.Repeat("山", 40) + "東京" + strings.Repeat("川", 40), "東京", 2, "… " + strings.Repeat("山", 24) + "**東京**" + strings.Repeat("川", 6) + "…"},
		"empty":                         {" \n ", "a", 3, ""},
	} {
		language := lexical.Language("en")
		if strings.HasPrefix(tc.text, "Die ") {
			language = "de"
		}
		query, err := lexical.Parse(tc.query)
		if err != nil {
			t.Fatal(err)
		}
		var terms []string
		for _, g := range query.Plan([]lexical.Language{language, "de", "en"}).Scored {
			terms = append(terms, g.Terms...)
		}
		if got := excerpt(tc.text, language, terms, tc.length); got != tc.want {
			t.Errorf("%s (%s, %q):\n%q\nwant\n%q", name, language, terms, got, tc.want)
		}
	}
}

func TestAPreviewIsTheBeginning(t *testing.T) {
	text := "\n# Title\n\nFirst line\nand second.  \n \nLast"
	for _, tc := range []struct{ got, want string }{
		{firstWords(text, 3), "# Title First…"},
		{firstWords(text, 50), "# Title First line and second. Last"},
		{firstParagraphs(text, 1), "# Title"},
		{firstParagraphs(text, 2), "# Title\n\nFirst line\nand second."},
		{firstParagraphs(text, 9), "# Title\n\nFirst line\nand second.\n\nLast"},
		{firstParagraphs("", 1), ""},
	} {
		if tc.got != tc.want {
			t.Errorf("%q, want %q", tc.got, tc.want)
		}
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add("The discount rate", "rate", 2)
	f.Add("東京は日本の首都です。 foo_bar ﬁ", "首都 bar", 1)
	f.Fuzz(func(t *testing.T, text, query string, length int) {
		length = 1 + max(length, -length)%50
		q, err := lexical.Parse(query)
		if err != nil {
			return
		}
		var terms []string
		for _, g := range q.Plan([]lexical.Language{"en"}).Scored {
			terms = append(terms, g.Terms...)
		}
		got := excerpt(text, "en", terms, length)
		plain := func(s string) string {
			return strings.Join(strings.Fields(strings.NewReplacer("**", "", leftOut, "").Replace(s)), "")
		}
		if !strings.Contains(plain(text), plain(got)) {
			t.Errorf("%q is not in %q", got, text)
		}
	})
}
