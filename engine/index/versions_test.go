package index

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"octavo/engine/corpus"
)

// everything is all that a reader says of its content, for comparison between versions.
type everything struct {
	answers
	Words    [][]WordMatch
	Profiles []Profile
	Grep     []TextMatch
	Copies   [][]Copy
	Gists    []Gist
}

func askEverything(t *testing.T, r Reader, documents []NewDocument) everything {
	t.Helper()
	ctx := context.Background()
	all := everything{answers: askAll(t, r, documents)}
	all.Info.Version, all.Info.Generation = "", nil
	for i := range all.Info.Collections {
		all.Info.Collections[i].Roots = nil
	}
	var refs []DocumentRef
	for _, d := range documents {
		refs = append(refs, DocumentRef{d.Collection, d.File})
	}
	filters := []Filter{{}, {Collections: []corpus.CollectionPath{"ACME"}}, {Documents: refs[:len(refs)/2]}}
	for _, question := range []string{"word1 word2", "pension -plan", `"word3 word3"`, "Versicherung", "after:2000-01-01 word4"} {
		for _, filter := range filters {
			for _, level := range []Level{LevelDocuments, LevelChunks} {
				all.Words = append(all.Words, words(t, r, question, filter, level, 20))
			}
		}
	}
	for _, filter := range filters {
		matches, err := r.Nearest(ctx, vectorOf("word1 "), filter, 7)
		must(t, err)
		all.Matches = append(all.Matches, matches)
	}
	var err error
	all.Profiles, err = r.Profiles(ctx, refs)
	must(t, err)
	copies, err := r.Copies(ctx, refs, filters[1])
	must(t, err)
	for _, ref := range refs {
		all.Copies = append(all.Copies, copies[ref])
	}
	for _, d := range documents {
		for chunk := -1; chunk < min(2, len(d.Cut)); chunk++ {
			gist, err := r.Gist(ctx, DocumentRef{d.Collection, d.File}, chunk)
			must(t, err)
			all.Gists = append(all.Gists, gist)
		}
	}
	all.Grep, err = r.Grep(ctx, Pattern{Text: "word2"}, Filter{}, 50)
	must(t, err)
	return all
}

// cutState is what a version answered when it was cut.
type cutState struct {
	documents []NewDocument
	answers   everything
}

func TestEveryVersionAnswersAsLiveContentDidWhenItWasCut(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		ctx := context.Background()
		random := rand.New(rand.NewPCG(7, 8))
		live := map[Locator]NewDocument{}
		cuts := map[string]cutState{}
		active := ""
		var record []any
		for round := range 8 {
			w := s.write(t)
			begin(t, w, "ACME", "ACME/Reports", "empty")
			for range random.IntN(8) {
				change(t, w, random, live)
			}
			if round == 5 {
				must(t, w.RemoveCollection(ctx, "ACME/Reports"))
				for at := range live {
					if at.Collection == "ACME/Reports" {
						delete(live, at)
					}
				}
			}
			label := fmt.Sprintf("v%d", round)
			_, err := w.Cut(ctx, label, "note of "+label)
			must(t, err)
			if random.IntN(2) == 0 {
				activate(t, w, label)
				active = label
			}
			for _, old := range slices.Sorted(maps.Keys(cuts)) {
				if random.IntN(5) == 0 {
					drop(t, w, old)
					delete(cuts, old)
					if old == active {
						active = ""
					}
				}
			}
			publish(t, w)
			r := s.read(t)
			cuts[label] = cutState{listed(live), askEverything(t, r, listed(live))}
			versions, err := r.Versions(ctx)
			must(t, err)
			if len(versions) != len(cuts) {
				t.Errorf("%d versions, want %d", len(versions), len(cuts))
			}
			for _, v := range versions {
				of, err := r.Version(ctx, v.Label)
				must(t, err)
				if got, want := askEverything(t, of, cuts[v.Label].documents), cuts[v.Label].answers; !reflect.DeepEqual(got, want) {
					t.Errorf("round %d: %s answers\n%.2000s\nwhen it was cut\n%.2000s", round, v.Label, spell(t, got), spell(t, want))
				}
				if (v.State == VersionIsActive) != (v.Label == active) || v.Note != "note of "+v.Label || v.Snapshot != cuts[v.Label].answers.Info.Snapshot {
					t.Errorf("round %d: %+v while %q is active", round, v, active)
				}
				must(t, of.Close())
			}
			record = append(record, cuts[label].answers, len(versions), active)
		}
		return record
	})
}

