package bundled

import (
	"context"
	"encoding/binary"
	"math"
	"slices"

	"octavo/engine/embed"
)

// static is a table with one vector per token; a text is the mean of its tokens' rows
// (Model2Vec: Tulkens and van Dongen 2024). Unknown tokens count for nothing,
// unless there are no others.
type static struct {
	spec      embed.Spec
	tokenizer *tokenizer
	rows      []byte // int8, [tokens][dimension]
	scales    []byte // float32 per row
}

func newStatic(p *packed) (embed.Embedder, error) {
	tokenizer, err := newTokenizer(p)
	if err != nil {
		return nil, err
	}
	s := &static{
		spec:      p.spec(),
		tokenizer: tokenizer,
		rows:      inPlace(p.section(sectionWeights)),
		scales:    inPlace(p.section(sectionScales)),
	}
	if tokens := len(s.scales) / 4; tokens < p.Tokenizer.Tokens || p.Dimension <= 0 || len(s.rows) != tokens*p.Dimension {
		return nil, &FormatError{"the table does not fit its header"}
	}
	return s, nil
}

func (s *static) Spec() embed.Spec { return s.spec }

// EmbedDocuments is as embed.Embedder has it. Errors: ctx.Err().
func (s *static) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	return s.embed(ctx, s.spec.DocumentPrefix, texts)
}

// EmbedQuery is as embed.Embedder has it. Errors: ctx.Err().
func (s *static) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	vectors, err := s.embed(ctx, s.spec.QueryPrefix, []string{text})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

func (s *static) embed(ctx context.Context, prefix string, texts []string) ([][]float32, error) {
	// A text costs some 50 microseconds, so a worker takes several at a time.
	const atOnce = 16
	vectors := make([][]float32, len(texts))
	err := inParallel(ctx, (len(texts)+atOnce-1)/atOnce, func(block int) error {
		var ids []int32
		for i := block * atOnce; i < min(len(texts), (block+1)*atOnce); i++ {
			ids = s.tokenizer.encode(ids[:0], prefix+texts[i])
			vectors[i] = s.mean(ids)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return vectors, nil
}

// mean returns the unit vector of tokens.
func (s *static) mean(ids []int32) []float32 {
	sum := make([]float32, s.spec.Dimension)
	unknown := s.tokenizer.spec.Unknown
	ids = slices.DeleteFunc(ids, func(id int32) bool { return id == unknown })
	if len(ids) == 0 {
		ids = []int32{unknown}
	}
	for _, id := range ids {
		scale := math.Float32frombits(binary.LittleEndian.Uint32(s.scales[4*id:]))
		row := s.rows[int(id)*len(sum):][:len(sum)]
		for i, code := range row {
			// The conversion keeps compilers from fusing the sum, which some processors would round
			// differently.
			sum[i] += float32(scale * float32(int8(code)))
		}
	}
	scaleToUnit(sum)
	return sum
}
