package eval

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"octavo/engine/corpus"
)

// Sample is a passage from which a question may be drafted.
type Sample struct {
	Document DocumentName
	Title    string // of the document; may be empty
	Text     string
	Page     int
}

// DraftOptions say how many questions to draft. Equal samples and options give equal questions,
// in whatever order the samples come.
type DraftOptions struct {
	Count int
	Seed  uint64
	// Frequency is the number of documents that hold a word, as the index counts it; 0 for a word
	// that it does not know, which is then not asked for.
	Frequency func(word string) int
}

// Bounds of a drafted question, in words and in characters of a word.
const (
	termsAsked   = 4
	termsNeeded  = 2
	shortestTerm = 3
	longestTerm  = 30
)

// Draft makes known-item questions: each is right for the document that it was made from. By turns
// it asks with a document's title and with the rarest words of a passage, in the order in which they
// stand there. Words that only one document holds are avoided while others are left, since they
// would make every ranking look perfect. Documents are drawn evenly, whatever their size.
//
// It gives fewer than Count questions where the samples yield no more. What it makes is marked as
// drafted: such numbers compare two rankings, they do not say how good one is for real questions.
func Draft(samples []Sample, o DraftOptions) []Query {
	titles := map[string]map[DocumentName]bool{}
	for _, s := range samples {
		if titles[s.Title] == nil {
			titles[s.Title] = map[DocumentName]bool{}
		}
		titles[s.Title][s.Document] = true
	}
	unique := func(title string) bool { return len(titles[title]) == 1 }
	var drafts []Query
	asked := map[string]bool{}
	for _, s := range shuffled(samples, o.Seed) {
		if len(drafts) == o.Count {
			break
		}
		q := o.ask(s, len(drafts)%2 == 0 && unique(s.Title) && !asked[s.Title])
		if q.Text == "" || asked[q.Text] {
			continue
		}
		asked[q.Text] = true
		q.ID = fmt.Sprintf("draft-%03d", len(drafts)+1)
		drafts = append(drafts, q)
	}
	return drafts
}

// shuffled draws samples so that each document comes once before any comes again.
func shuffled(samples []Sample, seed uint64) []Sample {
	sorted := slices.SortedFunc(slices.Values(samples), func(a, b Sample) int {
		return cmp.Or(compareNames(a.Document, b.Document), cmp.Compare(a.Page, b.Page), cmp.Compare(a.Text, b.Text))
	})
	random := rand.New(rand.NewPCG(seed, 2))
	random.Shuffle(len(sorted), func(i, j int) { sorted[i], sorted[j] = sorted[j], sorted[i] })
	turn := map[DocumentName]int{}
	turns := make([]int, len(sorted))
	order := make([]int, len(sorted))
	for i, s := range sorted {
		order[i], turns[i] = i, turn[s.Document]
		turn[s.Document]++
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(turns[a], turns[b]) })
	out := make([]Sample, len(sorted))
	for i, at := range order {
		out[i] = sorted[at]
	}
	return out
}

// ask drafts a question without an id; its text is empty where the sample yields none.
func (o DraftOptions) ask(s Sample, title bool) Query {
	answer := Answer{ID: string(s.Document.File), Document: s.Document, Grade: 1}
	q := Query{Collection: s.Document.Collection, Drafted: true}
	if title && len(words(s.Title)) >= termsNeeded {
		q.Text = s.Title
	} else {
		terms := o.rarest(s.Text)
		if len(terms) < termsNeeded {
			return q
		}
		q.Text = strings.Join(ids(terms, func(w word) string { return w.text }), " ")
		answer.Passage, answer.Page = stretch(s.Text[terms[0].at:]), s.Page
	}
	q.Answers = []Answer{answer}
	return q
}

// word is a run of letters and the byte at which it begins.
type word struct {
	text string
	at   int
}

// rarest picks the words that fewest documents hold, in the order of the text.
func (o DraftOptions) rarest(text string) []word {
	type term struct {
		word
		frequency int
	}
	var terms []term
	seen := map[string]bool{}
	for _, w := range words(text) {
		lower := strings.ToLower(w.text)
		if n := utf8.RuneCountInString(w.text); n < shortestTerm || n > longestTerm || seen[lower] {
			continue
		}
		seen[lower] = true
		if frequency := o.Frequency(lower); frequency > 0 {
			terms = append(terms, term{w, frequency})
		}
	}
	slices.SortFunc(terms, func(a, b term) int {
		return cmp.Or(cmp.Compare(min(b.frequency, 2), min(a.frequency, 2)), // those of one document last
			cmp.Compare(a.frequency, b.frequency), cmp.Compare(a.at, b.at))
	})
	terms = terms[:min(termsAsked, len(terms))]
	slices.SortFunc(terms, func(a, b term) int { return cmp.Compare(a.at, b.at) })
	out := make([]word, len(terms))
	for i, t := range terms {
		out[i] = t.word
	}
	return out
}

// words are the runs of letters of a text. In scripts without spaces a run is a clause, which makes
// a good question too.
func words(text string) []word {
	var out []word
	begin := -1
	for at, r := range text + " " {
		letter := unicode.IsLetter(r) || unicode.IsMark(r)
		switch {
		case letter && begin < 0:
			begin = at
		case !letter && begin >= 0:
			out = append(out, word{text[begin:at], begin})
			begin = -1
		}
	}
	return out
}

// stretch is the beginning of a text, short enough to stand whole in a chunk.
func stretch(text string) string {
	return strings.TrimSuffix(corpus.Clip(text, wholePassage), "…")
}
