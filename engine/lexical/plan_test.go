package lexical

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// terms writes groups as their alternatives, and the count where it is not 1.
func terms(groups []Group) string {
	var out []string
	for _, group := range groups {
		text := strings.Join(group.Terms, "|")
		if group.Count > 1 {
			text += fmt.Sprintf("x%d", group.Count)
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func planOf(t *testing.T, query string, languages ...Language) Plan {
	t.Helper()
	q, err := Parse(query)
	if err != nil {
		t.Fatalf("Parse(%q): %v", query, err)
	}
	return q.Plan(languages)
}

func TestAQuestionScoresByTheseWords(t *testing.T) {
	for _, tc := range []struct {
		name, query string
		languages   []Language
		want        string
	}{
		{"words in order of their terms", "zeta alpha", []Language{"en"}, "alpha zeta"},
		{"a repeated word", "cat dog cats", []Language{"en"}, "catx2 dog"},
		{"words of phrases too", `pension "accrued benefit"`, []Language{"en"}, "accru benefit pension"},
		{"not what is excluded", "pension -draft", []Language{"en"}, "pension"},
		{"a language each", "running", []Language{"en", "fr", "de"}, "run|running"},
		{"languages without a stemmer are one", "running", []Language{"zh", "pl", Unknown}, "running"},
		{"no language", "Running", nil, "running"},
		{"function words do not score", "what is the notice period", []Language{"en"}, "notic period"},
		{"unless there are no others", "to be or not to be", []Language{"en"}, "bex2 not or tox2"},
		{"function words of the question's own language", "was ist die Frist", []Language{"de", "en"}, "frist"},
		{"and not of another one", "the die is cast", []Language{"de", "en"}, "cast die"},
		{"an accented word and its plain form", "résumé", []Language{"en"}, "resum|resume"},
		{"a compound and its parts", "foo_bar", []Language{"en"}, "bar foo foo_bar"},
		{"initials", "U.S.A.", []Language{"en"}, "u.s.a|usa"},
		{"pairs of characters", "日本語", []Language{Unknown}, "日本 本語"},
		{"a character alone", "猫", []Language{Unknown}, "猫"},
		{"a stem before its ending", "猫が", []Language{Unknown}, "猫 猫が"},
		{"signs alone", "( ) ...", []Language{"en"}, ""},
	} {
		if got := terms(planOf(t, tc.query, tc.languages...).Scored); got != tc.want {
			t.Errorf("%s: %q in %v\n got %s\nwant %s", tc.name, tc.query, tc.languages, got, tc.want)
		}
	}
}

func TestAWordIsFoundByItsOtherSpellings(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		language   Language
		query      string
	}{
		{"accents left out", "un résumé naïf", "fr", "resume naif"},
		{"accents put in", "a naive resume", "en", "naïve résumé"},
		{"inflected", "Die Häuser der Versicherungen", "de", "Haus Versicherung"},
		{"ß and ss", "STRASSE", "de", "Straße"},
		{"an abbreviation", "made in the U.S.A.", "en", "USA"},
		{"a written-out name", "a pandas DataFrame", "en", "dataframes"},
		{"part of an identifier", "call parse_http_response()", "en", "response"},
		{"an elided article", "l'homme", "fr", "hommes"},
		{"one character", "東京都", Unknown, "都"},
		{"a longer run", "私は東京都に住む", Unknown, "東京都"},
		{"Thai", "สวัสดีครับ", Unknown, "สวัสดี"},
		{"Korean with an ending", "한국어를 배운다", Unknown, "한국어"},
		{"Arabic with an article", "قرأت الكتاب", "ar", "كتاب"},
		{"an emoji of another tone", "done 👍🏿", "en", "👍"},
		{"a version", "since 2026.4.10 it", "en", "2026.4.10"},
		{"a sign", "written in C++.", "en", "c++"},
	} {
		tokens := Analyze(tc.text, tc.language)
		for _, group := range planOf(t, tc.query, "en", tc.language).Scored {
			if !slices.ContainsFunc(tokens, func(token Token) bool { return slices.Contains(group.Terms, token.Term) }) {
				t.Errorf("%s: %q has %s, the question asks for %v", tc.name, tc.text, show(tokens), group.Terms)
			}
		}
	}
}

func TestPhrasesAreFoundWhereTheirWordsFollowEachOther(t *testing.T) {
	for _, tc := range []struct {
		name, text, phrase string
		want               string // the stretch found; empty for none
	}{
		{"in order", "the accrued benefits here", "accrued benefit", "accrued benefits"},
		{"not in another order", "benefits accrued", "accrued benefit", ""},
		{"not with a word between", "accrued pension benefit", "accrued benefit", ""},
		{"at the second try", "accrued x accrued benefit", "accrued benefit", "accrued benefit"},
		{"with function words", "out of the box", "of the box", "of the box"},
		{"a single word", "a b c", "b", "b"},
		{"across punctuation", "accrued, benefit", "accrued benefit", "accrued, benefit"},
		{"a hyphenated word in words", "state-of-the-art work", "state of the art", "state-of-the-art"},
		{"words in a hyphenated one", "state of the art", "state-of-the-art", "state of the art"},
		{"beyond a compound", "call foo_bar now", "bar now", "bar now"},
		{"before a compound", "call foo_bar now", "call foo_bar", "call foo_bar"},
		{"C is not C++", "the c language", "C++", ""},
		{"Chinese", "我住在北京市", "北京市", "北京市"},
		{"Chinese in another order", "京北市", "北京", ""},
		{"a run and a word", "東京都 hotel", "東京都 hotel", "東京都 hotel"},
		{"a part of a run is not its end", "東京都 hotel", "東京 hotel", ""},
		{"no words", "a b", "...", ""},
	} {
		phrases := planOf(t, `"`+tc.phrase+`"`, "en").Phrases
		got := ""
		if len(phrases) > 0 {
			if start, end, found := FindPhrase(Analyze(tc.text, "en"), phrases[0]); found {
				got = string([]rune(tc.text)[start:end])
			}
		}
		if got != tc.want {
			t.Errorf("%s: %q in %q: got %q, want %q", tc.name, tc.phrase, tc.text, got, tc.want)
		}
	}
}

func TestExcludedWordsAndPhrasesArePlanned(t *testing.T) {
	plan := planOf(t, `a -draft -"old plan" -(`, "en")
	if len(plan.Without) != 2 || terms(plan.Without[0]) != "draft" || terms(plan.Without[1]) != "old plan" {
		t.Errorf("got %+v", plan.Without)
	}
}

func TestAGermanHeadWordFindsItsCompounds(t *testing.T) {
	known := map[string]bool{}
	for _, token := range Analyze("kranke Leben Haftpflicht Arbeit Versicherung Vertrag schreiben Format Statist", "de") {
		known[token.Term] = true
	}
	for _, tc := range []struct {
		query, word string
		want        bool
	}{
		{"Versicherung", "Krankenversicherung", true},
		{"Versicherungen", "Lebensversicherungen", true},
		{"Versicherung", "Haftpflichtversicherung", true},
		{"Vertrag", "Arbeitsvertrag", true},
		{"Vertrag", "Versicherungsvertrag", true},
		{"Versicherung", "Versicherung", false},
		{"Vertrag", "Xyzvertrag", false},
		{"Tisch", "Schreibtisch", true},
		{"Tisch", "statistisch", false},
		{"Rat", "Format", false},
	} {
		term := Analyze(tc.word, "de")[0].Term
		got := false
		for _, group := range planOf(t, tc.query, "de", "en").Scored {
			for _, head := range group.Heads {
				got = got || IsCompound(term, head, func(term string) bool { return known[term] })
			}
		}
		if got != tc.want {
			t.Errorf("%q finds %q: %v", tc.query, tc.word, got)
		}
	}
}
