package lexical

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// brief writes a query with its kinds apart: words as w, phrases as p, each after "-" where
// excluded, and filters with what they are to hold.
func brief(q Query) string {
	var out []string
	for _, part := range q.Parts {
		out = append(out, kindOf(part))
	}
	for _, part := range q.Without {
		out = append(out, "-"+kindOf(part))
	}
	for _, f := range q.Filters {
		out = append(out, fmt.Sprintf("%v %s.%s=%s", !f.Not, f.Field, f.Key, f.Value))
	}
	return strings.Join(out, "; ")
}

func kindOf(part Part) string {
	if part.Phrase {
		return "p " + part.Text
	}
	return "w " + part.Text
}

func TestQuestionsAreTakenApart(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"nothing", " \t\n", ""},
		{"words", "accrued  benefit", "w accrued; w benefit"},
		{"a phrase", `accrued "benefit  obligation" now`, "w accrued; p benefit  obligation; w now"},
		{"exclusions", `a -draft -"old plan" -file:x`, "w a; -w draft; -p old plan; false file.=x"},
		{"a hyphen inside a word", "well-known state-of-the-art", "w well-known; w state-of-the-art"},
		{"two minus signs", "--dry-run ---", "w --dry-run; w ---"},
		{"filters", `file:a/b title:"annual report" ext:pdf after:2024 before:2025-06 meta.author:Ann`,
			"true file.=a/b; true title.=annual report; true ext.=pdf; true after.=2024; true before.=2025-06; true meta.author=Ann"},
		{"a key with dots", `meta.a.b:"c d"`, "true meta.a.b=c d"},
		{"a time with colons", "after:2024-05-06T07:08:09+02:00", "true after.=2024-05-06T07:08:09+02:00"},
		{"colons in text", "http://x 12:30 std::vector foo:bar :x x: file://y File:z meta:w meta.:v",
			"w http://x; w 12:30; w std::vector; w foo:bar; w :x; w x:; w file://y; w File:z; w meta:w; w meta.:v"},
		{"quotes in text", `5" O"Brien`, `w 5"; w O"Brien`},
		{"a word after a closing quote", `"a b"c`, "p a b; w c"},
		{"text after two minus signs", `a -- -b "c file:x -- d`, `w a; w -b; w "c; w file:x; w --; w d`},
		{"nothing after two minus signs", "a --", "w a"},
		{"a filter inside a phrase", `"file: x"`, "p file: x"},
		{"other scripts", "東京 -\"大阪 府\"", "w 東京; -p 大阪 府"},
	} {
		got, err := Parse(tc.in)
		if err != nil || brief(got) != tc.want {
			t.Errorf("%s: Parse(%q)\n got %s, %v\nwant %s", tc.name, tc.in, brief(got), err, tc.want)
		}
	}
}

func TestASyntaxErrorPointsAtItsCause(t *testing.T) {
	for _, tc := range []struct {
		name, in string
		offset   int
		cause    string
	}{
		{"an open quote", `né "b c`, 3, "the quote is not closed"},
		{"an open quote after a minus", `a -"b`, 3, "the quote is not closed"},
		{"an open quote in a filter", `title:"b c`, 6, "the quote is not closed"},
		{"an empty phrase", `a ""`, 2, "the phrase is empty"},
		{"a blank phrase", `" "`, 0, "the phrase is empty"},
		{"a lone minus", "a - b", 2, "the minus stands before nothing"},
		{"a last minus", "a -", 2, "the minus stands before nothing"},
		{"a filter without value", "a file: b", 7, "file: has no value"},
		{"a filter with empty quotes", `ext:""`, 4, "the value of ext: is empty"},
		{"a key without value", "meta.author:", 12, "meta.author: has no value"},
		{"no date", "after:yesterday", 6, `"yesterday" is not a date (YYYY, YYYY-MM, YYYY-MM-DD or RFC 3339)`},
		{"a day that does not exist", "before:2025-02-30", 7, `"2025-02-30" is not a date (YYYY, YYYY-MM, YYYY-MM-DD or RFC 3339)`},
		{"a pattern that is none", "file:*[", 5, `"*[" is not a pattern`},
	} {
		_, err := Parse(tc.in)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || syntax.Offset != tc.offset || syntax.Cause != tc.cause {
			t.Errorf("%s: Parse(%q) = %v", tc.name, tc.in, err)
		}
	}
}

