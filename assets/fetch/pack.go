package main

import (
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// pack turns the files of an asset, by role, into the bytes that the binary carries. The same
// files give the same bytes on every machine.
func pack(a Asset, files map[string][]byte) ([]byte, error) {
	switch a.Kind {
	case "extension":
		return compress(files["extension"])
	}
	return nil, fmt.Errorf("no packer for kind %q", a.Kind)
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
