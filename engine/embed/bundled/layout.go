package bundled

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
)

// encoderShape holds the sizes of a BERT encoder.
type encoderShape struct {
	Layers     int
	Hidden     int // width of a token's vector
	Inner      int // width of the feed-forward layer
	Heads      int
	Vocabulary int
	Positions  int
}

// Kernels take two panels of columnsPerPanel output columns at a time, and inputs in quads.
const (
	columnsPerPanel = 16
	inputsPerQuad   = 4
	widthMultiple   = 2 * columnsPerPanel

	// weightLimit keeps a sum of two products of an 8-bit activation and a weight within an int16
	// (2 * 255 * 63 < 32768), which is what the AVX2 multiply instruction holds without saturating.
	weightLimit = 63
	// zeroPoint is the unsigned activation that stands for zero.
	zeroPoint = 128
)

const (
	wordEmbeddings     = "embeddings.word_embeddings.weight"
	positionEmbeddings = "embeddings.position_embeddings.weight"
	typeEmbeddings     = "embeddings.token_type_embeddings.weight"
)

func layerName(layer int, name string) string { return fmt.Sprintf("encoder.layer.%d.%s", layer, name) }

// shapeOf reads the sizes off the tensors.
func shapeOf(tensors map[string]Tensor, heads int) (encoderShape, error) {
	var s encoderShape
	for _, size := range []struct {
		name  string
		rows  *int
		width *int
	}{
		{wordEmbeddings, &s.Vocabulary, &s.Hidden},
		{positionEmbeddings, &s.Positions, new(int)},
		{layerName(0, "intermediate.dense.weight"), &s.Inner, new(int)},
	} {
		t, ok := tensors[size.name]
		if !ok || len(t.Shape) != 2 {
			return s, &TensorError{size.name, "is missing or not a matrix"}
		}
		*size.rows, *size.width = t.Shape[0], t.Shape[1]
	}
	for s.Layers = 0; ; s.Layers++ {
		if _, ok := tensors[layerName(s.Layers, "output.dense.weight")]; !ok {
			break
		}
	}
	s.Heads = heads
	return s, s.check()
}

// check refuses sizes that the kernels cannot run.
func (s encoderShape) check() error {
	switch {
	case min(s.Layers, s.Hidden, s.Inner, s.Heads, s.Vocabulary, s.Positions) <= 0:
		return fmt.Errorf("the encoder's sizes are incomplete: %+v", s)
	case max(s.Layers, s.Hidden, s.Inner, s.Heads, s.Vocabulary, s.Positions) > 1<<20:
		return fmt.Errorf("the encoder's sizes are too large: %+v", s)
	case s.Hidden%widthMultiple != 0 || s.Inner%widthMultiple != 0:
		return fmt.Errorf("widths %d and %d are not multiples of %d", s.Hidden, s.Inner, widthMultiple)
	case s.Hidden%s.Heads != 0 || s.Hidden/s.Heads%widthMultiple != 0:
		return fmt.Errorf("%d heads do not divide %d columns into multiples of %d", s.Heads, s.Hidden, widthMultiple)
	}
	return nil
}

// layOut writes the weights in the order that layout.h reads them.
func layOut(tensors map[string]Tensor, shape encoderShape) ([]byte, error) {
	w := layoutWriter{tensors: tensors}
	h, inner := shape.Hidden, shape.Inner

	words, scales := quantizeRows(w.get(wordEmbeddings, shape.Vocabulary, h), h, 127)
	w.write(int8Bytes(words))
	w.write(float32Bytes(scales))
	w.write(float32Bytes(w.positions(shape)))
	w.norm("embeddings.LayerNorm", h)

	// Attention scores are divided by the root of a head's width (Vaswani et al. 2017, eq. 1);
	// queries are stored already divided.
	perHead := float32(1 / math.Sqrt(float64(h/shape.Heads)))
	for layer := range shape.Layers {
		name := func(part string) string { return layerName(layer, part) }
		w.matrix(h, h,
			part{name("attention.self.query"), perHead},
			part{name("attention.self.key"), 1},
			part{name("attention.self.value"), 1})
		w.matrix(h, h, part{name("attention.output.dense"), 1})
		w.norm(name("attention.output.LayerNorm"), h)
		w.matrix(inner, h, part{name("intermediate.dense"), 1})
		w.matrix(h, inner, part{name("output.dense"), 1})
		w.norm(name("output.LayerNorm"), h)
	}
	return w.out.Bytes(), w.err
}

