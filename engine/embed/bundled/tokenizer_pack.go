package bundled

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
)

// TokenizerError says why a tokenizer.json cannot be packed: it is not the WordPiece of BERT that
// this package implements.
type TokenizerError struct{ Cause string }

func (e *TokenizerError) Error() string { return "tokenizer refused: " + e.Cause }

// tokenizerSpec is what the header says of the tokenizer; the vocabulary stands in sections.
type tokenizerSpec struct {
	Tokens   int
	Longest  int // bytes of the longest piece of a word
	Unknown  int32
	Start    int32 // [CLS]
	End      int32 // [SEP]
	Specials []special
}

// special is a token that is recognised as it stands in the raw text.
type special struct {
	Text string
	ID   int32
}

// tokenizerFile is the part of a Hugging Face tokenizer.json that decides about ids.
type tokenizerFile struct {
	AddedTokens []struct {
		ID         int32
		Content    string
		SingleWord bool `json:"single_word"`
		LStrip     bool
		RStrip     bool
		Normalized bool
		Special    bool
	} `json:"added_tokens"`
	Normalizer struct {
		Type               string
		CleanText          bool  `json:"clean_text"`
		HandleChineseChars bool  `json:"handle_chinese_chars"`
		StripAccents       *bool `json:"strip_accents"`
		Lowercase          bool
	}
	PreTokenizer struct{ Type string } `json:"pre_tokenizer"`
	Model        struct {
		Type      string
		Prefix    string `json:"continuing_subword_prefix"`
		UnkToken  string `json:"unk_token"`
		WordLimit int    `json:"max_input_chars_per_word"`
		Vocab     map[string]int32
	}
}

// packTokenizer checks that the file describes the tokenizer implemented here and writes its
// vocabulary as tables that are used in place.
func packTokenizer(p *packer, file []byte) (tokenizerSpec, error) {
	var f tokenizerFile
	if err := json.Unmarshal(file, &f); err != nil {
		return tokenizerSpec{}, &TokenizerError{err.Error()}
	}
	if err := f.check(); err != nil {
		return tokenizerSpec{}, err
	}
	tokens, err := inOrder(f.Model.Vocab)
	if err != nil {
		return tokenizerSpec{}, err
	}
	spec := tokenizerSpec{Tokens: len(tokens)}
	for _, name := range []struct {
		text string
		id   *int32
	}{{f.Model.UnkToken, &spec.Unknown}, {"[CLS]", &spec.Start}, {"[SEP]", &spec.End}} {
		id, ok := f.Model.Vocab[name.text]
		if !ok {
			return spec, &TokenizerError{fmt.Sprintf("the vocabulary has no %s", name.text)}
		}
		*name.id = id
	}
	for _, t := range f.AddedTokens {
		spec.Specials = append(spec.Specials, special{Text: t.Content, ID: t.ID})
	}
	for _, token := range tokens {
		spec.Longest = max(spec.Longest, len(token))
	}
	if spec.Longest > maxPieceBytes {
		return spec, &TokenizerError{fmt.Sprintf("a token of %d bytes is longer than %d", spec.Longest, maxPieceBytes)}
	}
	packVocabulary(p, tokens)
	return spec, nil
}

func (f *tokenizerFile) check() error {
	n, m := f.Normalizer, f.Model
	stripsAccents := n.StripAccents == nil || *n.StripAccents
	switch {
	case n.Type != "BertNormalizer" || !n.CleanText || !n.HandleChineseChars || !n.Lowercase || !stripsAccents:
		return &TokenizerError{"the normalizer is not BERT's for lower-case text"}
	case f.PreTokenizer.Type != "BertPreTokenizer":
		return &TokenizerError{fmt.Sprintf("the pre-tokenizer is %q", f.PreTokenizer.Type)}
	case m.Type != "WordPiece" || m.Prefix != continuation || m.WordLimit != maxWordRunes:
		return &TokenizerError{"the model is not BERT's WordPiece"}
	}
	for _, t := range f.AddedTokens {
		if t.SingleWord || t.LStrip || t.RStrip || t.Normalized || !t.Special || t.Content == "" {
			return &TokenizerError{fmt.Sprintf("the added token %q is not a plain special one", t.Content)}
		}
	}
	return nil
}

// inOrder lists the tokens by id, which must count from 0 without a gap.
func inOrder(vocabulary map[string]int32) ([]string, error) {
	tokens := make([]string, len(vocabulary))
	for token, id := range vocabulary {
		if id < 0 || int(id) >= len(tokens) || tokens[id] != "" || token == "" {
			return nil, &TokenizerError{fmt.Sprintf("token %q has the id %d of %d", token, id, len(tokens))}
		}
		tokens[id] = token
	}
	return tokens, nil
}

// packVocabulary writes the tokens and an open-addressing hash table over them, at most half full.
func packVocabulary(p *packer, tokens []string) {
	slots := 2
	for slots < 2*len(tokens) {
		slots *= 2
	}
	table := make([]uint32, slots)
	var offsets, text []byte
	for id, token := range tokens {
		offsets = binary.LittleEndian.AppendUint32(offsets, uint32(len(text)))
		text = append(text, token...)
		at := hash(hashSeed, token) & uint32(slots-1)
		for table[at] != 0 {
			at = (at + 1) & uint32(slots-1)
		}
		table[at] = uint32(id) + 1
	}
	offsets = binary.LittleEndian.AppendUint32(offsets, uint32(len(text)))
	var packed []byte
	for _, slot := range table {
		packed = binary.LittleEndian.AppendUint32(packed, slot)
	}
	p.add(sectionSlots, packed)
	p.add(sectionOffsets, offsets)
	p.add(sectionText, text)
}