// change removes a document or puts a new state of it.
func change(t *testing.T, w Writer, random *rand.Rand, live map[Locator]NewDocument) {
	t.Helper()
	collection := []corpus.CollectionPath{"ACME", "ACME/Reports"}[random.IntN(2)]
	file := corpus.FilePath(fmt.Sprintf("%d.txt", random.IntN(12)))
	at := Locator{Collection: collection, File: file}
	if random.IntN(4) == 0 {
		must(t, w.Remove(context.Background(), collection, []corpus.FilePath{file}))
		delete(live, at)
		return
	}
	text := ""
	for range random.IntN(5) {
		text += strings.Repeat(fmt.Sprintf("word%d ", random.IntN(6)), random.IntN(12)) + []string{"", "pension plan ", "Die Rentenversicherung ist eine Versicherung. "}[random.IntN(3)]
	}
	d := newDocument(string(collection), string(file), text)
	put(t, w, d)
	live[at] = d
}

// listed are the documents in an order that does not depend on the map.
func listed(live map[Locator]NewDocument) []NewDocument {
	var out []NewDocument
	for _, c := range []corpus.CollectionPath{"ACME", "ACME/Reports"} {
		for i := range 12 {
			if d, found := live[Locator{Collection: c, File: corpus.FilePath(fmt.Sprintf("%d.txt", i))}]; found {
				out = append(out, d)
			}
		}
	}
	return out
}

func activate(t *testing.T, w Writer, label string) {
	t.Helper()
	v, err := w.Activate(context.Background(), label)
	must(t, err)
	if v.Label != label || v.State != VersionIsActive || v.Activated.IsZero() {
		t.Errorf("%s was activated as %+v", label, v)
	}
}

func drop(t *testing.T, w Writer, label string) {
	t.Helper()
	_, err := w.Drop(context.Background(), label)
	must(t, err)
}

func TestVersionsAreReleasedOneAfterTheOther(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		ctx := context.Background()
		r := filled(t, s, sample()...)
		var missing *VersionMissingError
		if _, err := r.Version(ctx, VersionActive); !errors.As(err, &missing) || err.Error() != "the file has no versions" {
			t.Errorf("without versions the active one gives %v", err)
		}
		w := s.write(t)
		first, err := w.Cut(ctx, "2026-Q1", "first")
		must(t, err)
		if first.State != VersionCut || first.Documents != len(sample()) || first.Chunks == 0 || first.Created.IsZero() || !first.Activated.IsZero() {
			t.Errorf("cut %+v", first)
		}
		if _, err := w.Cut(ctx, "2026-Q1", ""); !errors.Is(err, ErrExists) {
			t.Errorf("a label that is taken gives %v", err)
		}
		var label *LabelError
		if _, err := w.Cut(ctx, "Active", ""); !errors.As(err, &label) {
			t.Errorf("a label that is no label gives %v", err)
		}
		var text *TextError
		if _, err := w.Cut(ctx, "note", "caf\xe9"); !errors.As(err, &text) {
			t.Errorf("a note that is no text gives %v", err)
		}
		must(t, w.Remove(ctx, "ACME", []corpus.FilePath{"copy of pension.txt"}))
		_, err = w.Cut(ctx, "2026-Q2", "")
		must(t, err)
		for _, label := range []string{"2026-Q1", "2026-Q2", "2026-Q2", "2026-Q1"} {
			activate(t, w, label)
		}
		_, activating := w.Activate(ctx, "none")
		_, dropping := w.Drop(ctx, "none")
		for _, err := range []error{activating, dropping} {
			if !errors.As(err, &missing) || missing.Label != "none" || len(missing.Known) != 2 {
				t.Errorf("an unknown version gives %v", err)
			}
		}
		publish(t, w)
		r = s.read(t)
		active, err := r.Version(ctx, VersionActive)
		must(t, err)
		info, err := active.Info(ctx)
		must(t, err)
		if info.Version != "2026-Q1" {
			t.Errorf("the active version is %q", info.Version)
		}
		if _, err := active.Document(ctx, Locator{Collection: "ACME", File: "copy of pension.txt"}); err != nil {
			t.Errorf("what was removed is not in the version that has it: %v", err)
		}
		versions, err := r.Versions(ctx)
		must(t, err)
		if v := versions[0]; len(versions) != 2 || v.State != VersionIsActive || len(v.Activations) != 2 || !v.Activated.Equal(v.Activations[1]) {
			t.Errorf("versions %+v", versions)
		}
		if v := versions[1]; v.State != VersionRetired || len(v.Activations) != 1 {
			t.Errorf("the second version is %+v", v)
		}
		w = s.write(t)
		drop(t, w, VersionActive)
		publish(t, w)
		if _, err := s.read(t).Version(ctx, VersionActive); !errors.As(err, &missing) || err.Error() != "no version is active" {
			t.Errorf("after the active one was dropped it gives %v", err)
		}
		for i := range versions {
			versions[i].Created, versions[i].Activated, versions[i].Activations = time.Time{}, time.Time{}, nil
		}
		return versions
	})
}

