package bundled

// #cgo CFLAGS: -std=c11 -O3 -Wall -Wno-psabi
// #cgo LDFLAGS: -lm
// #include "kernel.h"
import "C"

import (
	"context"
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/cpu"

	"octavo/engine/embed"
)

// kernel is an instruction set that the transformer is compiled for.
type kernel int

const (
	kernelPortable kernel = C.OCTAVO_PORTABLE
	kernelAVX2     kernel = C.OCTAVO_AVX2
	kernelAVX512   kernel = C.OCTAVO_AVX512
)

func (k kernel) String() string { return [...]string{"portable", "avx2", "avx512"}[k] }

// runs tells whether this processor has the instruction set.
func (k kernel) runs() bool {
	switch x86 := cpu.X86; k {
	case kernelAVX512:
		return x86.HasAVX512F && x86.HasAVX512BW && x86.HasAVX512VL && x86.HasAVX512DQ && x86.HasAVX512VNNI && x86.HasFMA
	case kernelAVX2:
		return x86.HasAVX2 && x86.HasFMA
	}
	return k == kernelPortable
}

func fastestKernel() kernel {
	for _, k := range []kernel{kernelAVX512, kernelAVX2} {
		if k.runs() {
			return k
		}
	}
	return kernelPortable
}

// transformer is a BERT encoder. Its texts' vectors are those of the first token, [CLS].
type transformer struct {
	spec      embed.Spec
	tokenizer *tokenizer
	shape     C.struct_octavo_shape
	weights   string
	kernel    kernel
	memory    chan []byte // scratch memory, one per core; taking one is the right to run
}

func newTransformer(p *packed) (embed.Embedder, error) {
	tokenizer, err := newTokenizer(p)
	if err != nil {
		return nil, err
	}
	s := p.Shape
	t := &transformer{
		spec:      p.spec(),
		tokenizer: tokenizer,
		weights:   p.section(sectionWeights),
		kernel:    fastestKernel(),
		memory:    make(chan []byte, runtime.NumCPU()),
		shape: C.struct_octavo_shape{
			layers: C.int32_t(s.Layers), hidden: C.int32_t(s.Hidden), inner: C.int32_t(s.Inner),
			heads: C.int32_t(s.Heads), vocabulary: C.int32_t(s.Vocabulary), positions: C.int32_t(s.Positions),
		},
	}
	switch {
	case p.Options.Pooling != poolingCLS:
		return nil, &FormatError{fmt.Sprintf("pooling %q is not one that the transformer has", p.Options.Pooling)}
	case s.check() != nil:
		return nil, &FormatError{s.check().Error()}
	case p.Dimension != s.Hidden || p.Tokenizer.Tokens > s.Vocabulary || t.pieceTokens() <= 0:
		return nil, &FormatError{"the encoder does not fit its tokenizer"}
	case int(C.octavo_weights_bytes(&t.shape)) != len(t.weights):
		return nil, &FormatError{"the weights do not fit their header"}
	}
	for range cap(t.memory) {
		t.memory <- nil
	}
	return t, nil
}

// pieceTokens is the number of a text's tokens that fit into one run.
func (t *transformer) pieceTokens() int {
	limit := int(t.shape.positions)
	if t.spec.MaxTokens > 0 {
		limit = min(limit, t.spec.MaxTokens)
	}
	return limit - framing
}

func (t *transformer) Spec() embed.Spec { return t.spec }

// EmbedDocuments is as embed.Embedder has it. Errors: ctx.Err().
func (t *transformer) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	return t.embed(ctx, t.spec.DocumentPrefix, texts)
}

// EmbedQuery is as embed.Embedder has it. Errors: ctx.Err().
func (t *transformer) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	vectors, err := t.embed(ctx, t.spec.QueryPrefix, []string{text})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

func (t *transformer) embed(ctx context.Context, prefix string, texts []string) ([][]float32, error) {
	ofText := make([][]*piece, len(texts))
	var pieces []*piece
	for i, text := range texts {
		ids := t.tokenizer.encode(nil, prefix)
		withoutText := len(ids)
		if ids = t.tokenizer.encode(ids, text); len(ids) == withoutText {
			ids = append(ids, t.tokenizer.spec.Unknown)
		}
		ofText[i] = divide(ids, t.pieceTokens())
		pieces = append(pieces, ofText[i]...)
	}
	groups := groupsOf(pieces)
	err := inParallel(ctx, len(groups), func(i int) error {
		return t.encode(ctx, groups[i])
	})
	if err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(texts))
	for i := range vectors {
		vectors[i] = combine(ofText[i])
	}
	return vectors, nil
}

// encode fills in the vectors of some pieces, on one core. It waits until a core is free.
func (t *transformer) encode(ctx context.Context, group []*piece) error {
	var memory []byte
	select {
	case memory = <-t.memory:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { t.memory <- memory }()

	var ids, lengths []int32
	longest := 0
	for _, p := range group {
		ids = append(ids, t.tokenizer.spec.Start)
		ids = append(ids, p.ids...)
		ids = append(ids, t.tokenizer.spec.End)
		lengths = append(lengths, int32(len(p.ids)+framing))
		longest = max(longest, len(p.ids)+framing)
	}
	need := int(C.octavo_workspace_bytes(&t.shape, C.int(len(ids)), C.int(longest)))
	if len(memory) < need {
		memory = make([]byte, need)
	}
	width := t.spec.Dimension
	vectors := make([]float32, len(group)*width)
	C.octavo_encode(C.int(t.kernel), &t.shape, unsafe.Pointer(unsafe.StringData(t.weights)),
		(*C.int32_t)(&ids[0]), (*C.int32_t)(&lengths[0]), C.int(len(group)),
		(*C.float)(&vectors[0]), unsafe.Pointer(&memory[0]))
	for i, p := range group {
		p.vector = vectors[i*width : (i+1)*width : (i+1)*width]
	}
	return nil
}
