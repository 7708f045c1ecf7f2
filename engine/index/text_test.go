package index

import (
	"database/sql"
	"math/rand/v2"
	"testing"
	"unicode/utf8"
)

func FuzzTheTailOfATextIsItsLastCharacters(f *testing.F) {
	f.Add("", 3)
	f.Add("größer 日本", 4)
	f.Add("e\u0301x", 2)
	f.Fuzz(func(t *testing.T, s string, n int) {
		if !utf8.ValidString(s) {
			return // refused at the gate
		}
		runes := []rune(s)
		if want := string(runes[len(runes)-min(max(n, 0), len(runes)):]); tail(s, n) != want {
			t.Errorf("tail(%q, %d) = %q, want %q", s, n, tail(s, n), want)
		}
	})
}

func TestQuotedTextReachesDuckDBAsItWas(t *testing.T) {
	db, err := sql.Open("duckdb", "")
	must(t, err)
	defer func() { must(t, db.Close()) }()
	random := rand.New(rand.NewPCG(7, 8))
	letters := []rune(`a'"\;-$[]{}/* é日` + "\n")
	for range 200 {
		runes := make([]rune, random.IntN(12))
		for i := range runes {
			runes[i] = letters[random.IntN(len(letters))]
		}
		want := string(runes)
		var got string
		must(t, db.QueryRow("SELECT "+literal(want)).Scan(&got))
		if got != want {
			t.Errorf("literal(%q) reads %q", want, got)
		}
		if want == "" {
			continue // no name is empty
		}
		must(t, db.QueryRow("SELECT "+identifier(want)+" FROM (SELECT 'found' AS "+identifier(want)+")").Scan(&got))
		if got != "found" {
			t.Errorf("identifier(%q) reads %q", want, got)
		}
	}
}
