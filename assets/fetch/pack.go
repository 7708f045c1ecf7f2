package main

import (
	"fmt"

	"github.com/klauspost/compress/zstd"

	"octavo/engine/embed/bundled"
)

// pack turns the files of an asset, by role, into the bytes that the binary carries. The same
// files give the same bytes on every machine.
func pack(a Asset, files map[string][]byte) ([]byte, error) {
	switch a.Kind {
	case "transformer":
		return packTransformer(a.Name, files["weights"], files["tokenizer"])
	case "static":
		return packStatic(a.Name, files["weights"], files["tokenizer"])
	case "extension":
		return compress(files["extension"])
	}
	return nil, fmt.Errorf("no packer for kind %q", a.Kind)
}

func packTransformer(model string, weights, tokenizer []byte) ([]byte, error) {
	options, err := bundled.OptionsOf(model)
	if err != nil {
		return nil, err
	}
	g, err := readONNX(weights)
	if err != nil {
		return nil, err
	}
	return bundled.PackTransformer(bertTensors(g), tokenizer, options)
}

// staticTable is the name that model2vec gives to the only tensor of its models.
const staticTable = "embeddings"

func packStatic(model string, weights, tokenizer []byte) ([]byte, error) {
	options, err := bundled.OptionsOf(model)
	if err != nil {
		return nil, err
	}
	tensors, err := readSafetensors(weights)
	if err != nil {
		return nil, err
	}
	table, ok := tensors[staticTable]
	if !ok {
		return nil, &Malformed{"safetensors", fmt.Sprintf("no tensor %q", staticTable)}
	}
	return bundled.PackStatic(table, tokenizer, options)
}

// compress uses one goroutine: more would be faster, and the bytes must not depend on the cores.
func compress(data []byte) ([]byte, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer enc.Close()
	return enc.EncodeAll(data, nil), nil
}
