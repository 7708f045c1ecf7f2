package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"octavo/engine/corpus"
)

// store is one implementation under the contract. write opens a Writer that goes on where the
// last one left off; read opens a Reader of what was last published.
type store struct {
	name  string
	write func(t *testing.T) Writer
	read  func(t *testing.T) Reader
}

func stores(t *testing.T) []store {
	memory := NewMemory()
	path := filepath.Join(t.TempDir(), "octavo's.duckdb")
	return []store{
		{"memory", func(*testing.T) Writer { return memory }, func(*testing.T) Reader { return memory }},
		{"file", func(t *testing.T) Writer { return openWriter(t, path) }, func(t *testing.T) Reader { return openReader(t, path) }},
	}
}

// everyStore runs one promise on each implementation and demands the same record of answers.
func everyStore(t *testing.T, promise func(t *testing.T, s store) any) {
	t.Helper()
	var first any
	for i, s := range stores(t) {
		var answers any
		t.Run(s.name, func(t *testing.T) { answers = promise(t, s) })
		if i == 0 {
			first = answers
		} else if !t.Failed() && !reflect.DeepEqual(first, answers) {
			got, want := spell(t, answers), spell(t, first)
			at := 0
			for at < min(len(got), len(want)) && got[at] == want[at] {
				at++
			}
			from := max(0, at-200)
			t.Errorf("%s answers\n%.500s\nthe first store\n%.500s", s.name, got[from:], want[from:])
		}
	}
}

// answers is everything that a reader says of the documents, for comparison between stores.
type answers struct {
	Info      Info
	Matches   [][]Match
	Documents []Document
	Passages  []Passage
	Texts     []corpus.Text
	Files     map[corpus.FilePath]FileState
}

func askAll(t *testing.T, r Reader, documents []NewDocument) answers {
	t.Helper()
	ctx := context.Background()
	var a answers
	var err error
	a.Info, err = r.Info(ctx)
	must(t, err)
	a.Info.Bytes = 0
	if a.Info.Generation != nil {
		a.Info.Generation.Created, a.Info.Generation.Activated = time.Time{}, time.Time{}
	}
	for _, limit := range []int{0, 1, 5, 1000} {
		for _, collections := range [][]corpus.CollectionPath{nil, {"ACME"}, {"ACME/Reports", "ACME"}, {"elsewhere"}, {"ACME", "elsewhere"}} {
			for _, question := range []string{"a question", "pension"} {
				matches, err := r.Nearest(ctx, vectorOf(question), Filter{Collections: collections}, limit)
				must(t, err)
				a.Matches = append(a.Matches, matches)
			}
		}
	}
	all, err := r.Documents(ctx)
	must(t, err)
	if len(all) < len(documents) || !slices.IsSortedFunc(all, func(a, b Document) int {
		return cmp.Or(cmp.Compare(a.Collection, b.Collection), cmp.Compare(a.File, b.File))
	}) {
		t.Errorf("%d documents are listed as %+v", len(documents), all)
	}
	var refs []ChunkRef
	for _, d := range documents {
		found, err := r.Document(ctx, Locator{Collection: d.Collection, File: d.File})
		must(t, err)
		again, err := r.Document(ctx, Locator{DocumentPath: corpus.DocumentPath(d.Collection, d.File)})
		must(t, err)
		if !reflect.DeepEqual(found, again) {
			t.Errorf("%s by path %+v, by document path %+v", d.File, found, again)
		}
		a.Documents = append(a.Documents, found)
		if !slices.ContainsFunc(all, func(d Document) bool { return reflect.DeepEqual(d, found) }) {
			t.Errorf("%s is not listed as %+v", d.File, found)
		}
		text, err := r.Text(ctx, Locator{Collection: d.Collection, File: d.File})
		must(t, err)
		a.Texts = append(a.Texts, text)
		for i := len(d.Cut); i >= -1; i-- {
			refs = append(refs, ChunkRef{d.Collection, d.File, i})
		}
	}
	refs = append(refs, refs[:min(3, len(refs))]...)
	a.Passages, err = r.Passages(ctx, refs)
	must(t, err)
	a.Files, err = r.Files(ctx, "ACME/Reports")
	must(t, err)
	return a
}

