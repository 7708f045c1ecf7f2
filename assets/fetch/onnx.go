package main

import (
	"fmt"
	"iter"

	"google.golang.org/protobuf/encoding/protowire"

	"octavo/engine/embed/bundled"
)

// Malformed says that a file is not of the format that its name promises.
type Malformed struct{ Format, Cause string }

func (e *Malformed) Error() string { return "not a readable " + e.Format + " file: " + e.Cause }

// graph is what packing needs of an ONNX file: its float32 constants and its operations.
type graph struct {
	constants map[string]bundled.Tensor
	nodes     []node
}

type node struct {
	operation       string
	inputs, outputs []string
}

// The field numbers and values below are those of onnx.proto (ONNX IR version 3 and later).
const (
	modelGraph = 7

	graphNode        = 1
	graphInitializer = 5

	nodeInput     = 1
	nodeOutput    = 2
	nodeOperation = 4

	tensorDims     = 1
	tensorType     = 2
	tensorFloats   = 4
	tensorName     = 8
	tensorRaw      = 9
	tensorLocation = 14

	typeFloat = 1
	external  = 1
)

// readONNX reads a model whose constants are inside the file. Constants of other types than float32
// are left out. Errors: *Malformed.
func readONNX(data []byte) (graph, error) {
	g := graph{constants: map[string]bundled.Tensor{}}
	for f, err := range fields(data) {
		if err != nil {
			return graph{}, err
		}
		if f.number == modelGraph {
			if err := g.read(f.bytes); err != nil {
				return graph{}, err
			}
		}
	}
	if len(g.nodes) == 0 {
		return graph{}, &Malformed{"ONNX", "it has no operations"}
	}
	return g, nil
}

func (g *graph) read(message []byte) error {
	for f, err := range fields(message) {
		if err != nil {
			return err
		}
		switch f.number {
		case graphNode:
			n, err := readNode(f.bytes)
			if err != nil {
				return err
			}
			g.nodes = append(g.nodes, n)
		case graphInitializer:
			name, t, err := readTensor(f.bytes)
			if err != nil {
				return err
			}
			if t != nil {
				g.constants[name] = *t
			}
		}
	}
	return nil
}

func readNode(message []byte) (node, error) {
	var n node
	for f, err := range fields(message) {
		if err != nil {
			return node{}, err
		}
		switch f.number {
		case nodeInput:
			n.inputs = append(n.inputs, string(f.bytes))
		case nodeOutput:
			n.outputs = append(n.outputs, string(f.bytes))
		case nodeOperation:
			n.operation = string(f.bytes)
		}
	}
	return n, nil
}

// readTensor returns nil where the constant is not of float32.
func readTensor(message []byte) (name string, t *bundled.Tensor, err error) {
	var shape []int
	var elementType uint64
	var raw, floats []byte
	for f, err := range fields(message) {
		if err != nil {
			return "", nil, err
		}
		switch f.number {
		case tensorDims:
			shape, err = appendDims(shape, f)
		case tensorType:
			elementType = f.varint
		case tensorFloats:
			floats = append(floats, f.bytes...)
		case tensorName:
			name = string(f.bytes)
		case tensorRaw:
			raw = f.bytes
		case tensorLocation:
			if f.varint == external {
				err = &Malformed{"ONNX", "constants are in another file"}
			}
		}
		if err != nil {
			return "", nil, err
		}
	}
	if elementType != typeFloat {
		return name, nil, nil
	}
	if len(raw) == 0 {
		raw = floats
	}
	values, err := float32s(raw, shape)
	if err != nil {
		return "", nil, &Malformed{"ONNX", fmt.Sprintf("constant %q: %v", name, err)}
	}
	return name, &bundled.Tensor{Shape: shape, Data: values}, nil
}

// appendDims takes one dimension, or several where the writer packed them.
func appendDims(shape []int, f field) ([]int, error) {
	if f.kind == protowire.VarintType {
		return append(shape, int(f.varint)), nil
	}
	for rest := f.bytes; len(rest) > 0; {
		v, n := protowire.ConsumeVarint(rest)
		if n < 0 {
			return nil, &Malformed{"ONNX", protowire.ParseError(n).Error()}
		}
		shape, rest = append(shape, int(v)), rest[n:]
	}
	return shape, nil
}

// field is one field of a protobuf message. Its value is varint for numbers and bytes for all that
// has a length or is a fixed 32 bits wide.
type field struct {
	number protowire.Number
	kind   protowire.Type
	varint uint64
	bytes  []byte
}

// fields walks a protobuf message; an error ends the walk.
func fields(message []byte) iter.Seq2[field, error] {
	return func(yield func(field, error) bool) {
		for rest := message; len(rest) > 0; {
			number, kind, tag := protowire.ConsumeTag(rest)
			if tag < 0 {
				yield(field{}, &Malformed{"ONNX", protowire.ParseError(tag).Error()})
				return
			}
			f := field{number: number, kind: kind}
			length := protowire.ConsumeFieldValue(number, kind, rest[tag:])
			if length < 0 {
				yield(field{}, &Malformed{"ONNX", protowire.ParseError(length).Error()})
				return
			}
			value := rest[tag : tag+length]
			switch kind {
			case protowire.VarintType:
				f.varint, _ = protowire.ConsumeVarint(value)
			case protowire.BytesType:
				f.bytes, _ = protowire.ConsumeBytes(value)
			case protowire.Fixed32Type:
				f.bytes = value
			}
			if !yield(f, nil) {
				return
			}
			rest = rest[tag+length:]
		}
	}
}
