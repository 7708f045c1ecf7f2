package index

import (
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
	"unicode/utf8"

	"octavo/engine/corpus"
	"octavo/engine/lexical"
)

// planOf analyses a question for what a reader holds.
func planOf(t testing.TB, r Reader, question string) lexical.Plan {
	t.Helper()
	query, err := lexical.Parse(question)
	must(t, err)
	info, err := r.Info(context.Background())
	must(t, err)
	return query.Plan(info.Languages)
}

func words(t testing.TB, r Reader, question string, filter Filter, level Level, limit int) []WordMatch {
	t.Helper()
	query, err := lexical.Parse(question)
	must(t, err)
	filter.Where = append(filter.Where, query.Filters...)
	found, err := r.Words(context.Background(), planOf(t, r, question), filter, level, limit)
	must(t, err)
	return found
}

// library is a corpus in several languages in which words, phrases and filters have something to find.
func library() []NewDocument {
	report := newDocument("ACME/Reports", "pension/2025.pdf", strings.Repeat("The accrued benefit obligation of the pension plan rose again. ", 6))
	report.Title, report.Metadata = "Pension report", map[string]any{"author": "Doe", "year": 2025}
	return []NewDocument{
		report,
		newDocument("ACME/Reports", "plan.md", "The benefit of a plan is that the obligation to accrue it comes later, in the pension itself."),
		newDocument("ACME/Reports", "draft.txt", "This is a draft of the pension plan, and the old plan was a draft as well as the one before it."),
		newDocument("ACME/Reports", "de.txt", "Die Krankenversicherung und die Rentenversicherung sind eine Versicherung, und der Kranke ist in der Rente."),
		newDocument("ACME", "cjk.txt", "東京都の年金制度について。年金は東京で受け取れます。"),
		newDocument("ACME", "code.txt", "func foo_bar(fooBar int) { v2026.4.10 } // C++ naïve café"),
		newDocument("ACME", "copy.txt", strings.Repeat("The accrued benefit obligation of the pension plan rose again. ", 6)),
		newDocument("ACME", "blank.txt", strings.Repeat(" \n", 30)),
		newDocument("ACME", "empty.txt", ""),
	}
}

func filled(t *testing.T, s store, documents ...NewDocument) Reader {
	t.Helper()
	w := s.write(t)
	begin(t, w, "ACME/Reports", "ACME")
	put(t, w, documents...)
	publish(t, w)
	return s.read(t)
}

func filesOf(matches []WordMatch) []string {
	out := []string{}
	for _, m := range matches {
		out = append(out, string(m.File))
	}
	return out
}

func TestWordsFindTheDocumentsThatHoldThem(t *testing.T) {
	cases := []struct {
		question string
		want     []string // in order of rank
	}{
		{"obligations", []string{"copy.txt", "pension/2025.pdf", "plan.md"}},
		{"drafts", []string{"draft.txt"}},
		{`"pension plan"`, []string{"copy.txt", "pension/2025.pdf", "draft.txt"}},
		{`"pension plan" -draft`, []string{"copy.txt", "pension/2025.pdf"}},
		{`pension -"pension plan"`, []string{"plan.md"}},
		{`"obligation accrued"`, []string{}},
		{"Versicherung", []string{"de.txt"}},
		{"年金", []string{"cjk.txt"}},
		{"foo_bar", []string{"code.txt"}},
		{"C++", []string{"code.txt"}},
		{"2026.4.10", []string{"code.txt"}},
		{"naive cafe", []string{"code.txt"}},
		{"pension title:report", []string{"copy.txt", "pension/2025.pdf", "plan.md", "draft.txt"}[1:2]},
		{"pension ext:txt", []string{"copy.txt", "draft.txt"}},
		{"pension meta.author:doe", []string{"pension/2025.pdf"}},
		{"pension -meta.author:doe file:*.txt", []string{"copy.txt", "draft.txt"}},
		{"pension after:2026-05-05", []string{}},
		{"nothingofthesort", []string{}},
		{"", []string{}},
	}
	everyStore(t, func(t *testing.T, s store) any {
		r := filled(t, s, library()...)
		var record []any
		for _, tc := range cases {
			found := words(t, r, tc.question, Filter{}, LevelDocuments, 10)
			if got := filesOf(found); !slices.Equal(got, tc.want) {
				t.Errorf("%q finds %v, want %v", tc.question, got, tc.want)
			}
			record = append(record, found, words(t, r, tc.question, Filter{}, LevelChunks, 100))
		}
		return record
	})
}

