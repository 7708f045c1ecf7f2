package main

import (
	"encoding/binary"
	"errors"
	"reflect"
	"testing"

	"octavo/engine/embed/bundled"
)

func safetensors(header string, values ...float32) []byte {
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(out, header...), raw(values...)...)
}

func TestSafetensorsAreReadByNameShapeAndOffsets(t *testing.T) {
	got, err := readSafetensors(safetensors(`{"__metadata__":{"format":"pt"},
		"table":{"dtype":"F32","shape":[2,2],"data_offsets":[4,20]},
		"scalar":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}   `, 9, 1, 2, 3, 4))
	want := map[string]bundled.Tensor{
		"table":  {Shape: []int{2, 2}, Data: []float32{1, 2, 3, 4}},
		"scalar": {Shape: []int{}, Data: []float32{9}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("readSafetensors = %v, %v, want %v", got, err, want)
	}
}

func TestABrokenSafetensorsFileIsRefused(t *testing.T) {
	for _, tc := range []struct {
		name string
		data []byte
	}{
		{"nothing", nil},
		{"a header longer than the file", append([]byte{200, 0, 0, 0, 0, 0, 0, 0}, "{}"...)},
		{"a header of 2^63 bytes", append([]byte{0, 0, 0, 0, 0, 0, 0, 128}, "{}"...)},
		{"a header that is no JSON", safetensors(`{"a"`)},
		{"an entry of another shape", safetensors(`{"a":[1,2]}`)},
		{"another type", safetensors(`{"a":{"dtype":"F16","shape":[1],"data_offsets":[0,2]}}`, 1)},
		{"offsets past the end", safetensors(`{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}`, 1)},
		{"offsets backwards", safetensors(`{"a":{"dtype":"F32","shape":[0],"data_offsets":[4,0]}}`, 1)},
		{"offsets before the start", safetensors(`{"a":{"dtype":"F32","shape":[2],"data_offsets":[-4,4]}}`, 1)},
		{"a shape that the bytes do not fill", safetensors(`{"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}}`, 1, 2)},
		{"a negative shape", safetensors(`{"a":{"dtype":"F32","shape":[-1,-1],"data_offsets":[0,4]}}`, 1)},
	} {
		var malformed *Malformed
		if got, err := readSafetensors(tc.data); !errors.As(err, &malformed) {
			t.Errorf("%s: readSafetensors = %v, %v, want *Malformed", tc.name, got, err)
		}
	}
}

func FuzzReadSafetensors(f *testing.F) {
	f.Add(safetensors(`{"a":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}}`, 1, 2))
	f.Fuzz(func(t *testing.T, data []byte) {
		tensors, err := readSafetensors(data)
		if err != nil {
			return
		}
		for name, tensor := range tensors {
			requireFilled(t, name, tensor)
		}
	})
}