func TestWhatWasPutIsReadBack(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		ctx := context.Background()
		documents := sample()
		w := s.write(t)
		begin(t, w, "ACME/Reports", "ACME")
		put(t, w, documents...)
		published := publish(t, w)
		r := s.read(t)
		a := askAll(t, r, documents)
		want := map[ChunkRef]string{}
		for i, d := range documents {
			if got := a.Texts[i].Characters; got != join(d.Cut) {
				t.Errorf("text of %s is %q, want %q", d.File, got, join(d.Cut))
			}
			if a.Documents[i].Chunks != len(d.Cut) || a.Documents[i].Characters != utf8.RuneCountInString(join(d.Cut)) {
				t.Errorf("%s counts %d chunks and %d characters", d.File, a.Documents[i].Chunks, a.Documents[i].Characters)
			}
			for _, c := range d.Cut {
				want[ChunkRef{d.Collection, d.File, c.Index}] = c.Characters
			}
		}
		for _, p := range a.Passages {
			if p.Text != want[p.ChunkRef] {
				t.Errorf("passage %v is %q, want %q", p.ChunkRef, p.Text, want[p.ChunkRef])
			}
		}
		if len(a.Passages) != len(want)+2 {
			t.Errorf("%d passages, want %d and two asked for twice", len(a.Passages), len(want))
		}
		if page := a.Documents[0]; page.Metadata["year"] != 2025.0 || page.Pages != 2 || !reflect.DeepEqual(page.PagesWithoutText, []int{2}) {
			t.Errorf("the PDF came back as %+v", page)
		}
		if got := a.Info.Generation; got.State != Active || got.Skipped == 0 || got.Missing != 0 || got.Embedded == 0 {
			t.Errorf("generation %+v", got)
		}
		if _, err := r.Document(ctx, Locator{Collection: "ACME", File: "none"}); !errors.Is(err, ErrNotFound) {
			t.Errorf("an unknown document gives %v", err)
		}
		if _, err := r.Text(ctx, Locator{DocumentPath: "ACME/_Documents/none"}); !errors.Is(err, ErrNotFound) {
			t.Errorf("an unknown text gives %v", err)
		}
		return []any{a, published.Snapshot}
	})
}

func TestNearestBreaksTiesByPathAndIndexHoweverManyThereAre(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		w := s.write(t)
		begin(t, w, "b", "a")
		var documents []NewDocument
		for i := range 90 {
			documents = append(documents, newDocument([]string{"b", "a"}[i%2], fmt.Sprintf("%02d.txt", 89-i), "the same words"))
		}
		put(t, w, documents...)
		publish(t, w)
		matches, err := s.read(t).Nearest(context.Background(), vectorOf("the same words"), Filter{}, 50)
		must(t, err)
		if len(matches) != 50 {
			t.Fatalf("%d matches", len(matches))
		}
		for i := 1; i < len(matches); i++ {
			if matches[i-1].ChunkRef.Compare(matches[i].ChunkRef) >= 0 {
				t.Errorf("%v stands before %v", matches[i-1], matches[i])
			}
		}
		if matches[0].Collection != "a" || matches[49].Collection != "b" {
			t.Errorf("from %v to %v", matches[0], matches[49])
		}
		return matches
	})
}

func TestRandomBuildsGiveEqualAnswersInEveryStore(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		ctx := context.Background()
		random := rand.New(rand.NewPCG(1, 2))
		live := map[Locator]NewDocument{}
		var record []any
		for round := range 6 {
			w := s.write(t)
			begin(t, w, "ACME", "ACME/Reports")
			for range 8 {
				collection := []corpus.CollectionPath{"ACME", "ACME/Reports"}[random.IntN(2)]
				file := corpus.FilePath(fmt.Sprintf("%d.txt", random.IntN(12)))
				at := Locator{Collection: collection, File: file}
				if random.IntN(4) == 0 {
					must(t, w.Remove(ctx, collection, []corpus.FilePath{file}))
					delete(live, at)
					continue
				}
				d := newDocument(string(collection), string(file), strings.Repeat(fmt.Sprintf("word%d ", random.IntN(5)), random.IntN(30)))
				put(t, w, d)
				live[at] = d
			}
			if round == 3 {
				must(t, w.RenameCollection(ctx, "ACME", "moved"))
				must(t, w.RenameCollection(ctx, "moved", "ACME"))
			}
			published := publish(t, w)
			var documents []NewDocument
			for c := range []int{0, 1} {
				for i := range 12 {
					at := Locator{Collection: []corpus.CollectionPath{"ACME", "ACME/Reports"}[c], File: corpus.FilePath(fmt.Sprintf("%d.txt", i))}
					if d, found := live[at]; found {
						documents = append(documents, d)
					} else if _, err := s.read(t).Document(ctx, at); !errors.Is(err, ErrNotFound) {
						t.Errorf("removed document %v gives %v", at, err)
					}
				}
			}
			record = append(record, askAll(t, s.read(t), documents), published.Snapshot)
		}
		return record
	})
}