// TestScoresAreThoseOfTheFormula counts the words of every text by itself and weighs them.
func TestScoresAreThoseOfTheFormula(t *testing.T) {
	documents := library()
	everyStore(t, func(t *testing.T, s store) any {
		r := filled(t, s, documents...)
		for _, level := range []Level{LevelDocuments, LevelChunks} {
			type text struct {
				ref   ChunkRef
				parts []lexical.Counts
			}
			var texts []text
			total := 0
			for _, d := range documents {
				if level == LevelDocuments {
					texts = append(texts, text{ChunkRef{d.Collection, d.File, 0}, d.Words})
				} else {
					for i := range d.Words {
						texts = append(texts, text{ChunkRef{d.Collection, d.File, i}, d.Words[i : i+1]})
					}
				}
				for _, c := range d.Words {
					total += c.Length
				}
			}
			plan := planOf(t, r, "pension plan plan obligation")
			want := map[ChunkRef]float64{}
			for _, group := range plan.Scored {
				tf, length, df := map[ChunkRef]int{}, map[ChunkRef]int{}, 0
				for _, x := range texts {
					for _, p := range x.parts {
						length[x.ref] += p.Length
						for _, c := range p.Terms {
							if slices.Contains(group.Terms, c.Term) {
								tf[x.ref] += c.Count // these words have one term each
							}
						}
					}
				}
				df = len(tf)
				for ref, n := range tf {
					idf := math.Log(1 + (float64(len(texts)-df)+0.5)/(float64(df)+0.5))
					norm := 1 - 0.75 + 0.75*float64(length[ref])/(float64(total)/float64(len(texts)))
					want[ref] += float64(group.Count) * idf * float64(n) / (float64(n) + 1.2*norm)
				}
			}
			found, err := r.Words(context.Background(), plan, Filter{}, level, 1000)
			must(t, err)
			if len(found) != len(want) || len(want) == 0 {
				t.Errorf("level %d: %d texts, want %d", level, len(found), len(want))
			}
			for _, m := range found {
				ref := m.ChunkRef
				if level == LevelDocuments {
					ref.Index = 0
				}
				sum := 0.0
				for _, term := range m.Terms {
					sum += term.Score
				}
				if math.Abs(m.Score-want[ref]) > 1e-12 || sum != m.Score {
					t.Errorf("%v scores %v (%v), want %v", ref, m.Score, m.Terms, want[ref])
				}
			}
		}
		return nil
	})
}

func TestADocumentNamesTheChunkThatASearchForChunksPutsFirst(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		r := filled(t, s, library()...)
		for _, question := range []string{"obligation", "plan draft", "pension benefit plan", "Versicherung Rente", `"pension plan" rose`} {
			best := map[DocumentRef]int{}
			bare, _, _ := strings.Cut(strings.ReplaceAll(question, `"`, ""), "-")
			for _, c := range words(t, r, bare, Filter{}, LevelChunks, 1000) {
				if _, found := best[c.document()]; !found {
					best[c.document()] = c.Index
				}
			}
			for _, d := range words(t, r, question, Filter{}, LevelDocuments, 1000) {
				if d.Index != best[d.document()] {
					t.Errorf("%q: %v, want chunk %d", question, d.ChunkRef, best[d.document()])
				}
			}
		}
		return nil
	})
}

