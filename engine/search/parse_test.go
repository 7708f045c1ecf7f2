package search

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"octavo/engine/corpus"
)

var file = []corpus.CollectionPath{"ACME", "ACME/Reports", "ACME/Reports/2025", "ACME/Reports_old", "Globex"}

func TestScopesChooseWholeCollections(t *testing.T) {
	for _, tc := range []struct {
		name    string
		request Request
		want    []corpus.CollectionPath
	}{
		{"an anchor is itself and its ancestors", Request{Query: "q", Scope: "ACME/Reports"}, file[:2]},
		{"an anchor need not be a collection", Request{Query: "q", Scope: "ACME/Reports/2025/Q3"}, file[:3]},
		{"an anchor is normalised", Request{Query: "q", Scope: "@/ACME/Reports/ "}, file[:2]},
		{"a namespace is a subtree", Request{Query: "q namespace:ACME/Reports"}, file[1:3]},
		{"a namespace need not be a collection", Request{Query: "namespace:Globex q scope:subtree"}, file[4:]},
		{"exact", Request{Query: "q namespace:ACME/Reports scope:exact"}, file[1:2]},
		{"ancestors leave out the collection itself", Request{Query: "scope:ancestors q namespace:ACME/Reports"}, file[:1]},
		{"ancestors and self", Request{Query: "q namespace:ACME/Reports scope:ancestorsandself"}, file[:2]},
		{"a namespace wins over an anchor", Request{Query: "q namespace:Globex", Scope: "ACME"}, file[4:]},
		{"all", Request{Query: "q", All: true}, file},
	} {
		t.Run(tc.name, func(t *testing.T) {
			query, err := Parse(tc.request)
			if err != nil {
				t.Fatal(err)
			}
			if query.Text != "q" {
				t.Errorf("the text to search for is %q", query.Text)
			}
			got, err := query.Resolve(file)
			if err != nil || !slices.Equal(got, tc.want) {
				t.Errorf("got %q, %v; want %q", got, err, tc.want)
			}
		})
	}
}

func TestAScopeThatLeadsNowhereIsAnErrorNotAnEmptyAnswer(t *testing.T) {
	for _, r := range []Request{
		{Query: "q", Scope: "ACMEE"},
		{Query: "q namespace:ACME/Reprots"},
		{Query: "q namespace:Globex scope:ancestors"},
	} {
		query, err := Parse(r)
		if err != nil {
			t.Fatal(err)
		}
		_, err = query.Resolve(file)
		var unknown *UnknownCollectionError
		if !errors.As(err, &unknown) {
			t.Fatalf("%+v: %v", r, err)
		}
		if strings.Contains(r.Query, "Reprots") && unknown.Nearest != "ACME/Reports" {
			t.Errorf("the nearest name is %q", unknown.Nearest)
		}
	}
}

func TestWithoutAScopeOneCollectionIsSearchedAndSeveralAreNot(t *testing.T) {
	query, err := Parse(Request{Query: "q"})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := query.Resolve(file[4:]); err != nil || !slices.Equal(got, file[4:]) {
		t.Errorf("one collection: %q, %v", got, err)
	}
	var required *ScopeRequiredError
	if _, err := query.Resolve(file); !errors.As(err, &required) || !slices.Equal(required.Collections, file) {
		t.Errorf("several collections: %v", err)
	}
	if got, err := query.Resolve(nil); err != nil || len(got) != 0 {
		t.Errorf("an empty file: %q, %v", got, err)
	}
}

func TestQueriesThatCannotBeReadAreRefusedBeforeAnythingIsOpened(t *testing.T) {
	for _, tc := range []struct {
		name    string
		request Request
		wanted  func(error) bool
	}{
		{"nothing", Request{}, func(err error) bool { return errors.Is(err, ErrEmptyQuery) }},
		{"blanks", Request{Query: " \u200b\n"}, func(err error) bool { return errors.Is(err, ErrEmptyQuery) }},
		{"a namespace alone", Request{Query: "namespace:ACME"}, func(err error) bool { return errors.Is(err, ErrEmptyQuery) }},
		{"a NUL", Request{Query: "a\x00b"}, isType[*QueryError]},
		{"invalid UTF-8", Request{Query: "a\xff"}, isType[*QueryError]},
		{"two namespaces", Request{Query: "q namespace:a namespace:b"}, isType[*QueryError]},
		{"an unknown qualifier", Request{Query: "q namespace:a scope:everything"}, isType[*QueryError]},
		{"a bad path", Request{Query: "q namespace:a/../b"}, isType[*corpus.PathError]},
		{"a bad anchor", Request{Query: "q", Scope: "a//b"}, isType[*corpus.PathError]},
		{"an unknown mode", Request{Query: "q", Mode: "psychic"}, isType[*ModeError]},
	} {
		if _, err := Parse(tc.request); !tc.wanted(err) {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
}

func TestWithoutANamespaceAScopeWordIsText(t *testing.T) {
	query, err := Parse(Request{Query: "what is scope:exact"})
	if err != nil || query.Text != "what is scope:exact" {
		t.Errorf("%q, %v", query.Text, err)
	}
}

func TestSnippetsAreOneLineThatBeginsWhereTheQuestionIsAnswered(t *testing.T) {
	passage := "The board met in March.\n\nIt noted the usual   matters and thanked the secretary for the minutes of the last meeting, which were approved.\n" +
		"The discount rate used for the pension obligation was 3.4 percent. Salaries were assumed to grow."
	got := Snippet(passage, "discount rate of the pension obligation", false)
	if want := "… The discount rate used for the pension obligation was 3.4 percent. Salaries were assumed to grow."; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got := Snippet("nt of the scheme is sound", "funding", true); got != "… of the scheme is sound" {
		t.Errorf("a passage that begins inside a word became %q", got)
	}
	if got := Snippet("short text", "nothing of it", false); got != "short text" {
		t.Errorf("a short passage became %q", got)
	}
	if got := Snippet(" \n", "q", true); got != "" {
		t.Errorf("a blank passage became %q", got)
	}
	for _, long := range []string{strings.Repeat("中文", 400), strings.Repeat("word ", 400), strings.Repeat("x", 1000)} {
		got := Snippet(long, "word", false)
		if n := len([]rune(got)); n > SnippetLength || strings.ContainsAny(got, "\n\t") || !strings.HasSuffix(got, "…") {
			t.Errorf("%d characters: %q", n, got)
		}
	}
}

func isType[E error](err error) bool {
	var target E
	return errors.As(err, &target)
}
