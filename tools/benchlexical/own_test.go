package main

import (
	"maps"
	"strings"
	"testing"

	"octavo/engine/index"
)

func TestTheOthersGetTheTokensThatOctavoCounts(t *testing.T) {
	text := madeUpText(3) + " the boundary-layer of fooBar, R&D and 2026.4.10 " + madeUpText(4)
	for _, level := range []index.Level{index.LevelChunks, index.LevelDocuments} {
		p := prepareOne(text, level)
		var want, got []map[string]int
		for i, words := range p.document.Words {
			if i == 0 || level == index.LevelChunks {
				want = append(want, map[string]int{})
			}
			for _, term := range words.Terms {
				want[len(want)-1][term.Term] += term.Count
			}
		}
		for _, tokens := range p.tokens {
			counts := map[string]int{}
			for _, token := range tokens {
				counts[token]++
				if strings.ContainsAny(token, " \n") {
					t.Errorf("%q cannot be told from two tokens", token)
				}
			}
			got = append(got, counts)
		}
		if len(got) != len(want) {
			t.Fatalf("level %v: %d texts, want %d", level, len(got), len(want))
		}
		for i := range want {
			if !maps.Equal(got[i], want[i]) {
				t.Errorf("level %v: the tokens of text %d are not those that are counted", level, i)
			}
		}
	}
}
