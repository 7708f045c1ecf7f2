package bundled

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"octavo/assets"
	"octavo/engine/embed"
)

func tinyStaticBlob(t testing.TB) string {
	t.Helper()
	tensor := tinyTensors()[wordEmbeddings]
	blob, err := PackStatic(tensor, tinyTokenizer(t), Options{Model: "tiny-static", Pooling: poolingMean})
	if err != nil {
		t.Fatalf("PackStatic: %v", err)
	}
	return string(blob)
}

func tinyStatic(t testing.TB) *static {
	t.Helper()
	model, err := FromBytes(tinyStaticBlob(t))
	if err != nil {
		t.Fatalf("FromBytes: %v", err)
	}
	return model.(*static)
}

func TestPackingGivesTheSameBytesEachTime(t *testing.T) {
	if tinyBlob(t) != tinyBlob(t) || tinyStaticBlob(t) != tinyStaticBlob(t) {
		t.Error("two packings of the same tensors differ")
	}
}

func TestTheSpecIsReadFromTheHeader(t *testing.T) {
	got := tinyTransformer(t).Spec()
	want := embed.Spec{
		Model: "tiny", Weights: got.Weights, Dimension: tinyShape.Hidden, Pooling: "cls", QueryPrefix: "find ", MaxTokens: 72,
	}
	if got != want || len(got.Weights) != 64 {
		t.Errorf("Spec() = %+v, want %+v", got, want)
	}
}

func TestTheRecordedHashIsThatOfTheSections(t *testing.T) {
	for _, blob := range []string{tinyBlob(t), tinyStaticBlob(t), realBlob(t, Default)} {
		p, err := open(blob)
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256([]byte(p.body)); hex.EncodeToString(sum[:]) != p.SHA256 {
			t.Errorf("%s: the header records %s, the sections have %x", p.Options.Model, p.SHA256, sum)
		}
	}
}

func TestSectionsAreAlignedToTheStartOfTheFile(t *testing.T) {
	blob := tinyBlob(t)
	p, err := open(blob)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range p.Sections {
		if at := len(blob) - len(p.body) + s.Offset; at%alignment != 0 {
			t.Errorf("section %s begins at byte %d", s.Name, at)
		}
	}
}

func TestAnUnalignedFileGivesTheSameVectors(t *testing.T) {
	aligned := documents(t, tinyTransformer(t), tinyTexts()...)
	for shift := 1; shift <= 5; shift += 2 {
		model, err := FromBytes((strings.Repeat("x", shift) + tinyBlob(t))[shift:])
		if err != nil {
			t.Fatal(err)
		}
		for name, model := range onEachKernel(model) {
			for i, vector := range documents(t, model, tinyTexts()...) {
				if name == fastestKernel().String() && !slices.Equal(vector, aligned[i]) {
					t.Errorf("%s: text %d has another vector %d bytes off", name, i, shift)
				}
			}
		}
	}
}

func TestDamagedFilesAreRefused(t *testing.T) {
	encoder, table := tinyBlob(t), tinyStaticBlob(t)
	header := len(magic) + 4 + int(encoder[len(magic)]) + 256*int(encoder[len(magic)+1])
	change := func(blob, old, new string) string {
		t.Helper()
		if len(old) != len(new) || !strings.Contains(blob, old) {
			t.Fatalf("%s cannot stand in for %s", new, old)
		}
		return strings.Replace(blob, old, new, 1)
	}
	for _, tc := range []struct{ name, blob string }{
		{"empty", ""},
		{"another file", "PK\x03\x04" + encoder},
		{"only the magic", encoder[:len(magic)]},
		{"half a header", encoder[:100]},
		{"no sections", encoder[:header]},
		{"an encoder cut off", encoder[:len(encoder)-1]},
		{"a table cut off", table[:len(table)-1]},
		{"a later version", change(encoder, `"Version":1`, `"Version":2`)},
		{"a header that is not JSON", change(encoder, `"Version"`, `"Versio"n`)},
		{"another kind", change(table, `"Kind":"static"`, `"Kind":"statix"`)},
		{"another pooling", change(encoder, `"Pooling":"cls"`, `"Pooling":"max"`)},
		{"fewer tokens than the vocabulary", change(encoder, `"Tokens":65`, `"Tokens":64`)},
		{"a special token that is none", change(encoder, `"End":3,"Specials"`, `"End":99,"Special"`)},
		{"another dimension of a table", change(table, `"Dimension":64`, `"Dimension":63`)},
		{"another dimension of an encoder", change(encoder, `"Dimension":64`, `"Dimension":63`)},
		{"more layers", change(encoder, `"Layers":2`, `"Layers":3`)},
		{"no heads", change(encoder, `"Inner":160,"Heads":2`, `"Inner":160,"Heads":0`)},
		{"no room for a token", change(encoder, `"MaxTokens":72`, `"MaxTokens": 2`)},
	} {
		var format *FormatError
		if _, err := FromBytes(tc.blob); !errors.As(err, &format) {
			t.Errorf("%s: FromBytes returned %v, want a *FormatError", tc.name, err)
		}
	}
}

