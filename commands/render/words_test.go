package render

import (
	"strings"
	"testing"
	"time"
)

func TestNumbersReadWell(t *testing.T) {
	for _, tc := range []struct{ got, want string }{
		{count(0), "0"}, {count(999), "999"}, {count(1000), "1,000"}, {count(-1234567), "-1,234,567"}, {count(-100), "-100"},
		{plural(1, "file"), "1 file"}, {plural(0, "file"), "0 files"}, {plural(1204, "passage"), "1,204 passages"},
		{size(0), "0 B"}, {size(999), "999 B"}, {size(1000), "1.0 kB"}, {size(999_949), "999.9 kB"}, {size(999_950), "1.0 MB"}, {size(12_345_678), "12.3 MB"}, {size(5e15), "5.0 PB"},
		{duration(40 * time.Millisecond), "0.0 s"}, {duration(59 * time.Second), "59.0 s"}, {duration(200 * time.Second), "3 min 20 s"}, {duration(2*time.Hour + 5*time.Minute), "2 h 5 min"},
	} {
		if tc.got != tc.want {
			t.Errorf("got %q, want %q", tc.got, tc.want)
		}
	}
}

func TestASuggestedCommandSurvivesTheShell(t *testing.T) {
	for _, tc := range []struct{ word, want string }{
		{"ACME/Reports", "ACME/Reports"}, {"notes from Jürgen.md", "'notes from Jürgen.md'"}, {"it's", `'it'\''s'`},
		{"", "''"}, {"$HOME", "'$HOME'"}, {"a;b", "'a;b'"}, {"--db", "--db"}, {"Übung.md", "Übung.md"},
	} {
		if got := Command(tc.word); got != tc.want {
			t.Errorf("Command(%q) = %s, want %s", tc.word, got, tc.want)
		}
	}
}

func TestWordsOfTheQuestionAreMarkedWhateverTheirCase(t *testing.T) {
	p := NewText(Options{Color: true})
	mark := func(word string) string { return p.match.Render(word) }
	for _, tc := range []struct{ name, text, question, want string }{
		{"a word", "the Discount, again", "discount", "the " + mark("Discount") + ", again"},
		{"not inside another word", "discounted", "discount", "discounted"},
		{"no word of two letters", "it is so", "is it so", "it is so"},
		{"beyond ASCII", "ÜBUNG macht", "übung", mark("ÜBUNG") + " macht"},
		{"punctuation around", "(rate)", "what rate?", "(" + mark("rate") + ")"},
		{"nothing asked", "rate", "", "rate"},
	} {
		if got := p.emphasise(tc.text, tc.question); got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
}

func FuzzMarkingChangesNoText(f *testing.F) {
	f.Add("the discount rate", "rate")
	f.Add("  \n…é", "é")
	f.Fuzz(func(t *testing.T, text, question string) {
		p := NewText(Options{Color: true})
		p.match = p.strong.UnsetBold()
		if got := p.emphasise(text, question); got != text && !strings.ContainsAny(text, "\t\r") {
			t.Errorf("emphasise(%q, %q) = %q", text, question, got)
		}
	})
}
