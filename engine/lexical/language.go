package lexical

import (
	"maps"
	"slices"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/irish"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/tamil"
	"github.com/blevesearch/snowballstem/turkish"
)

// Language is an ISO 639-1 code, for example "de". Words of a language that is not in Languages
// are kept as they are written, lower case and without accents.
type Language string

// Unknown is the language of a text that Detect cannot place: nothing in it is stemmed.
const Unknown Language = ""

// stemmers are the Snowball algorithms (https://snowballstem.org/algorithms/).
var stemmers = map[Language]func(*snowballstem.Env) bool{
	"ar": arabic.Stem, "da": danish.Stem, "de": german.Stem, "en": english.Stem, "es": spanish.Stem,
	"fi": finnish.Stem, "fr": french.Stem, "ga": irish.Stem, "hu": hungarian.Stem, "it": italian.Stem,
	"nl": dutch.Stem, "no": norwegian.Stem, "pt": portuguese.Stem, "ro": romanian.Stem,
	"ru": russian.Stem, "sv": swedish.Stem, "ta": tamil.Stem, "tr": turkish.Stem,
}

// Languages lists the languages that Analyze can stem and Detect can tell, by code.
func Languages() []Language { return slices.Sorted(maps.Keys(stemmers)) }

// stem is the Snowball stem of a lower-case word in NFC; the word itself where there is no stemmer.
func stem(word string, language Language) string {
	algorithm, found := stemmers[language]
	if !found {
		return word
	}
	env := snowballstem.NewEnv(word)
	algorithm(env)
	if env.Current() == "" {
		return word
	}
	return env.Current()
}
