package index

import (
	"context"
	"errors"
	"testing"

	"octavo/engine/corpus"
)

func TestCopiesAreNamedWhereverTheFilterLetsThem(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		const text = "the discount rate of the pension plan"
		r := filled(t, s,
			newDocument("ACME", "b.txt", text), newDocument("ACME", "a.txt", text), newDocument("ACME/Reports", "old/a.txt", text),
			newDocument("ACME", "other.txt", "a ferry leaves the north pier"))
		ctx := context.Background()
		asked := []DocumentRef{{"ACME", "a.txt"}, {"ACME", "other.txt"}, {"ACME", "missing.txt"}}
		all, err := r.Copies(ctx, asked, Filter{})
		must(t, err)
		if got := all[asked[0]]; len(got) != 2 || got[0].File != "b.txt" || got[1].File != "old/a.txt" ||
			got[1].DocumentPath != corpus.DocumentPath("ACME/Reports", "old/a.txt") {
			t.Errorf("the copies of a.txt are %v", got)
		}
		if len(all) != 1 {
			t.Errorf("what has no copy has %v", all)
		}
		near, err := r.Copies(ctx, asked, Filter{Collections: []corpus.CollectionPath{"ACME"}})
		must(t, err)
		if got := near[asked[0]]; len(got) != 1 || got[0].File != "b.txt" {
			t.Errorf("in ACME the copies of a.txt are %v", got)
		}
		matches, err := r.Nearest(ctx, vectorOf(text), Filter{}, 100)
		must(t, err)
		revisions := map[string]string{}
		for _, m := range matches {
			revisions[string(m.File)] = m.Revision
		}
		if revisions["a.txt"] == "" || revisions["a.txt"] != revisions["old/a.txt"] || revisions["a.txt"] == revisions["other.txt"] {
			t.Errorf("revisions do not tell copies: %v", revisions)
		}
		return []any{all, near, matches, words(t, r, "pension ferry", Filter{}, LevelDocuments, 9)}
	})
}

func TestTheGistOfATextIsItsVectorAndItsHeaviestWords(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		r := filled(t, s, library()...)
		ctx := context.Background()
		at := DocumentRef{"ACME", "code.txt"}
		whole, err := r.Gist(ctx, at, -1)
		must(t, err)
		first, err := r.Gist(ctx, at, 0)
		must(t, err)
		if len(whole.Terms) == 0 || whole.Revision == "" || first.Revision != whole.Revision {
			t.Errorf("the gist is %+v", whole)
		}
		for i := 1; i < len(whole.Terms); i++ {
			if whole.Terms[i].Weight > whole.Terms[i-1].Weight {
				t.Errorf("%v stands before %v", whole.Terms[i-1], whole.Terms[i])
			}
		}
		matches, err := r.Nearest(ctx, first.Vector, Filter{}, 1)
		must(t, err)
		if matches[0].ChunkRef != (ChunkRef{"ACME", "code.txt", 0}) || matches[0].Cosine < 0.999 {
			t.Errorf("nearest to a chunk's own vector is %v", matches[0])
		}
		for _, missing := range []struct {
			of    DocumentRef
			chunk int
		}{{DocumentRef{"ACME", "missing.txt"}, -1}, {at, 1000}} {
			if _, err := r.Gist(ctx, missing.of, missing.chunk); !errors.Is(err, ErrNotFound) {
				t.Errorf("the gist of chunk %d of %s gives %v", missing.chunk, missing.of.File, err)
			}
		}
		return []any{whole, first}
	})
}

func TestTheOutcomeOfAFileIsRemembered(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		ctx := context.Background()
		w := s.write(t)
		begin(t, w, "ACME")
		must(t, w.RecordOutcomes(ctx, []Outcome{{Collection: "ACME", File: "scan.pdf", Outcome: "skipped", Reason: "no-text-layer", Detail: "3 pages", Seconds: 0.5}}))
		publish(t, w)
		r := s.read(t)
		found, err := r.Outcome(ctx, DocumentRef{"ACME", "scan.pdf"})
		must(t, err)
		if found.Outcome != "skipped" || found.Reason != "no-text-layer" || found.Detail != "3 pages" {
			t.Errorf("the outcome is %+v", found)
		}
		if _, err := r.Outcome(ctx, DocumentRef{"ACME", "never.pdf"}); !errors.Is(err, ErrNotFound) {
			t.Errorf("the outcome of a file that was never seen gives %v", err)
		}
		return found
	})
}
