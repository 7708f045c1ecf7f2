package lexical

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxCamel is the most bytes that a word may have to be taken apart at its capitals: longer ones
// are keys and encoded data.
const maxCamel = 64

// dissect gives the tokens of one word, compound or emoji, counted from its start.
func dissect(raw string, kind segmentKind, language Language) []Token {
	d := dissection{raw: raw, language: language}
	if kind == kindEmoji {
		d.emit(strings.Map(dropEmojiModifier, raw), 0, len(raw))
	} else {
		d.list(0, len(raw))
	}
	return d.tokens
}

// dissection takes a compound apart from the outside to the inside: a list (1,2;3) into compounds
// (foo-bar), those into names (foo.bar, C++), those into words (fooBar, l'homme), those into plain
// words. Each step works on raw[from:to], in bytes, and leaves the position after what it emitted.
type dissection struct {
	raw      string
	language Language
	tokens   []Token
	position int

	bytes, points int // a place in raw and how many code points precede it
}

// grouped is a number with commas between thousands.
var grouped = regexp.MustCompile(`^[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?$`)

func (d *dissection) list(from, to int) {
	if grouped.MatchString(cut(d.raw[from:to])) {
		d.emit(strings.ReplaceAll(d.raw[from:to], ",", ""), from, to)
		d.position++
		return
	}
	for _, part := range d.split(from, to, isListSeparator) {
		d.compound(part[0], part[1])
	}
}

func (d *dissection) compound(from, to int) {
	parts := d.split(from, to, func(r rune) bool { return isHyphen(r) || r == '&' })
	if len(parts) > 1 {
		d.whole(from, to)
	}
	for _, part := range parts {
		d.name(part[0], part[1])
	}
}

func (d *dissection) name(from, to int) {
	bare := strings.TrimRight(d.raw[from:to], "+#")
	if len(bare) < to-from {
		d.whole(from, to)
		if utf8.RuneCountInString(bare) == 1 { // C++ is not C
			d.position++
			return
		}
		to = from + len(bare)
	} else if d.raw[from] == '.' {
		d.whole(from, to)
		from++
	}
	parts := d.split(from, to, func(r rune) bool { return r == '.' || r == '_' })
	if len(parts) > 1 {
		d.whole(from, to)
	}
	if initials := d.initials(parts); initials != "" {
		d.emit(initials, from, to)
		d.position++
		return
	}
	for _, part := range parts {
		d.word(part[0], part[1])
	}
}

// initials is the abbreviation that U.S.A. spells; empty for other names.
func (d *dissection) initials(parts [][2]int) string {
	if len(parts) < 2 {
		return ""
	}
	var out strings.Builder
	for _, part := range parts {
		r, size := utf8.DecodeRuneInString(d.raw[part[0]:part[1]])
		if size != part[1]-part[0] || !unicode.IsLetter(r) {
			return ""
		}
		out.WriteRune(r)
	}
	return fold(lower(cut(out.String()), d.language))
}

func (d *dissection) word(from, to int) {
	if at := strings.IndexFunc(d.raw[from:to], isApostrophe); at >= 0 {
		_, size := utf8.DecodeRuneInString(d.raw[from+at:])
		before, after := strings.ToLower(d.raw[from:from+at]), strings.ToLower(d.raw[from+at+size:to])
		switch {
		case elided[before] && after != "":
			d.plain(from, from+at)
			from += at + size
		case clitics[after]:
			to = from + at
		}
	}
	if bare := strings.TrimSuffix(d.raw[from:to], "s"); len(bare) > 1 && len(bare) < to-from && isUpper(bare) {
		to-- // PDFs: stemmers take it for a word that ends so
	}
	humps := camelHumps(d.raw[from:to])
	if len(humps) > 1 {
		d.plain(from, to)
		d.position--
	}
	for _, hump := range humps {
		d.plain(from+hump[0], from+hump[1])
	}
}

// plain emits the term of a word that has no parts.
func (d *dissection) plain(from, to int) {
	word := lower(cut(d.raw[from:to]), d.language)
	folded := fold(word)
	if strings.IndexFunc(word, unicode.IsNumber) >= 0 {
		d.emit(folded, from, to)
	} else {
		term := fold(stem(word, d.language))
		d.emit(term, from, to)
		if folded != word {
			if other := fold(stem(folded, d.language)); other != term {
				d.emit(other, from, to)
			}
		}
	}
	d.position++
}

func (d *dissection) whole(from, to int) {
	d.emit(fold(lower(cut(d.raw[from:to]), d.language)), from, to)
}

// emit adds a token at the current position. Calls come in order of from.
func (d *dissection) emit(term string, from, to int) {
	if term == "" {
		return
	}
	d.points += utf8.RuneCountInString(d.raw[d.bytes:from])
	d.bytes = from
	d.tokens = append(d.tokens, Token{
		Term:     cut(term),
		Start:    d.points,
		End:      d.points + utf8.RuneCountInString(d.raw[from:to]),
		Position: d.position,
	})
}

// split divides raw[from:to] at separators and drops the empty parts, except that a leading dot
// stays with the name it begins.
func (d *dissection) split(from, to int, separates func(rune) bool) [][2]int {
	var parts [][2]int
	start := from
	for i, r := range d.raw[from:to] {
		if !separates(r) || r == '.' && i == 0 {
			continue
		}
		if at := from + i; at > start {
			parts = append(parts, [2]int{start, at})
		}
		start = from + i + utf8.RuneLen(r)
	}
	if to > start {
		parts = append(parts, [2]int{start, to})
	}
	return parts
}

// isListSeparator reports characters that UAX 29 keeps inside a word or number but that are no
// part of a name: 12:30 is two words.
func isListSeparator(r rune) bool {
	if r < utf8.RuneSelf {
		return !isWordRune(r) && !strings.ContainsRune(`._-&'+#"`, r)
	}
	return !isWordRune(r) && !isMark(r) && !isApostrophe(r) && !isSilent(r) && !isHyphen(r)
}

// elided are the words that lose their vowel before an apostrophe: French, Italian, Catalan.
var elided = setOf(`l d j m t s n c qu jusqu lorsqu puisqu quoiqu un all dall dell nell sull coll quell quest sant`)

// clitics are the endings after an apostrophe that belong to no word's meaning: English.
var clitics = setOf(`s ll re ve d m`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// camelHumps divides a word where a capital begins a new one: after a small letter (fooBar), after
// a digit where a small letter follows (sha256Sum), and before the last capital of a row that a
// small letter follows (HTTPServer). A single letter stays with its neighbour (iPhone).
func camelHumps(word string) [][2]int {
	if len(word) > maxCamel {
		return [][2]int{{0, len(word)}}
	}
	letters := []rune(word)
	var humps [][2]int
	startByte, start := 0, 0
	at := 0
	for i, r := range letters {
		if i-start >= 2 && len(letters)-i >= 2 && unicode.IsUpper(r) {
			before, after := letters[i-1], letters[i+1]
			rises := unicode.IsLower(before) ||
				unicode.IsLower(after) && (unicode.IsDigit(before) || unicode.IsUpper(before))
			if rises {
				humps = append(humps, [2]int{startByte, at})
				startByte, start = at, i
			}
		}
		at += utf8.RuneLen(r)
	}
	return append(humps, [2]int{startByte, len(word)})
}

func isUpper(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsUpper(r) }) < 0
}

// dropEmojiModifier takes away skin tones and the choice between picture and text.
func dropEmojiModifier(r rune) rune {
	if r >= 0x1F3FB && r <= 0x1F3FF || isVariation(r) {
		return -1
	}
	return r
}
