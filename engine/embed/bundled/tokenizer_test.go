package bundled

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func wordsOf(text string) []string {
	var out []string
	words(text, func(word []byte) { out = append(out, string(word)) })
	return out
}

func TestWordsAgreeWithTheReferenceOnEveryCodePoint(t *testing.T) {
	const block, size = 256, 8
	const youngerDecomposition = 0x11938 // testdata/characters.py says why it is left out
	hashes, err := os.ReadFile("testdata/characters.hashes")
	if err != nil {
		t.Fatal(err)
	}
	if want := (int(utf8.MaxRune) + 1) / block * size; len(hashes) != want {
		t.Fatalf("characters.hashes has %d bytes, want %d", len(hashes), want)
	}
	for first := rune(0); first <= utf8.MaxRune; first += block {
		sum := sha256.New()
		for r := first; r < first+block; r++ {
			if utf8.ValidRune(r) && r != youngerDecomposition {
				sum.Write([]byte(strings.Join(wordsOf("a"+string(r)+"b"), " ") + "\n"))
			}
		}
		if got, want := sum.Sum(nil)[:size], hashes[int(first)/block*size:][:size]; !slices.Equal(got, want) {
			t.Errorf("words around U+%04X to U+%04X differ from the reference", first, first+block-1)
		}
	}
}

func TestIDsAgreeWithTheReferenceOnTheTestSet(t *testing.T) {
	content, err := os.ReadFile("testdata/tokens.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Text        string
		BGE, Potion []int32
	}
	if err := json.Unmarshal(content, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) < 300 {
		t.Fatalf("tokens.json has only %d texts", len(rows))
	}
	bge := realModel(t, "bge-small-en-v1.5").(*transformer).tokenizer
	potion := realModel(t, "potion-base-8M").(*static).tokenizer
	for _, row := range rows {
		if got := bge.encode(nil, row.Text); !slices.Equal(got, row.BGE) {
			t.Errorf("bge: encode(%+q)\n got %v\nwant %v", row.Text, got, row.BGE)
		}
		if got := potion.encode(nil, row.Text); !slices.Equal(got, row.Potion) {
			t.Errorf("potion: encode(%+q)\n got %v\nwant %v", row.Text, got, row.Potion)
		}
	}
}

func TestWordsArePiecedLongestFirst(t *testing.T) {
	tokenizer := tinyTransformer(t).tokenizer
	names := tinyTokens()
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		{"a whole word is one token", "pension", []string{"pension"}},
		{"a longer word goes on after it", "Pensions", []string{"pension", "##s"}},
		{"the longest continuation is taken", "fundsion", []string{"fund", "##sion"}},
		{"punctuation stands alone", "fund.pen", []string{"fund", ".", "pen"}},
		{"a word with an unknown letter is unknown as a whole", "pen北", []string{"pen", "[UNK]"}},
		{"a digit is unknown", "fund7", []string{"[UNK]"}},
		{"accents go", "PÉN", []string{"pen"}},
		{"a special token in the text is that token", "pen[SEP]fund", []string{"pen", "[SEP]", "fund"}},
		{"the first one cuts", "[CLS[SEP]", []string{"[", "c", "##l", "##s", "[SEP]"}},
		{"only as it is written", "[sep]", []string{"[", "s", "##e", "##p", "]"}},
		{"blank text has no token", " \n\t\u3000", nil},
		{"control characters leave no gap", "pen\x00sion\u200b", []string{"pension"}},
		{"invalid bytes leave no gap", "pen\xff\xc3sion", []string{"pension"}},
		{"100 characters are a word", strings.Repeat("a", 100), append([]string{"a"}, slices.Repeat([]string{"##a"}, 99)...)},
		{"101 are not", strings.Repeat("a", 101), []string{"[UNK]"}},
	} {
		var got []string
		for _, id := range tokenizer.encode(nil, tc.text) {
			got = append(got, names[id])
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: encode(%q) = %q, want %q", tc.name, tc.text, got, tc.want)
		}
	}
}

func TestEveryTokenIsFoundInTheVocabulary(t *testing.T) {
	vocabulary := tinyTransformer(t).tokenizer.vocabulary
	for want, token := range tinyTokens() {
		piece, inside := strings.CutPrefix(token, continuation)
		if id, length := vocabulary.longest([]byte(piece), inside); int(id) != want || length != len(piece) {
			t.Errorf("longest(%q, %v) = %d of %d bytes, want %d of %d", piece, inside, id, length, want, len(piece))
		}
	}
}

func TestOtherTokenizersAreRefused(t *testing.T) {
	good := string(tinyTokenizer(t))
	for _, tc := range []struct{ name, old, new string }{
		{"another normalizer", `"BertNormalizer"`, `"NFKC"`},
		{"cased text", `"lowercase":true`, `"lowercase":false`},
		{"accents kept", `"lowercase":true`, `"lowercase":true,"strip_accents":false`},
		{"another pre-tokenizer", `"BertPreTokenizer"`, `"Whitespace"`},
		{"another model", `"WordPiece"`, `"BPE"`},
		{"another limit of a word", `"max_input_chars_per_word":100`, `"max_input_chars_per_word":200`},
		{"an added token that is not special", `"special":true`, `"special":false`},
		{"a gap in the ids", `"fund":`, `"fund":1`},
		{"no unknown token", `"unk_token":"[UNK]"`, `"unk_token":"[WHAT]"`},
		{"not JSON", `{`, `<`},
	} {
		file := strings.Replace(good, tc.old, tc.new, 1)
		if file == good {
			t.Fatalf("%s: the file does not hold %s", tc.name, tc.old)
		}
		_, err := PackStatic(Tensor{Shape: []int{65, 2}, Data: make([]float32, 130)}, []byte(file), Options{Model: "m"})
		var refused *TokenizerError
		if !errors.As(err, &refused) {
			t.Errorf("%s: PackStatic returned %v, want a *TokenizerError", tc.name, err)
		}
	}
}

// Whatever the text: ids are in range, the words hold no space, control character or capital, and
// the pieces of a word join to the word again.
func FuzzTokenizer(f *testing.F) {
	for _, seed := range []string{"", "Pensions fund.", "[SEP][CLS", "e\u0301 \u2260 北京\U0001f468\u200d\U0001f469", "\xff\xc3\x28\x00", "İ\u0345Σ", strings.Repeat("ab", 70)} {
		f.Add(seed)
	}
	tokenizer := tinyTransformer(f).tokenizer
	names := tinyTokens()
	f.Fuzz(func(t *testing.T, text string) {
		for _, id := range tokenizer.encode(nil, text) {
			if int(id) >= len(names) || id < 0 {
				t.Fatalf("encode(%q) has the id %d", text, id)
			}
		}
		words(text, func(word []byte) {
			if len(word) == 0 || !utf8.Valid(word) || strings.ContainsFunc(string(word), func(r rune) bool {
				return isSpace(r) || isControl(r) || 'A' <= r && r <= 'Z'
			}) {
				t.Fatalf("words(%q) has the word %q", text, word)
			}
			var joined string
			for i, id := range tokenizer.pieces(nil, word) {
				if id == tokenizer.spec.Unknown {
					return
				}
				piece, inside := strings.CutPrefix(names[id], continuation)
				if inside != (i > 0) {
					t.Fatalf("piece %d of %q is %q", i, word, names[id])
				}
				joined += piece
			}
			if joined != string(word) {
				t.Fatalf("the pieces of %q join to %q", word, joined)
			}
		})
	})
}
