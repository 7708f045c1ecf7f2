package bundled

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
	"unsafe"
)

// continuation begins the tokens that stand inside a word.
const continuation = "##"

// maxPieceBytes bounds a token, so that longest needs no memory of its own.
const maxPieceBytes = 128

// FNV-1a (Fowler, Noll, Vo): it grows byte by byte, so all prefixes of a word are hashed in one pass.
const (
	hashSeed  uint32 = 2166136261
	hashPrime uint32 = 16777619
)

func hash[T string | []byte](seed uint32, text T) uint32 {
	for i := range len(text) {
		seed = (seed ^ uint32(text[i])) * hashPrime
	}
	return seed
}

var continuationSeed = hash(hashSeed, continuation)

// vocabulary looks tokens up in the tables of a packed model: nothing is built when it is opened.
type vocabulary struct {
	slots   []byte
	mask    uint32
	offsets []byte
	text    string
	tokens  int
	bytes   int // of the longest token
}

func newVocabulary(p *packed) (vocabulary, error) {
	v := vocabulary{
		slots:   inPlace(p.section(sectionSlots)),
		offsets: inPlace(p.section(sectionOffsets)),
		text:    p.section(sectionText),
		tokens:  p.Tokenizer.Tokens,
		bytes:   min(p.Tokenizer.Longest, maxPieceBytes),
	}
	slots := len(v.slots) / 4
	switch {
	case v.tokens <= 0 || len(v.offsets) != 4*(v.tokens+1) || v.offset(v.tokens) != len(v.text):
		return v, &FormatError{"the vocabulary does not fit its header"}
	case slots <= v.tokens || bits.OnesCount(uint(slots)) != 1:
		return v, &FormatError{"the vocabulary's hash table has a wrong size"}
	}
	v.mask = uint32(slots - 1)
	return v, nil
}

// longest returns the longest token that begins text, which stands at the start of a word or, when
// inside is set, after another piece of it. Length is in bytes, 0 where no token fits.
func (v *vocabulary) longest(text []byte, inside bool) (id int32, length int) {
	var hashes [maxPieceBytes + 1]uint32
	hashes[0] = hashSeed
	if inside {
		hashes[0] = continuationSeed
	}
	limit := min(len(text), v.bytes)
	for i := range limit {
		hashes[i+1] = (hashes[i] ^ uint32(text[i])) * hashPrime
	}
	for end := limit; end > 0; end-- {
		if end < len(text) && !utf8.RuneStart(text[end]) {
			continue
		}
		if id, ok := v.find(hashes[end], text[:end], inside); ok {
			return id, end
		}
	}
	return 0, 0
}

func (v *vocabulary) find(hash uint32, piece []byte, inside bool) (int32, bool) {
	for at := hash & v.mask; ; at = (at + 1) & v.mask {
		slot := int(binary.LittleEndian.Uint32(v.slots[4*at:]))
		if slot == 0 || slot > v.tokens {
			return 0, false
		}
		token := v.text[v.offset(slot-1):v.offset(slot)]
		if inside {
			if len(token) < len(continuation) || token[:len(continuation)] != continuation {
				continue
			}
			token = token[len(continuation):]
		}
		if token == string(piece) {
			return int32(slot - 1), true
		}
	}
}

func (v *vocabulary) offset(token int) int {
	return int(binary.LittleEndian.Uint32(v.offsets[4*token:]))
}

// inPlace views a string as bytes that must not be written.
func inPlace(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
