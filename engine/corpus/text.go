package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
)

// Box is a rectangle on a page as it is displayed: fractions of the page's width and height,
// origin top-left.
type Box struct{ X, Y, W, H float64 }

// Union is the smallest box that holds both.
func (b Box) Union(other Box) Box {
	x, y := min(b.X, other.X), min(b.Y, other.Y)
	right, bottom := max(b.X+b.W, other.X+other.W), max(b.Y+b.H, other.Y+other.H)
	return Box{X: x, Y: y, W: right - x, H: bottom - y}
}

// Span ties a stretch of text, usually a word, to where it stands. Start and End are code point
// offsets into the text, half-open. Page is 1-based.
type Span struct {
	Start, End int
	Page       int
	Box        Box
}

// Text is what extraction makes of a file: valid UTF-8 characters and, where the format has a
// layout, the spans in order of Start and the offset at which each page begins.
type Text struct {
	Characters string
	Spans      []Span
	PageStarts []int // code point offset of page i+1; empty where the format has no pages
}

// Chunk is one window of a text. Start and End are code point offsets, half-open; Characters is
// that stretch. The first Overlap code points repeat the end of the chunk before; they never
// reach beyond that chunk's own part (what it holds without its own overlap), so a chunk is
// rebuilt from two neighbouring parts.
type Chunk struct {
	Index      int // 0-based, contiguous
	Start, End int
	Overlap    int
	Characters string
	Page       int // 1-based page on which the chunk begins; 0 where the format has no pages
	Box        *Box
}

// Part is the chunk without its overlap. The parts of a text, joined, are the text.
func (c Chunk) Part() string { return string([]rune(c.Characters)[c.Overlap:]) }

// Blank reports whether s shows nothing: such a chunk is stored but not embedded.
func Blank(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsSpace(r) && !unicode.IsControl(r) && !unicode.Is(unicode.Cf, r)
	}) < 0
}

// TextKey identifies a text to be embedded: the first 16 bytes of its SHA-256. Equal text has an
// equal key and is embedded once.
type TextKey [16]byte

// KeyOf is the key of s.
func KeyOf(s string) TextKey {
	sum := sha256.Sum256([]byte(s))
	return TextKey(sum[:16])
}

// ContentHash is the SHA-256 of a file's bytes: the gate that tells whether a file changed.
type ContentHash [sha256.Size]byte

func (h ContentHash) String() string { return hex.EncodeToString(h[:]) }