func TestTensorsThatDoNotFitAreNamed(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(map[string]Tensor)
		want   string
	}{
		{"a missing matrix", func(m map[string]Tensor) { delete(m, layerName(1, "attention.self.key.weight")) }, "encoder.layer.1.attention.self.key.weight"},
		{"a missing table", func(m map[string]Tensor) { delete(m, wordEmbeddings) }, wordEmbeddings},
		{"no token types", func(m map[string]Tensor) { delete(m, typeEmbeddings) }, typeEmbeddings},
		{"a transposed matrix", func(m map[string]Tensor) {
			name := layerName(0, "output.dense.weight")
			m[name] = Tensor{Shape: []int{160, 64}, Data: m[name].Data}
		}, "encoder.layer.0.output.dense.weight"},
		{"too few values", func(m map[string]Tensor) {
			name := layerName(0, "output.LayerNorm.bias")
			m[name] = Tensor{Shape: []int{64}, Data: make([]float32, 63)}
		}, "encoder.layer.0.output.LayerNorm.bias"},
		{"fewer rows than tokens", func(m map[string]Tensor) {
			m[wordEmbeddings] = Tensor{Shape: []int{10, 64}, Data: make([]float32, 640)}
		}, wordEmbeddings},
	} {
		tensors := tinyTensors()
		tc.change(tensors)
		_, err := PackTransformer(tensors, tinyTokenizer(t), tinyOptions)
		var named *TensorError
		if !errors.As(err, &named) || named.Name != tc.want {
			t.Errorf("%s: PackTransformer returned %v, want a *TensorError of %s", tc.name, err, tc.want)
		}
	}
}

func TestRoundingIsWithinHalfAStep(t *testing.T) {
	matrix := tinyTensors()[wordEmbeddings]
	columns := matrix.Shape[1]
	clear(matrix.Data[:columns]) // a row of zeros must not divide by zero
	rows, scales := quantizeRows(matrix.Data, columns, weightLimit)
	for i, v := range matrix.Data {
		scale := float64(scales[i/columns])
		if off := math.Abs(float64(v) - scale*float64(rows[i])); off > scale*0.5001 || rows[i] > weightLimit || rows[i] < -weightLimit {
			t.Fatalf("value %d: %v became %d times %v", i, v, rows[i], scale)
		}
	}
}

func TestModelsAreKnownByName(t *testing.T) {
	if names := Names(); !slices.Equal(names, []string{Default, "potion-base-8M"}) {
		t.Errorf("Names() = %q", names)
	}
	_, err := Open("bert-large")
	var unknown *embed.ModelUnknown
	if !errors.As(err, &unknown) || unknown.Model != "bert-large" || !slices.Equal(unknown.Known, Names()) {
		t.Errorf("Open(bert-large) returned %v, want *embed.ModelUnknown with all names", err)
	}
	for _, name := range Names() {
		model, err := Open(name)
		if assets.Weights(name) == "" {
			var missing *embed.ModelMissing
			if !errors.As(err, &missing) || missing.Model != name || WeightsHash(name) != "" {
				t.Errorf("Open(%s) returned %v and WeightsHash %q, want *embed.ModelMissing and none", name, err, WeightsHash(name))
			}
			continue
		}
		if err != nil || model.Spec().Model != name || model.Spec().Weights != WeightsHash(name) {
			t.Errorf("Open(%s) returned %v with the error %v", name, model, err)
		}
	}
}

// Whatever the bytes, opening ends in a model or in a typed error.
func FuzzFromBytes(f *testing.F) {
	f.Add([]byte(tinyStaticBlob(f)))
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, content []byte) {
		model, err := FromBytes(string(bytes.Clone(content)))
		var format *FormatError
		if (err == nil) == (model == nil) || err != nil && !errors.As(err, &format) {
			t.Fatalf("FromBytes returned %v and %v", model, err)
		}
	})
}
