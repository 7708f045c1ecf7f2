package eval

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"octavo/engine/corpus"
)

var frequencies = map[string]int{
	"the": 90, "pressure": 30, "of": 90, "boundary": 12, "layer": 14, "oscillates": 3, "slipstream": 2, "xq": 2,
	"misprintt": 1, "孤立した境界層の問題": 2, "滑り流れ": 3,
}

func frequency(word string) int { return frequencies[word] }

func sample(file, title, text string) Sample {
	return Sample{Document: DocumentName{"ACME", corpus.FilePath(file)}, Title: title, Text: text, Page: 2}
}

func TestADraftAsksWithTheRarestWordsInTheOrderOfTheText(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"words of one document only when others run out, short ones never",
			"The misprintt of Slipstream xq, the pressure: boundary layer oscillates.", "Slipstream boundary layer oscillates"},
		{"a word once", "Slipstream slipstream boundary", "Slipstream boundary"},
		{"too few shared words: the one of this document joins", "misprintt slipstream", "misprintt slipstream"},
		{"unknown words are not asked for", "zzz yyy slipstream", ""},
		{"nothing", "", ""},
		{"clauses of a script without spaces", "孤立した境界層の問題、滑り流れ。", "孤立した境界層の問題 滑り流れ"},
	} {
		got := Draft([]Sample{sample("a.txt", "", tc.text)}, DraftOptions{Count: 5, Frequency: frequency})
		if tc.want == "" {
			if len(got) != 0 {
				t.Errorf("%s: drafted %+v", tc.name, got)
			}
			continue
		}
		if len(got) != 1 || got[0].Text != tc.want {
			t.Errorf("%s: got %+v, want %q", tc.name, got, tc.want)
			continue
		}
		if a := got[0].Answers[0]; !got[0].Drafted || a.ID != "a.txt" || a.Page != 2 || a.Grade != 1 || !strings.Contains(tc.text, a.Passage) || a.Passage == "" {
			t.Errorf("%s: answer %+v", tc.name, a)
		}
	}
}

func TestATitleIsAskedForWhereOneDocumentHasItAndOnce(t *testing.T) {
	got := Draft([]Sample{
		sample("a", "Wings in a slipstream", "slipstream boundary"), sample("a", "Wings in a slipstream", "boundary layer"),
		sample("b", "Annual report", "pressure layer"), sample("c", "Annual report", "pressure oscillates"),
		sample("d", "Report", "pressure boundary"),
	}, DraftOptions{Count: 10, Frequency: frequency})
	var texts []string
	for _, q := range got {
		texts = append(texts, q.Text)
	}
	slices.Sort(texts)
	titles := slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return s != "Wings in a slipstream" })
	if len(titles) > 1 || slices.Contains(texts, "Annual report") || slices.Contains(texts, "Report") {
		t.Errorf("got %q", texts)
	}
	alone := Draft([]Sample{sample("a", "Wings in a slipstream", "slipstream boundary")}, DraftOptions{Count: 1, Frequency: frequency})
	if len(alone) != 1 || alone[0].Text != "Wings in a slipstream" || alone[0].Answers[0].Passage != "" {
		t.Errorf("the first question is %+v, want the title, answered by the whole document", alone)
	}
}

func TestATitleThatWasAskedForLeavesItsPassagesToBeAskedFor(t *testing.T) {
	var all []Sample
	for _, text := range []string{"slipstream boundary", "boundary layer", "pressure oscillates"} {
		all = append(all, sample("a", "Wings in a slipstream", text))
	}
	if got := Draft(all, DraftOptions{Count: 3, Frequency: frequency}); len(got) != 3 {
		t.Errorf("three passages gave %d questions: %+v", len(got), got)
	}
}

// samples of ten documents with one to ten passages.
func samples() []Sample {
	var out []Sample
	words := []string{"the", "pressure", "of", "boundary", "layer", "oscillates", "slipstream", "misprintt"}
	random := rand.New(rand.NewPCG(5, 5))
	for d := range 10 {
		for range d + 1 {
			var text []string
			for range 30 {
				text = append(text, words[random.IntN(len(words))])
			}
			out = append(out, sample(fmt.Sprintf("d%d.txt", d), fmt.Sprintf("Title number %d", d), strings.Join(text, " ")))
		}
	}
	return out
}

func TestDraftsDependOnSamplesAndSeedAlone(t *testing.T) {
	o := DraftOptions{Count: 8, Seed: 11, Frequency: frequency}
	all := samples()
	want := Draft(all, o)
	if len(want) != 8 {
		t.Fatalf("%d questions, want 8", len(want))
	}
	slices.Reverse(all)
	if got := Draft(all, o); !reflect.DeepEqual(got, want) {
		t.Errorf("another order of samples gave %+v\nwant %+v", got, want)
	}
	o.Seed = 12
	if got := Draft(all, o); reflect.DeepEqual(got, want) {
		t.Error("another seed gave the same questions")
	}
}

func TestDocumentsAreDrawnEvenlyAndNoQuestionTwice(t *testing.T) {
	got := Draft(samples(), DraftOptions{Count: 8, Seed: 3, Frequency: frequency})
	files, texts := map[corpus.FilePath]int{}, map[string]int{}
	for i, q := range got {
		files[q.Answers[0].Document.File]++
		texts[q.Text]++
		if want := fmt.Sprintf("draft-%03d", i+1); q.ID != want {
			t.Errorf("id %s, want %s", q.ID, want)
		}
	}
	for text, count := range texts {
		if count > 1 {
			t.Errorf("%q is asked %d times", text, count)
		}
	}
	for file, count := range files {
		if count > 1 {
			t.Errorf("%s is asked for %d times in 8 questions over 10 documents", file, count)
		}
	}
}

func TestDraftsAreJudgementsAtOnce(t *testing.T) {
	var b bytes.Buffer
	if err := WriteQueries(&b, Draft(samples(), DraftOptions{Count: 8, Frequency: frequency})); err != nil {
		t.Fatal(err)
	}
	j, err := load(t, b.String(), "")
	if err != nil {
		t.Fatal(err)
	}
	var documents []DocumentName
	for d := range 10 {
		documents = append(documents, DocumentName{"ACME", corpus.FilePath(fmt.Sprintf("d%d.txt", d))})
	}
	if err := Resolve(j, documents); err != nil || j.Drafted() != len(j.Queries) || len(j.Queries) == 0 {
		t.Errorf("%d of %d drafted, %v", j.Drafted(), len(j.Queries), err)
	}
}
