package bundled

import (
	"strings"
	"unicode/utf8"
)

// maxWordRunes is the length in code points above which WordPiece takes a word as unknown.
const maxWordRunes = 100

// tokenizer turns text into the token ids of a BERT vocabulary, as the library "tokenizers" of
// Hugging Face does with the same tokenizer.json: special tokens that stand literally in the text
// ("[SEP]") become those tokens, the rest is normalised, cut into words and the words into pieces.
// It is safe for concurrent use.
type tokenizer struct {
	spec       tokenizerSpec
	vocabulary vocabulary
}

func newTokenizer(p *packed) (*tokenizer, error) {
	vocabulary, err := newVocabulary(p)
	if err != nil {
		return nil, err
	}
	spec := p.Tokenizer
	ids := []int32{spec.Unknown, spec.Start, spec.End}
	for _, s := range spec.Specials {
		ids = append(ids, s.ID)
	}
	for _, id := range ids {
		if id < 0 || int(id) >= spec.Tokens {
			return nil, &FormatError{"a special token is outside the vocabulary"}
		}
	}
	return &tokenizer{spec: spec, vocabulary: vocabulary}, nil
}

// encode appends the ids of text, without the special tokens that frame an input. Any bytes are
// accepted; invalid UTF-8 is dropped.
func (t *tokenizer) encode(ids []int32, text string) []int32 {
	for {
		plain, id, rest, found := t.cutSpecial(text)
		words(plain, func(word []byte) { ids = t.pieces(ids, word) })
		if !found {
			return ids
		}
		ids = append(ids, id)
		text = rest
	}
}

// cutSpecial splits text around the first special token in it; of those that begin at one place
// the longest is taken.
func (t *tokenizer) cutSpecial(text string) (before string, id int32, after string, found bool) {
	at, length := len(text), 0
	for _, s := range t.spec.Specials {
		i := strings.Index(text[:min(len(text), at+len(s.Text))], s.Text)
		if i >= 0 && (i < at || i == at && len(s.Text) > length) {
			at, length, id = i, len(s.Text), s.ID
		}
	}
	return text[:at], id, text[at+length:], length > 0
}

// pieces appends the ids of a word: the longest token that begins it, then the longest
// continuation, and so on. A word that cannot be divided so is one unknown token.
func (t *tokenizer) pieces(ids []int32, word []byte) []int32 {
	if len(word) > maxWordRunes && utf8.RuneCount(word) > maxWordRunes {
		return append(ids, t.spec.Unknown)
	}
	before := len(ids)
	for start := 0; start < len(word); {
		id, length := t.vocabulary.longest(word[start:], start > 0)
		if length == 0 {
			return append(ids[:before], t.spec.Unknown)
		}
		ids = append(ids, id)
		start += length
	}
	return ids
}