func TestAPhraseOfAChunkLiesInItsWindow(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		// Windows of 20 with 5 of overlap: one begins within "pension", another within "ion".
		r := filled(t, s, newDocument("ACME", "f", "aaaa bbbb cccc pension plan dddd eeee ffff gggg"))
		for question, want := range map[string][]int{
			`"pension plan"`: {1}, `"cccc pension"`: {}, `"ion plan"`: {}, `"dddd eeee"`: {}, `"eeee ffff"`: {2}, `aaaa -bbbb`: {},
			`plan -eeee`: {1}, `plan -dddd`: {},
		} {
			found := words(t, r, question, Filter{}, LevelChunks, 10)
			got := []int{}
			for _, m := range found {
				got = append(got, m.Index)
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s is found in %v, want %v", question, got, want)
			}
			if question == `"cccc pension"` && len(words(t, r, question, Filter{}, LevelDocuments, 1)) != 1 {
				t.Error("a phrase that no chunk holds whole is not found in its document")
			}
		}
		return nil
	})
}

func TestTiesOfWordsFallToPathAndIndexHoweverManyThereAre(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		w := s.write(t)
		begin(t, w, "b", "a")
		var documents []NewDocument
		for i := range 90 {
			documents = append(documents, newDocument([]string{"b", "a"}[i%2], fmt.Sprintf("%02d.txt", 89-i), "the same words"))
		}
		put(t, w, documents...)
		publish(t, w)
		r := s.read(t)
		var record []any
		for _, level := range []Level{LevelDocuments, LevelChunks} {
			found := words(t, r, "same words", Filter{}, level, 50)
			if len(found) != 50 || found[0].Collection != "a" || found[49].Collection != "b" {
				t.Errorf("%d matches %v", len(found), found)
			}
			if !slices.IsSortedFunc(found, func(a, b WordMatch) int { return a.ChunkRef.Compare(b.ChunkRef) }) {
				t.Errorf("out of order: %v", found)
			}
			record = append(record, found)
		}
		return record
	})
}

// zipf is documents of words whose frequency falls with their number.
func zipf(random *rand.Rand, n int) []NewDocument {
	out := make([]NewDocument, n)
	for i := range out {
		var text strings.Builder
		for range 2 + random.IntN(40) {
			fmt.Fprintf(&text, "w%d ", int(math.Exp(random.Float64()*5)))
		}
		out[i] = newDocument([]string{"ACME", "ACME/Reports"}[random.IntN(2)], fmt.Sprintf("%03d.txt", i), text.String())
		out[i].Title = fmt.Sprintf("title%d", random.IntN(10))
		out[i].Metadata = map[string]any{"group": random.IntN(4)}
	}
	return out
}