func TestAVectorOnceKeptIsNotMissingUntilItsTextIsPublishedAway(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		ctx := context.Background()
		w := s.write(t)
		begin(t, w, "c")
		one, two := newDocument("c", "1", "first text"), newDocument("c", "2", "second text")
		keys := []corpus.TextKey{corpus.KeyOf("second text"), corpus.KeyOf("first text"), corpus.KeyOf("third text")}
		var record [][]corpus.TextKey
		ask := func(want ...int) {
			t.Helper()
			missing, err := w.Missing(ctx, keys)
			must(t, err)
			var expected []corpus.TextKey
			for _, i := range want {
				expected = append(expected, keys[i])
			}
			if len(missing) != len(expected) || len(expected) > 0 && !reflect.DeepEqual(missing, expected) {
				t.Errorf("missing %x, want %x", missing, expected)
			}
			record = append(record, missing)
		}
		ask(0, 1, 2)
		must(t, w.KeepVectors(ctx, []KeyedVector{{keys[1], vectorOf("first text")}, {keys[1], vectorOf("first text")}}))
		ask(0, 2)
		put(t, w, one, two)
		ask(2)
		must(t, w.Remove(ctx, "c", []corpus.FilePath{"1", "never there"}))
		ask(2)
		must(t, w.Put(ctx, []NewDocument{newDocument("c", "renamed", "first text")}))
		must(t, w.Remove(ctx, "c", []corpus.FilePath{"renamed"}))
		publish(t, w)
		w = s.write(t)
		ask(1, 2)
		must(t, w.Close())
		return len(record)
	})
}

func TestRefusals(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		ctx := context.Background()
		w := s.write(t)
		if _, err := w.Generation(ctx); !errors.Is(err, ErrNoActiveGeneration) {
			t.Errorf("no generation gives %v", err)
		}
		if _, err := w.Missing(ctx, []corpus.TextKey{{}}); !errors.Is(err, ErrNoActiveGeneration) {
			t.Errorf("missing without a generation gives %v", err)
		}
		begin(t, w, "c", "d")
		var vectorMissing *VectorMissingError
		if err := w.Put(ctx, []NewDocument{newDocument("c", "f", "not embedded")}); !errors.As(err, &vectorMissing) || vectorMissing.Ref != (ChunkRef{"c", "f", 0}) {
			t.Errorf("a document without vectors gives %v", err)
		}
		if err := w.Put(ctx, []NewDocument{newDocument("nowhere", "f", "")}); !errors.Is(err, ErrNotFound) {
			t.Errorf("an unknown collection gives %v", err)
		}
		var dimension *DimensionError
		if err := w.KeepVectors(ctx, []KeyedVector{{Vector: []float32{1}}}); !errors.As(err, &dimension) {
			t.Errorf("a short vector gives %v", err)
		}
		for cause, v := range map[string]float32{"not finite": float32(math.NaN()), "not of unit length": 2} {
			var refused *VectorError
			vector := make([]float32, testDimension)
			vector[3] = v
			if err := w.KeepVectors(ctx, []KeyedVector{{Vector: vector}}); !errors.As(err, &refused) || refused.Cause != cause {
				t.Errorf("a vector %s gives %v", cause, err)
			}
		}
		var text *TextError
		bad := newDocument("c", "f", "")
		bad.Title = "caf\xe9"
		if err := w.Put(ctx, []NewDocument{bad}); !errors.As(err, &text) || text.Field != "title" {
			t.Errorf("invalid UTF-8 in a title gives %v", err)
		}
		if err := w.SetCollection(ctx, Collection{Path: "c\xff"}); !errors.As(err, &text) {
			t.Errorf("invalid UTF-8 in a collection gives %v", err)
		}
		broken := newDocument("c", "f", strings.Repeat("words ", 20))
		broken.Cut[1].Overlap++
		if err := w.Put(ctx, []NewDocument{broken}); err == nil {
			t.Error("chunks that do not join were stored")
		}
		if err := w.RenameCollection(ctx, "c", "d"); !errors.Is(err, ErrExists) {
			t.Errorf("renaming onto a name gives %v", err)
		}
		for name, err := range map[string]error{
			"rename": w.RenameCollection(ctx, "none", "e"), "remove": w.RemoveCollection(ctx, "none"),
			"outcome": w.RecordOutcomes(ctx, []Outcome{{Collection: "none", File: "f"}}),
		} {
			if !errors.Is(err, ErrNotFound) {
				t.Errorf("%s of an unknown collection gives %v", name, err)
			}
		}
		put(t, w, newDocument("c", "f", "some words"))
		publish(t, w)
		r := s.read(t)
		if _, err := r.Nearest(ctx, []float32{1}, Filter{}, 1); !errors.As(err, &dimension) {
			t.Errorf("a short query gives %v", err)
		}
		return nil
	})
}

