package bundled

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"runtime"
	"testing"
)

// reference is the encoder as its papers write it, in float64 and one token at a time, on the
// weights as they are packed: rounded to 7 bits by quantizeRows, activations to 8 bits.
type reference struct {
	shape   encoderShape
	tensors map[string]Tensor
}

// rounded is what a matrix is after packing.
func rounded(t Tensor, limit float32) Tensor {
	rows, scales := quantizeRows(t.Data, t.Shape[1], limit)
	data := make([]float32, len(rows))
	for i, v := range rows {
		data[i] = float32(v) * scales[i/t.Shape[1]]
	}
	return Tensor{Shape: t.Shape, Data: data}
}

func newReference(shape encoderShape, tensors map[string]Tensor) reference {
	packed := map[string]Tensor{}
	for name, t := range tensors {
		switch {
		case name == wordEmbeddings:
			t = rounded(t, 127)
		case len(t.Shape) == 2 && name != positionEmbeddings && name != typeEmbeddings:
			t = rounded(t, weightLimit)
		}
		packed[name] = t
	}
	return reference{shape, packed}
}

func (r reference) encode(ids []int32) []float64 {
	states := make([][]float64, len(ids))
	for i, id := range ids {
		states[i] = make([]float64, r.shape.Hidden)
		for j := range states[i] {
			states[i][j] = r.at(wordEmbeddings, int(id), j) + r.at(positionEmbeddings, i, j) + r.at(typeEmbeddings, 0, j)
		}
		r.norm("embeddings.LayerNorm", states[i])
	}
	for layer := range r.shape.Layers {
		name := func(part string) string { return layerName(layer, part) }
		queries := r.dense(name("attention.self.query"), states)
		keys := r.dense(name("attention.self.key"), states)
		values := r.dense(name("attention.self.value"), states)
		r.add(states, r.dense(name("attention.output.dense"), r.attend(queries, keys, values)))
		for _, row := range states {
			r.norm(name("attention.output.LayerNorm"), row)
		}
		inner := r.dense(name("intermediate.dense"), states)
		for _, row := range inner {
			for j, x := range row {
				row[j] = x / 2 * (1 + math.Erf(x/math.Sqrt2))
			}
		}
		r.add(states, r.dense(name("output.dense"), inner))
		for _, row := range states {
			r.norm(name("output.LayerNorm"), row)
		}
	}
	return states[0]
}

func (r reference) at(name string, row, column int) float64 {
	t := r.tensors[name]
	return float64(t.Data[row*t.Shape[len(t.Shape)-1]+column])
}

func (r reference) dense(name string, rows [][]float64) [][]float64 {
	weight, bias := r.tensors[name+".weight"], r.tensors[name+".bias"]
	out := make([][]float64, len(rows))
	for i, row := range rows {
		activations := roundActivations(row)
		out[i] = make([]float64, weight.Shape[0])
		for j := range out[i] {
			sum := float64(bias.Data[j])
			for k, x := range activations {
				sum += x * float64(weight.Data[j*len(row)+k])
			}
			out[i][j] = sum
		}
	}
	return out
}

func roundActivations(row []float64) []float64 {
	var largest float64
	for _, x := range row {
		largest = max(largest, math.Abs(x))
	}
	out := make([]float64, len(row))
	for i, x := range row {
		out[i] = math.Floor(x*127/largest+0.5) * largest / 127
	}
	return out
}

func (r reference) attend(queries, keys, values [][]float64) [][]float64 {
	width := r.shape.Hidden / r.shape.Heads
	out := make([][]float64, len(queries))
	for i := range queries {
		out[i] = make([]float64, r.shape.Hidden)
		for head := range r.shape.Heads {
			from, to := head*width, (head+1)*width
			weights := make([]float64, len(keys))
			var sum float64
			for j, key := range keys {
				var score float64
				for k := from; k < to; k++ {
					score += queries[i][k] * key[k]
				}
				weights[j] = math.Exp(score / math.Sqrt(float64(width)))
				sum += weights[j]
			}
			for j, value := range values {
				for k := from; k < to; k++ {
					out[i][k] += weights[j] / sum * value[k]
				}
			}
		}
	}
	return out
}

func (r reference) add(states, update [][]float64) {
	for i := range states {
		for j := range states[i] {
			states[i][j] += update[i][j]
		}
	}
}

func (r reference) norm(name string, row []float64) {
	var mean, variance float64
	for _, x := range row {
		mean += x / float64(len(row))
	}
	for _, x := range row {
		variance += (x - mean) * (x - mean) / float64(len(row))
	}
	for i, x := range row {
		row[i] = (x-mean)/math.Sqrt(variance+1e-12)*float64(r.tensors[name+".weight"].Data[i]) + float64(r.tensors[name+".bias"].Data[i])
	}
}

func TestEachKernelComputesWhatTheReferenceComputes(t *testing.T) {
	base := tinyTransformer(t)
	reference := newReference(tinyShape, tinyTensors())
	texts := tinyTexts()
	var want [][]float32
	for _, text := range texts {
		ids := append([]int32{base.tokenizer.spec.Start}, base.tokenizer.encode(nil, text)...)
		state := reference.encode(append(ids, base.tokenizer.spec.End))
		vector := make([]float32, len(state))
		for i, x := range state {
			vector[i] = float32(x)
		}
		want = append(want, vector)
	}
	for name, model := range onEachKernel(base) {
		got, err := model.EmbedDocuments(context.Background(), texts)
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			// A float that falls on the other side of a rounding edge moves one activation by a step.
			if c := cosine(got[i], want[i]); !(c > 0.9999) {
				t.Errorf("%s: cosine %.7f with the reference for %d tokens", name, c, i+3)
			}
		}
	}
}

// An index that was built on one processor is searched on another, so the bytes are pinned: no
// kernel, compiler or architecture may change them.
func TestVectorsAreTheSameBytesOnEveryProcessor(t *testing.T) {
	const want = "5152cf096f22735dd9ec61aa827868356ed9cdbfd11391ddd765e5cd0ebf459a"
	for name, model := range onEachKernel(tinyTransformer(t)) {
		sum := sha256.New()
		for _, vector := range documents(t, model, tinyTexts()...) {
			sum.Write(float32Bytes(vector))
		}
		if got := hex.EncodeToString(sum.Sum(nil)); got != want {
			t.Errorf("%s on %s: the vectors hash to %s, want %s", name, runtime.GOARCH, got, want)
		}
	}
}
