package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"

	"octavo/engine/embed/bundled"
)

// readSafetensors reads a safetensors file of float32 tensors: the length of a JSON header (8 bytes,
// little endian), the header, and the values that its offsets point into. Errors: *Malformed.
func readSafetensors(data []byte) (map[string]bundled.Tensor, error) {
	const prefix = 8
	if len(data) < prefix || binary.LittleEndian.Uint64(data) > uint64(len(data)-prefix) {
		return nil, &Malformed{"safetensors", "the header is cut off"}
	}
	start := prefix + int(binary.LittleEndian.Uint64(data))
	var header map[string]json.RawMessage
	if err := json.Unmarshal(data[prefix:start], &header); err != nil {
		return nil, &Malformed{"safetensors", "the header: " + err.Error()}
	}
	delete(header, "__metadata__")
	values := data[start:]
	tensors := map[string]bundled.Tensor{}
	for name, text := range header {
		var entry struct {
			Type    string `json:"dtype"`
			Shape   []int  `json:"shape"`
			Offsets [2]int `json:"data_offsets"`
		}
		if err := json.Unmarshal(text, &entry); err != nil {
			return nil, &Malformed{"safetensors", fmt.Sprintf("tensor %q: %v", name, err)}
		}
		from, to := entry.Offsets[0], entry.Offsets[1]
		if entry.Type != "F32" || from < 0 || from > to || to > len(values) {
			return nil, &Malformed{"safetensors", fmt.Sprintf("tensor %q: %s at %d to %d of %d bytes", name, entry.Type, from, to, len(values))}
		}
		numbers, err := float32s(values[from:to], entry.Shape)
		if err != nil {
			return nil, &Malformed{"safetensors", fmt.Sprintf("tensor %q: %v", name, err)}
		}
		tensors[name] = bundled.Tensor{Shape: entry.Shape, Data: numbers}
	}
	return tensors, nil
}

// float32s reads little-endian values and holds them against the shape that they should fill.
func float32s(raw []byte, shape []int) ([]float32, error) {
	size := 1
	for _, n := range shape {
		if n < 0 || n > 0 && size > len(raw)/n {
			return nil, fmt.Errorf("shape %v in %d bytes", shape, len(raw))
		}
		size *= n
	}
	if 4*size != len(raw) {
		return nil, fmt.Errorf("shape %v in %d bytes", shape, len(raw))
	}
	values := make([]float32, size)
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return values, nil
}
