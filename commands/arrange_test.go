package commands

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"octavo/engine"
)

func FuzzArrangingTwiceChangesNothing(f *testing.F) {
	for _, seed := range []string{
		"search\x00rate\x00--limit\x00-1", "--json\x00search\x00-", "help\x00build", "collections\x00rename\x00A\x00B", "search\x00--\x00--all",
		"build\x00--include=**\x00-q\x00--\x00-x", "--version", "get-chunk\x00A\x00b\x00-1", "search\x00help",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, joined string) {
		words := strings.Split(joined, "\x00")
		first, err := arrange((&App{}).tree(), words)
		if err != nil {
			var usage *engine.UsageError
			if !errors.As(err, &usage) || usage.Message == "" {
				t.Fatalf("%q: %v is no usage error", words, err)
			}
			return
		}
		if first.help != "" {
			return
		}
		second, err := arrange((&App{}).tree(), first.words()[1:])
		if err != nil || second.command.path() != first.command.path() ||
			!reflect.DeepEqual(second.flags, first.flags) || strings.Join(second.arguments, "\x00") != strings.Join(first.arguments, "\x00") || second.json != first.json {
			t.Fatalf("%q became %q, and that %q (%v)", words, first.words(), second.words(), err)
		}
	})
}