func TestWhatOnlyADroppedVersionHeldIsFreed(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		ctx := context.Background()
		w := s.write(t)
		begin(t, w, "c")
		put(t, w, newDocument("c", "1", "first text"), newDocument("c", "2", "second text"))
		_, err := w.Cut(ctx, "one", "")
		must(t, err)
		must(t, w.Remove(ctx, "c", []corpus.FilePath{"1"}))
		publish(t, w)
		keys := []corpus.TextKey{corpus.KeyOf("first text"), corpus.KeyOf("second text")}
		missing := func(want int) {
			t.Helper()
			w := s.write(t)
			found, err := w.Missing(ctx, keys)
			must(t, err)
			if len(found) != want {
				t.Errorf("%d vectors are missing, want %d", len(found), want)
			}
			must(t, w.Close())
		}
		missing(0)
		w = s.write(t)
		drop(t, w, "one")
		publish(t, w)
		missing(1)
		return nil
	})
}

func TestASecondCutOfUnchangedContentAddsNoRows(t *testing.T) {
	ctx := context.Background()
	path := built(t)
	for _, label := range []string{"one", "two", "three"} {
		w := openWriter(t, path)
		if label == "three" {
			put(t, w, newDocument("ACME", "new.txt", "something new"))
		}
		_, err := w.Cut(ctx, label, "")
		must(t, err)
		publish(t, w)
		var rows, open int
		read(t, path, "SELECT count(*), count(*) FILTER (last IS NULL) FROM d.version_documents", &rows, &open)
		want := len(sample())
		if label == "three" {
			want++
		}
		if rows != want || open != want {
			t.Errorf("after %s there are %d rows, %d of them open, want %d", label, rows, open, want)
		}
	}
}

func TestLabelsAreShortAndPlain(t *testing.T) {
	for label, refused := range map[string]bool{
		"2026-Q1": false, "v1.2.3": false, "R\u00e9sum\u00e9_\u65e5\u672c": false, "a+b": false, strings.Repeat("x", 64): false,
		"": true, "live": true, "ACTIVE": true, "-x": true, ".x": true, "a b": true, "a/b": true, "a\nb": true, "a@b": true,
		"caf\xe9": true, strings.Repeat("x", 65): true, "\u0301a": true, "a\u202eb": true, "a'b": true,
	} {
		got, err := ParseLabel(label)
		var wrong *LabelError
		if refused != errors.As(err, &wrong) {
			t.Errorf("%q gives %v", label, err)
		}
		if again, err := ParseLabel(got); !refused && (err != nil || again != got) {
			t.Errorf("%q is not the label that it became: %q", got, again)
		}
	}
}

func TestActivationsOutliveTheVersionsThatWereDropped(t *testing.T) {
	ctx := context.Background()
	path := built(t)
	for _, label := range []string{"one", "two"} {
		w := openWriter(t, path)
		_, err := w.Cut(ctx, label, "")
		must(t, err)
		activate(t, w, label)
		drop(t, w, label)
		publish(t, w)
	}
	var labels string
	read(t, path, "SELECT string_agg(label, ' ' ORDER BY activated) FROM d.version_activations", &labels)
	if labels != "one two" {
		t.Errorf("history tells of %q", labels)
	}
}

func TestANewVersionOnAnOldLabelHasNoHistory(t *testing.T) {
	ctx := context.Background()
	path := built(t)
	w := openWriter(t, path)
	for range 2 {
		_, err := w.Cut(ctx, "one", "")
		must(t, err)
		activate(t, w, "one")
		drop(t, w, "one")
	}
	_, err := w.Cut(ctx, "one", "")
	must(t, err)
	publish(t, w)
	versions, err := openReader(t, path).Versions(ctx)
	must(t, err)
	if len(versions) != 1 || len(versions[0].Activations) != 0 || versions[0].State != VersionCut {
		t.Errorf("versions %+v", versions)
	}
}