// TestNoFilterMakesAnAnswerShort holds filtered answers to the unfiltered ranking of everything.
func TestNoFilterMakesAnAnswerShort(t *testing.T) {
	const limit = 7
	everyStore(t, func(t *testing.T, s store) any {
		ctx := context.Background()
		random := rand.New(rand.NewPCG(3, 4))
		documents := zipf(random, 300)
		r := filled(t, s, documents...)
		var record []any
		for round := range 45 {
			filter := Filter{}
			share := []float64{0.01, 0.1, 0.5}[round%3]
			filter.Documents = []DocumentRef{}
			for _, d := range documents {
				if random.Float64() < share {
					filter.Documents = append(filter.Documents, DocumentRef{d.Collection, d.File})
				}
			}
			switch random.IntN(4) {
			case 0:
				filter.Collections = []corpus.CollectionPath{"ACME"}
			case 1:
				filter.Where = []lexical.Filter{{Field: lexical.FieldMeta, Key: "group", Value: fmt.Sprint(random.IntN(4)), Not: random.IntN(2) == 0}}
			case 2:
				filter.Documents, filter.Where = nil, []lexical.Filter{{Field: lexical.FieldTitle, Value: fmt.Sprintf("title%d", random.IntN(10))}}
			}
			admitted := map[DocumentRef]bool{}
			for _, d := range documents {
				admitted[DocumentRef{d.Collection, d.File}] = filter.admits(d.Document)
			}
			question := fmt.Sprintf("w%d w%d w%d", 1+random.IntN(5), 1+random.IntN(30), 1+random.IntN(140))
			for _, level := range []Level{LevelDocuments, LevelChunks} {
				var want []WordMatch
				for _, m := range words(t, r, question, Filter{}, level, 100_000) {
					if admitted[m.document()] && len(want) < limit {
						want = append(want, m)
					}
				}
				got := words(t, r, question, filter, level, limit)
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s %+v: %v, want %v", question, filter, got, want)
				}
				record = append(record, got)
			}
			all, err := r.Nearest(ctx, vectorOf(question), Filter{}, 100_000)
			must(t, err)
			var want []Match
			for _, m := range all {
				if admitted[m.document()] && len(want) < limit {
					want = append(want, m)
				}
			}
			got, err := r.Nearest(ctx, vectorOf(question), filter, limit)
			must(t, err)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("nearest among %+v: %v, want %v", filter, got, want)
			}
			record = append(record, got)
		}
		return record
	})
}

func TestProfilesWeighAllWordsOfADocument(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		documents := library()
		r := filled(t, s, documents...)
		asked := []DocumentRef{{"ACME", "none"}}
		for _, d := range documents {
			asked = append(asked, DocumentRef{d.Collection, d.File})
		}
		slices.Reverse(asked)
		profiles, err := r.Profiles(context.Background(), asked)
		must(t, err)
		if len(profiles) != len(documents) {
			t.Fatalf("%d profiles of %d documents", len(profiles), len(documents))
		}
		for i, p := range profiles {
			d := documents[len(documents)-1-i]
			held := map[string]int{}
			for _, c := range d.Words {
				for _, term := range c.Terms {
					held[term.Term] += term.Count
				}
			}
			if p.File != d.File || len(p.Terms) != len(held) || (p.Vector == nil) != (len(held) == 0) {
				t.Errorf("%s: %d terms and %d dimensions, want %d terms of %s", p.File, len(p.Terms), len(p.Vector), len(held), d.File)
			}
			for j, term := range p.Terms {
				if term.Weight <= 0 || j > 0 && p.Terms[j-1].Term >= term.Term {
					t.Errorf("%s: %v", p.File, p.Terms)
				}
			}
		}
		copies := []Profile{}
		for _, p := range profiles {
			if p.File == "copy.txt" || p.File == "pension/2025.pdf" {
				p.DocumentRef = DocumentRef{}
				copies = append(copies, p)
			}
		}
		if !reflect.DeepEqual(copies[0], copies[1]) {
			t.Errorf("copies have the profiles %v and %v", copies[0], copies[1])
		}
		return profiles
	})
}

