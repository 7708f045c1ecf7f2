package bundled

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// cranfield returns the first 1000 characters of documents of the Cranfield collection, as
// testdata/golden.py takes them.
func cranfield(t testing.TB, count int) []string {
	t.Helper()
	shared := cmp.Or(os.Getenv("OCTAVO_SHARED"), filepath.Join(moduleRoot, "..", "shared"))
	file, err := os.Open(filepath.Join(shared, "ir", "cranfield", "corpus.jsonl"))
	if err != nil {
		t.Skip("no Cranfield collection: OCTAVO_SHARED names the folder that holds ir/cranfield")
	}
	defer file.Close()
	var texts []string
	for lines := bufio.NewScanner(file); len(texts) < count && lines.Scan(); {
		var document struct{ Title, Text string }
		if err := json.Unmarshal(lines.Bytes(), &document); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, characters(document.Title+"\n"+document.Text, 1000))
	}
	if len(texts) != count {
		t.Fatalf("the collection has %d documents, want %d", len(texts), count)
	}
	return texts
}

func characters(text string, limit int) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), limit)])
}

// goldenVectors reads vectors of int16, 32767 for one.
func goldenVectors(t *testing.T, path string, dimension int) [][]float32 {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var vectors [][]float32
	for ; len(content) >= 2*dimension; content = content[2*dimension:] {
		vector := make([]float32, dimension)
		for i := range vector {
			vector[i] = float32(int16(binary.LittleEndian.Uint16(content[2*i:])))
		}
		vectors = append(vectors, vector)
	}
	return vectors
}

func TestVectorsAreFaithfulToTheFloatModel(t *testing.T) {
	texts := cranfield(t, 200)
	for _, tc := range []struct {
		model, golden string
		mean, min     float64
	}{
		{"bge-small-en-v1.5", "testdata/bge.golden", 0.998, 0.994},
		{"potion-base-8M", "testdata/potion.golden", 0.999, 0.999},
	} {
		t.Run(tc.model, func(t *testing.T) {
			model := realModel(t, tc.model)
			want := goldenVectors(t, tc.golden, model.Spec().Dimension)
			if len(want) != len(texts) {
				t.Fatalf("%d golden vectors for %d documents", len(want), len(texts))
			}
			got, err := model.EmbedDocuments(context.Background(), texts)
			if err != nil {
				t.Fatal(err)
			}
			least, sum := 1.0, 0.0
			for i := range got {
				c := cosine(got[i], want[i])
				least, sum = min(least, c), sum+c
			}
			mean := sum / float64(len(got))
			t.Logf("cosine mean %.5f, min %.5f", mean, least)
			if mean < tc.mean || least < tc.min {
				t.Errorf("cosine mean %.5f, min %.5f; want at least %.3f and %.3f", mean, least, tc.mean, tc.min)
			}
		})
	}
}

func TestEachKernelGivesRealTextsTheSameVectors(t *testing.T) {
	texts := cranfield(t, 8) // the portable kernel takes seconds for more
	model := realModel(t, Default)
	want := documents(t, model, texts...)
	for name, model := range onEachKernel(model) {
		for i, vector := range documents(t, model, texts...) {
			if !slices.Equal(vector, want[i]) {
				t.Errorf("%s: text %d has another vector than with %s", name, i, fastestKernel())
			}
		}
	}
}
