package bundled

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"octavo/assets"
	"octavo/engine/embed"
)

const moduleRoot = "../../.."

// realBlob is a model that this binary carries or that `just assets` has packed.
func realBlob(t testing.TB, name string) string {
	t.Helper()
	if blob := assets.Weights(name); blob != "" {
		return blob
	}
	content, err := os.ReadFile(filepath.Join(moduleRoot, "assets", "packed", name+".bin"))
	if err != nil {
		t.Skipf("%s is neither in this binary nor in assets/packed; `just assets` fetches it", name)
	}
	return string(content)
}

func realModel(t testing.TB, name string) embed.Embedder {
	t.Helper()
	model, err := FromBytes(realBlob(t, name))
	if err != nil {
		t.Fatalf("FromBytes(%s): %v", name, err)
	}
	return model
}

// tinyTokens is a vocabulary with single letters, inside words and out, and a few longer pieces.
func tinyTokens() []string {
	tokens := []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[", "]"}
	for c := 'a'; c <= 'z'; c++ {
		tokens = append(tokens, string(c), continuation+string(c))
	}
	return append(tokens, "pen", "##sion", "##si", "pension", "fund", ".")
}

// tinyTokenizer is a tokenizer.json over tinyTokens.
func tinyTokenizer(t testing.TB) []byte {
	t.Helper()
	vocabulary := map[string]int{}
	for id, token := range tinyTokens() {
		vocabulary[token] = id
	}
	var added []map[string]any
	for id, token := range tinyTokens()[:5] {
		added = append(added, map[string]any{"id": id, "content": token, "special": true})
	}
	file, err := json.Marshal(map[string]any{
		"added_tokens":  added,
		"normalizer":    map[string]any{"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "lowercase": true},
		"pre_tokenizer": map[string]any{"type": "BertPreTokenizer"},
		"model": map[string]any{
			"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": continuation,
			"max_input_chars_per_word": maxWordRunes, "vocab": vocabulary,
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// tinyShape is an encoder small enough to be computed by a slow reference, with widths that leave
// rest tiles in every kernel.
var tinyShape = encoderShape{Layers: 2, Hidden: 64, Inner: 160, Heads: 2, Vocabulary: 65, Positions: 80}

// tinyTensors are random weights of tinyShape, the same in every run.
func tinyTensors() map[string]Tensor {
	random := rand.New(rand.NewPCG(3, 7))
	tensors := map[string]Tensor{}
	add := func(name string, mean, spread float64, shape ...int) {
		size := 1
		for _, n := range shape {
			size *= n
		}
		data := make([]float32, size)
		for i := range data {
			data[i] = float32(mean) + float32(spread*math.Sqrt(3)*(2*random.Float64()-1))
		}
		tensors[name] = Tensor{Shape: shape, Data: data}
	}
	s := tinyShape
	norm := func(name string) {
		add(name+".weight", 1, 0.1, s.Hidden)
		add(name+".bias", 0, 0.1, s.Hidden)
	}
	dense := func(name string, out, in int) {
		add(name+".weight", 0, 1/math.Sqrt(float64(in)), out, in)
		add(name+".bias", 0, 0.1, out)
	}
	add(wordEmbeddings, 0, 1, s.Vocabulary, s.Hidden)
	add(positionEmbeddings, 0, 0.3, s.Positions, s.Hidden)
	add(typeEmbeddings, 0, 0.3, 2, s.Hidden)
	norm("embeddings.LayerNorm")
	for layer := range s.Layers {
		for _, name := range []string{"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"} {
			dense(layerName(layer, name), s.Hidden, s.Hidden)
		}
		dense(layerName(layer, "intermediate.dense"), s.Inner, s.Hidden)
		dense(layerName(layer, "output.dense"), s.Hidden, s.Inner)
		norm(layerName(layer, "attention.output.LayerNorm"))
		norm(layerName(layer, "output.LayerNorm"))
	}
	return tensors
}

var tinyOptions = Options{Model: "tiny", Pooling: poolingCLS, QueryPrefix: "find ", MaxTokens: 72, Heads: tinyShape.Heads}

func tinyBlob(t testing.TB) string {
	t.Helper()
	blob, err := PackTransformer(tinyTensors(), tinyTokenizer(t), tinyOptions)
	if err != nil {
		t.Fatalf("PackTransformer: %v", err)
	}
	return string(blob)
}

func tinyTransformer(t testing.TB) *transformer {
	t.Helper()
	model, err := FromBytes(tinyBlob(t))
	if err != nil {
		t.Fatalf("FromBytes: %v", err)
	}
	return model.(*transformer)
}

// tinyTexts are texts of tinyTokens with every length around the kernels' tile sizes.
func tinyTexts() []string {
	random := rand.New(rand.NewPCG(11, 13))
	var texts []string
	for length := 1; length <= 70; length++ {
		var text string
		for range length {
			text += fmt.Sprintf("%c ", 'a'+random.IntN(26))
		}
		texts = append(texts, text)
	}
	return texts
}

func cosine(a, b []float32) float64 {
	var dot, aa, bb float64
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return dot / math.Sqrt(aa*bb)
}

// onEachKernel returns the model as it runs with each instruction set that this processor has; a
// static table runs without any.
func onEachKernel(model embed.Embedder) map[string]embed.Embedder {
	base, ok := model.(*transformer)
	if !ok {
		return map[string]embed.Embedder{"table": model}
	}
	models := map[string]embed.Embedder{}
	for _, k := range []kernel{kernelPortable, kernelAVX2, kernelAVX512} {
		if k.runs() {
			forced := *base
			forced.kernel = k
			models[k.String()] = &forced
		}
	}
	return models
}