func TestGrepFindsEachMatchOnce(t *testing.T) {
	text := "aaaa bbbb cccc pension plan 50% dddd_eeee fff\nPension, ÄÖ größe; pensions"
	cases := []struct {
		pattern Pattern
		want    []string // what stands at the matches
	}{
		{Pattern{Text: "pension"}, []string{"pension", "pension"}},
		{Pattern{Text: "pension", FoldCase: true}, []string{"pension", "Pension", "pension"}},
		{Pattern{Text: "50%"}, []string{"50%"}},
		{Pattern{Text: "d_e"}, []string{"d_e"}},
		{Pattern{Text: "b.b"}, nil},
		{Pattern{Text: "(["}, nil},
		{Pattern{Text: "äö GRÖSSE", FoldCase: true}, nil},
		{Pattern{Text: "äö gRÖß", FoldCase: true}, []string{"ÄÖ größ"}},
		{Pattern{Text: `[a-z]+s\b`, Regexp: true}, []string{"pensions"}},
		{Pattern{Text: `p(lan|ension)`, Regexp: true}, []string{"pension", "plan", "pension"}},
		{Pattern{Text: `\w+`, Regexp: true}, []string{"aaaa", "bbbb", "cccc", "pension", "plan", "50", "dddd_eeee", "fff", "Pension", "gr", "e", "pensions"}},
		{Pattern{Text: `x*`, Regexp: true}, nil},
		{Pattern{Text: ""}, nil},
	}
	everyStore(t, func(t *testing.T, s store) any {
		ctx := context.Background()
		d := newDocument("ACME", "f.txt", text)
		r := filled(t, s, d, newDocument("ACME/Reports", "other.txt", text))
		var record []any
		for _, tc := range cases {
			found, err := r.Grep(ctx, tc.pattern, Filter{Collections: []corpus.CollectionPath{"ACME"}}, 100)
			must(t, err)
			var got []string
			for _, m := range found {
				got = append(got, string([]rune(d.Cut[m.Index].Characters)[m.Start:m.End]))
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("%+v finds %q, want %q", tc.pattern, got, tc.want)
			}
			both, err := r.Grep(ctx, tc.pattern, Filter{}, len(tc.want)+1)
			must(t, err)
			if len(both) != min(2*len(tc.want), len(tc.want)+1) {
				t.Errorf("%+v finds %d matches in both", tc.pattern, len(both))
			}
			record = append(record, found, both)
		}
		var refused *PatternError
		if _, err := r.Grep(ctx, Pattern{Text: "a(b", Regexp: true}, Filter{}, 1); !errors.As(err, &refused) || refused.Pattern != "a(b" {
			t.Errorf("a broken expression gives %v", err)
		}
		return record
	})
}

// TestGrepFindsEveryOccurrence holds it to the whole text, for patterns that no overlap is too short for.
func TestGrepFindsEveryOccurrence(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		random := rand.New(rand.NewPCG(8, 9))
		var documents []NewDocument
		for i := range 30 {
			text := make([]rune, random.IntN(120))
			for j := range text {
				text[j] = []rune("ab é")[random.IntN(4)]
			}
			documents = append(documents, newDocument("ACME", fmt.Sprintf("%02d", i), string(text)))
		}
		r := filled(t, s, documents...)
		var record []any
		for _, pattern := range []Pattern{{Text: "ab"}, {Text: "é b"}, {Text: "abé"}, {Text: "ÉAB", FoldCase: true}, {Text: "a[^a]b", Regexp: true}, {Text: "a é+b", Regexp: true}} {
			expression, err := pattern.compile()
			must(t, err)
			want := map[string]int{}
			for _, d := range documents {
				text := join(d.Cut)
				for _, at := range expression.FindAllStringIndex(text, -1) {
					want[fmt.Sprint(d.File, utf8.RuneCountInString(text[:at[0]]), utf8.RuneCountInString(text[:at[1]]))]++
				}
			}
			found, err := r.Grep(context.Background(), pattern, Filter{}, 10_000)
			must(t, err)
			got := map[string]int{}
			for _, m := range found {
				start := m.Index * (testSpec.Window - testSpec.Overlap)
				got[fmt.Sprint(m.File, start+m.Start, start+m.End)]++
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%+v: %v, want %v", pattern, got, want)
			}
			record = append(record, found)
		}
		return record
	})
}