func TestAFileWithoutVectorsHasNoActiveGeneration(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		w := s.write(t)
		must(t, w.SetCollection(context.Background(), Collection{Path: "c"}))
		publish(t, w)
		r := s.read(t)
		if _, err := r.Nearest(context.Background(), vectorOf("q"), Filter{}, 1); !errors.Is(err, ErrNoActiveGeneration) {
			t.Errorf("nearest gives %v", err)
		}
		info, err := r.Info(context.Background())
		must(t, err)
		info.Bytes = 0
		return info
	})
}

func TestAnUnfinishedFirstGenerationGivesWayToAnother(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		ctx := context.Background()
		w := s.write(t)
		begin(t, w, "c")
		put(t, w, newDocument("c", "f", "some words"))
		other := testSpec
		other.Model = "another"
		began, err := w.BeginGeneration(ctx, other)
		must(t, err)
		if began.State != Building || began.Fingerprint != other.Fingerprint() {
			t.Errorf("began %+v", began)
		}
		filled, err := w.Generation(ctx)
		must(t, err)
		if filled.Spec != other {
			t.Errorf("the generation that is filled is %+v", filled)
		}
		files, err := w.Files(ctx, "c")
		must(t, err)
		missing, err := w.Missing(ctx, []corpus.TextKey{corpus.KeyOf("some words")})
		must(t, err)
		if len(files) != 0 || len(missing) != 1 {
			t.Errorf("the new generation starts with %d files and %d vectors", len(files), 1-len(missing))
		}
		put(t, w, newDocument("c", "f", "some words"))
		published := publish(t, w)
		return []any{askAll(t, s.read(t), nil), published.Snapshot}
	})
}

func TestCollectionsKeepTheirRootsAndAreRenamedAndRemoved(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		ctx := context.Background()
		w := s.write(t)
		begin(t, w, "b", "b/inner", "z")
		roots := []Root{{Path: "/docs", Include: []string{"**/*.md"}, Exclude: []string{"drafts/**", "a'b"}}, {Path: "/more"}}
		must(t, w.SetCollection(ctx, Collection{Path: "b", Roots: []Root{{Path: "/old"}}}))
		must(t, w.SetCollection(ctx, Collection{Path: "b", Roots: roots}))
		put(t, w, newDocument("b", "f", "some words"), newDocument("z", "f", "some words"), newDocument("z", "g", "other words"))
		must(t, w.RecordOutcomes(ctx, []Outcome{{Collection: "b", File: "f", Outcome: "indexed"}, {Collection: "z", File: "x.bin", Outcome: "skipped", Reason: "binary"}}))
		must(t, w.RenameCollection(ctx, "b", "renamed"))
		must(t, w.RemoveCollection(ctx, "z"))
		collections, err := w.Collections(ctx)
		must(t, err)
		if len(collections) != 2 || collections[1].Path != "renamed" || !reflect.DeepEqual(collections[1].Roots, roots) {
			t.Errorf("collections %+v", collections)
		}
		published := publish(t, w)
		r := s.read(t)
		document, err := r.Document(ctx, Locator{DocumentPath: "renamed/_Documents/f"})
		must(t, err)
		if document.Collection != "renamed" {
			t.Errorf("document %+v", document)
		}
		matches, err := r.Nearest(ctx, vectorOf("some words"), Filter{}, 10)
		must(t, err)
		return []any{collections, published.Snapshot, document, matches}
	})
}

func TestTheSnapshotFollowsContentAndNothingElse(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		w := s.write(t)
		begin(t, w, "c")
		put(t, w, newDocument("c", "f", "some words"), newDocument("c", "g", "more words"))
		first := publish(t, w).Snapshot
		w = s.write(t)
		must(t, w.SetCollection(context.Background(), Collection{Path: "c", Roots: []Root{{Path: "/x"}}}))
		put(t, w, newDocument("c", "f", "some words"))
		second := publish(t, w).Snapshot
		w = s.write(t)
		put(t, w, newDocument("c", "f", "changed words"))
		third := publish(t, w).Snapshot
		if first != second || second == third || len(first) != 16 {
			t.Errorf("snapshots %s, %s, %s", first, second, third)
		}
		return []string{first, second, third}
	})
}