// layoutWriter appends aligned arrays and keeps the first error.
type layoutWriter struct {
	tensors map[string]Tensor
	out     bytes.Buffer
	err     error
}

// part is one of the matrices that are stored as one, multiplied by factor.
type part struct {
	name   string
	factor float32
}

func (w *layoutWriter) write(content []byte) {
	w.out.Write(make([]byte, aligned(w.out.Len())-w.out.Len()))
	w.out.Write(content)
}

// get returns a tensor's values, or zeros of that size when it is not as expected.
func (w *layoutWriter) get(name string, shape ...int) []float32 {
	size := 1
	for _, n := range shape {
		size *= n
	}
	t, ok := w.tensors[name]
	if ok && fmt.Sprint(t.Shape) == fmt.Sprint(shape) && len(t.Data) == size {
		return t.Data
	}
	if w.err == nil {
		w.err = &TensorError{name, fmt.Sprintf("has shape %v and %d values, not %v", t.Shape, len(t.Data), shape)}
	}
	return make([]float32, size)
}

// positions are the position vectors with that of the only token type we use added.
func (w *layoutWriter) positions(shape encoderShape) []float32 {
	types := w.tensors[typeEmbeddings].Shape
	if len(types) != 2 {
		types = []int{0, 0}
	}
	kind := w.get(typeEmbeddings, types[0], shape.Hidden)
	sum := make([]float32, shape.Positions*shape.Hidden)
	for i, v := range w.get(positionEmbeddings, shape.Positions, shape.Hidden) {
		if len(kind) > 0 {
			sum[i] = v + kind[i%shape.Hidden]
		}
	}
	return sum
}

func (w *layoutWriter) norm(name string, width int) {
	w.write(float32Bytes(w.get(name+".weight", width)))
	w.write(float32Bytes(w.get(name+".bias", width)))
}

// matrix writes matrices of [out][in], one below the other: quads, scales, offsets, biases.
// The kernels compute activation * scale * (quads . unsigned activations - offset) + bias.
func (w *layoutWriter) matrix(out, in int, parts ...part) {
	var rows []int8
	var scales, biases []float32
	for _, p := range parts {
		r, s := quantizeRows(w.get(p.name+".weight", out, in), in, weightLimit)
		rows = append(rows, r...)
		for _, scale := range s {
			scales = append(scales, scale*p.factor)
		}
		for _, bias := range w.get(p.name+".bias", out) {
			biases = append(biases, bias*p.factor)
		}
	}
	w.write(int8Bytes(quads(rows, in)))
	w.write(float32Bytes(scales))
	w.write(offsets(rows, in))
	w.write(float32Bytes(biases))
}

// quads reorders [out][in] to [out/16][in/4][16][4].
func quads(rows []int8, in int) []int8 {
	reordered := make([]int8, len(rows))
	for i, v := range rows {
		row, column := i/in, i%in
		panel := row / columnsPerPanel * columnsPerPanel * in
		quad := column / inputsPerQuad * columnsPerPanel * inputsPerQuad
		reordered[panel+quad+row%columnsPerPanel*inputsPerQuad+column%inputsPerQuad] = v
	}
	return reordered
}

// offsets are what the zero point of the activations adds to each output, int32.
func offsets(rows []int8, in int) []byte {
	var out []byte
	for start := 0; start < len(rows); start += in {
		var sum int32
		for _, v := range rows[start : start+in] {
			sum += int32(v)
		}
		out = binary.LittleEndian.AppendUint32(out, uint32(zeroPoint*sum))
	}
	return out
}
