package main

import (
	"encoding/binary"
	"errors"
	"math"
	"reflect"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"octavo/engine/embed/bundled"
)

// The writers below speak onnx.proto as exporters do.

func message(number protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), content)
}

func number(field protowire.Number, value uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(nil, field, protowire.VarintType), value)
}

func join(parts ...[]byte) []byte {
	var out []byte
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

func raw(values ...float32) []byte {
	var out []byte
	for _, v := range values {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
	}
	return out
}

func dims(shape ...uint64) []byte {
	var out []byte
	for _, n := range shape {
		out = append(out, number(tensorDims, n)...)
	}
	return out
}

func constant(name string, shape []byte, values []byte) []byte {
	return message(graphInitializer, join(shape, number(tensorType, typeFloat), message(tensorName, []byte(name)), values))
}

func operation(kind, output string, inputs ...string) []byte {
	var out []byte
	for _, in := range inputs {
		out = append(out, message(nodeInput, []byte(in))...)
	}
	return message(graphNode, join(out, message(nodeOutput, []byte(output)), message(nodeOperation, []byte(kind))))
}

// tinyBERT has one named table, two biases and two anonymous matrices, the second added the other
// way round.
func tinyBERT() []byte {
	return message(modelGraph, join(
		constant("embeddings.word_embeddings.weight", dims(2, 2), message(tensorRaw, raw(1, 2, 3, 4))),
		constant("bert.encoder.layer.0.output.dense.bias", dims(3), message(tensorRaw, raw(7, 8, 9))),
		constant("encoder.layer.0.intermediate.dense.bias", dims(2), message(tensorFloats, raw(5, 6))),
		constant("onnx::MatMul_10", dims(2, 3), message(tensorRaw, raw(1, 2, 3, 4, 5, 6))),
		constant("onnx::MatMul_11", message(tensorDims, []byte{1, 2}), message(tensorRaw, raw(10, 20))),
		constant("onnx::Scale", nil, message(tensorRaw, raw(0.5))),
		message(graphInitializer, join(dims(1), number(tensorType, 7), message(tensorName, []byte("ids")), message(tensorRaw, make([]byte, 8)))),
		operation("MatMul", "a", "hidden", "onnx::MatMul_10"),
		operation("Add", "b", "bert.encoder.layer.0.output.dense.bias", "a"),
		operation("MatMul", "c", "b", "onnx::MatMul_11"),
		operation("Add", "d", "c", "encoder.layer.0.intermediate.dense.bias"),
		operation("Mul", "e", "d", "onnx::Scale"),
		operation("Add", "f", "d", "b"),
	))
}

func TestAnonymousMatricesTakeTheNameOfTheBiasAddedToThem(t *testing.T) {
	g, err := readONNX(tinyBERT())
	if err != nil {
		t.Fatal(err)
	}
	got := bertTensors(g)
	want := map[string]bundled.Tensor{
		"embeddings.word_embeddings.weight":         {Shape: []int{2, 2}, Data: []float32{1, 2, 3, 4}},
		"encoder.layer.0.output.dense.bias":         {Shape: []int{3}, Data: []float32{7, 8, 9}},
		"encoder.layer.0.output.dense.weight":       {Shape: []int{3, 2}, Data: []float32{1, 4, 2, 5, 3, 6}},
		"encoder.layer.0.intermediate.dense.bias":   {Shape: []int{2}, Data: []float32{5, 6}},
		"encoder.layer.0.intermediate.dense.weight": {Shape: []int{2, 1}, Data: []float32{10, 20}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("bertTensors =\n%v\nwant\n%v", got, want)
	}
}

func TestABrokenONNXFileIsRefused(t *testing.T) {
	good := tinyBERT()
	for _, tc := range []struct {
		name string
		data []byte
	}{
		{"nothing", nil},
		{"another format", []byte("PK\x03\x04 and so on")},
		{"cut off", good[:len(good)-1]},
		{"too few values", message(modelGraph, constant("w", dims(2, 3), message(tensorRaw, raw(1, 2))))},
		{"a negative dimension", message(modelGraph, constant("w", dims(math.MaxUint64), message(tensorRaw, raw(1))))},
		{"a product that overflows", message(modelGraph, constant("w", dims(1<<33, 1<<33), message(tensorRaw, raw(1))))},
		{"values in another file", message(modelGraph, constant("w", dims(1), number(tensorLocation, external)))},
		{"no operations", message(modelGraph, constant("w", dims(1), message(tensorRaw, raw(1))))},
	} {
		var malformed *Malformed
		if _, err := readONNX(tc.data); !errors.As(err, &malformed) {
			t.Errorf("%s: readONNX error = %v, want *Malformed", tc.name, err)
		}
	}
}

func FuzzReadONNX(f *testing.F) {
	f.Add(tinyBERT())
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := readONNX(data)
		if err != nil {
			return
		}
		for name, tensor := range bertTensors(g) {
			requireFilled(t, name, tensor)
		}
	})
}

func requireFilled(t *testing.T, name string, tensor bundled.Tensor) {
	t.Helper()
	size := 1
	for _, n := range tensor.Shape {
		size *= n
	}
	if size != len(tensor.Data) {
		t.Errorf("%q: shape %v with %d values", name, tensor.Shape, len(tensor.Data))
	}
}