func TestTheTextOfAQuestionHasNoFiltersAndExclusions(t *testing.T) {
	q, err := Parse(`pension -draft "accrued benefit" file:x.pdf -- -literal`)
	if got, want := q.Text(), "pension accrued benefit -literal"; err != nil || got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`a "b c" -d -"e f" file:g title:"h i" after:2024 -ext:pdf meta.j.k:l -- -m "n`, `"`, "-", "--", "---", "file:", `file:"//x"`, "after:2024-13",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		q, err := Parse(in)
		var syntax *SyntaxError
		if errors.As(err, &syntax) {
			if syntax.Offset < 0 || syntax.Offset > utf8.RuneCountInString(in) {
				t.Fatalf("Parse(%q) points at %d", in, syntax.Offset)
			}
			return
		}
		again, err := Parse(q.String())
		if err != nil || brief(again) != brief(q) {
			t.Fatalf("Parse(%q) = %s\nwritten %q\nread %s, %v", in, brief(q), q.String(), brief(again), err)
		}
	})
}

func TestFiltersAdmitTheseDocuments(t *testing.T) {
	document := Described{
		File:         "Pension/2025 Übersicht.PDF",
		Title:        "Annual Résumé of Benefits",
		LastModified: time.Date(2024, 12, 31, 23, 59, 59, 0, time.UTC),
		Metadata: map[string]any{
			"author": "Ann Lee", "tags": []any{"draft", "HR"}, "year": float64(2025), "final": true,
			"source": map[string]any{"system": "DMS"}, "a.b": "dotted", "date": time.Date(2025, 3, 4, 0, 0, 0, 0, time.UTC),
		},
	}
	for _, tc := range []struct {
		filter string
		want   bool
	}{
		{"file:pension", true}, {"file:ubersicht", true}, {"file:salary", false},
		{"file:*.pdf", true}, {"file:pension/*", true}, {"file:*/2024*", false}, {"file:**/*.pdf", true}, {"file:pension*.pdf", false},
		{"title:resume", true}, {"title:\"of benefits\"", true}, {"title:salary", false},
		{"ext:pdf", true}, {"ext:.PDF", true}, {"ext:df", false},
		{"after:2024", true}, {"after:2024-12-31", true}, {"after:2025", false}, {"before:2025", true}, {"before:2024-12-31", false},
		{"before:2024-12-31T23:59:59Z", false}, {"after:2024-12-31T23:59:59Z", true}, {"after:2024-12-31T23:59:59-01:00", false},
		{"meta.author:\"ann lee\"", true}, {"meta.author:ann", false}, {"meta.tags:hr", true}, {"meta.tags:final", false},
		{"meta.year:2025", true}, {"meta.final:true", true}, {"meta.source.system:dms", true}, {"meta.a.b:dotted", true},
		{"meta.date:2025-03", true}, {"meta.none:x", false},
	} {
		for _, negated := range []bool{false, true} {
			text := tc.filter
			if negated {
				text = "-" + text
			}
			q, err := Parse(text)
			if err != nil || len(q.Filters) != 1 {
				t.Fatalf("Parse(%q) = %v, %v", text, q, err)
			}
			if got := q.Filters[0].Admits(document); got != (tc.want != negated) {
				t.Errorf("%s admits: %v", text, got)
			}
		}
	}
	undated, _ := Parse("before:2030")
	if undated.Filters[0].Admits(Described{}) {
		t.Error("a document without a date was modified before 2030")
	}
}