func TestWordsFollowEveryChange(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		ctx := context.Background()
		random := rand.New(rand.NewPCG(5, 6))
		var record []any
		for round := range 5 {
			w := s.write(t)
			begin(t, w, "ACME", "ACME/Reports")
			for _, d := range zipf(random, 12) {
				if random.IntN(3) == 0 {
					must(t, w.Remove(ctx, d.Collection, []corpus.FilePath{d.File}))
				} else {
					put(t, w, d)
				}
			}
			if round == 2 {
				must(t, w.RenameCollection(ctx, "ACME", "moved"))
				must(t, w.RenameCollection(ctx, "moved", "ACME"))
			}
			publish(t, w)
			r := s.read(t)
			info, err := r.Info(ctx)
			must(t, err)
			record = append(record, info.Languages)
			for _, question := range []string{"w1", "w2 w30", "w3 w4 w100", `"w1 w2"`, "w1 -w2"} {
				for _, level := range []Level{LevelDocuments, LevelChunks} {
					record = append(record, words(t, r, question, Filter{}, level, 20))
				}
			}
			var all []DocumentRef
			for i := range 12 {
				for _, c := range []corpus.CollectionPath{"ACME", "ACME/Reports"} {
					all = append(all, DocumentRef{c, corpus.FilePath(fmt.Sprintf("%03d.txt", i))})
				}
			}
			profiles, err := r.Profiles(ctx, all)
			must(t, err)
			record = append(record, profiles)
		}
		return record
	})
}

func TestADocumentIsRefusedWithoutTheCountsOfItsWords(t *testing.T) {
	everyStore(t, func(t *testing.T, s store) any {
		ctx := context.Background()
		w := s.write(t)
		begin(t, w, "c")
		put(t, w, newDocument("c", "f", "some words"))
		for fault, spoil := range map[string]func(d *NewDocument){
			"none":      func(d *NewDocument) { d.Words = nil },
			"unordered": func(d *NewDocument) { slices.Reverse(d.Words[0].Terms) },
			"uncounted": func(d *NewDocument) { d.Words[0].Terms[0].Count = 0 },
			"not UTF-8": func(d *NewDocument) { d.Words[0].Terms[0].Term = "a\xff" },
		} {
			d := newDocument("c", "f", "some words")
			spoil(&d)
			if err := w.Put(ctx, []NewDocument{d}); err == nil {
				t.Errorf("counts that are %s were stored", fault)
			}
		}
		must(t, w.Close())
		return nil
	})
}

func TestWordsOfOtherRulesAreStaleUntilTheNextBuild(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "octavo.duckdb")
	w := openWriter(t, path)
	begin(t, w, "ACME/Reports", "ACME")
	put(t, w, library()...)
	publish(t, w)
	want := words(t, openReader(t, path), "pension plan", Filter{}, LevelDocuments, 10)

	w = openWriter(t, path)
	f := w.(*fileWriter)
	for _, text := range []string{
		"UPDATE meta SET value = '0' WHERE key = 'words_version'", "DELETE FROM terms WHERE id % 2 = 0", "UPDATE postings SET tf = tf + 1",
		"UPDATE revisions SET language = 'xx', length = 1", "DELETE FROM revision_terms",
	} {
		_, err := f.conn.ExecContext(ctx, text)
		must(t, err)
	}
	_, err := f.publish(ctx, PublishOptions{})
	must(t, err)
	var stale *StaleWordsError
	r, err := OpenReader(ctx, path, ReaderOptions{})
	must(t, err)
	if _, err := r.Words(ctx, planOf(t, r, "pension"), Filter{}, LevelDocuments, 1); !errors.As(err, &stale) || stale.Found != 0 {
		t.Errorf("stale words give %v", err)
	}
	must(t, r.Close())

	w, err = OpenWriter(ctx, path, WriterOptions{})
	must(t, err)
	if !w.Unpublished() {
		t.Error("a build sees nothing to publish")
	}
	publish(t, w)
	must(t, Check(ctx, path))
	got := words(t, openReader(t, path), "pension plan", Filter{}, LevelDocuments, 10)
	for i := range got {
		got[i].Revision = want[i].Revision // a text that was analysed anew is another revision
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("after a build %v, want %v", got, want)
	}
}
