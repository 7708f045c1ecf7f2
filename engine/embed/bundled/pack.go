package bundled

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// Tensor is an array of float32 in row-major order.
type Tensor struct {
	Shape []int
	Data  []float32
}

// TensorError says what is wrong with a tensor of the model to be packed.
type TensorError struct{ Name, Cause string }

func (e *TensorError) Error() string { return fmt.Sprintf("tensor %s %s", e.Name, e.Cause) }

// PackTransformer quantises a BERT encoder and lays it out as the kernels read it. Tensors carry
// their usual names, for example encoder.layer.0.attention.self.query.weight, with matrices as
// [out][in]; the number of layers is that of the names. The same input gives the same bytes.
// Errors: *TensorError, *TokenizerError.
func PackTransformer(tensors map[string]Tensor, tokenizerJSON []byte, options Options) ([]byte, error) {
	if options.Pooling != poolingCLS {
		return nil, fmt.Errorf("pooling %q is not one that the transformer has", options.Pooling)
	}
	shape, err := shapeOf(tensors, options.Heads)
	if err != nil {
		return nil, err
	}
	var p packer
	tokenizer, err := packTokenizer(&p, tokenizerJSON)
	if err != nil {
		return nil, err
	}
	if tokenizer.Tokens > shape.Vocabulary {
		return nil, &TensorError{wordEmbeddings, fmt.Sprintf("has %d rows for %d tokens", shape.Vocabulary, tokenizer.Tokens)}
	}
	weights, err := layOut(tensors, shape)
	if err != nil {
		return nil, err
	}
	p.add(sectionWeights, weights)
	return p.finish(header{
		Kind: kindTransformer, Options: options, Dimension: shape.Hidden, Shape: shape, Tokenizer: tokenizer,
	})
}

// PackStatic packs a table of one vector per token, [tokens][dimension], as int8 rows with a scale
// each. The same input gives the same bytes. Errors: *TensorError, *TokenizerError.
func PackStatic(table Tensor, tokenizerJSON []byte, options Options) ([]byte, error) {
	if len(table.Shape) != 2 || len(table.Data) != table.Shape[0]*table.Shape[1] {
		return nil, &TensorError{"of the static table", fmt.Sprintf("has shape %v and %d values", table.Shape, len(table.Data))}
	}
	var p packer
	tokenizer, err := packTokenizer(&p, tokenizerJSON)
	if err != nil {
		return nil, err
	}
	if tokenizer.Tokens > table.Shape[0] {
		return nil, &TensorError{"of the static table", fmt.Sprintf("has %d rows for %d tokens", table.Shape[0], tokenizer.Tokens)}
	}
	rows, scales := quantizeRows(table.Data, table.Shape[1], 127)
	p.add(sectionWeights, int8Bytes(rows))
	p.add(sectionScales, float32Bytes(scales))
	return p.finish(header{Kind: kindStatic, Options: options, Dimension: table.Shape[1], Tokenizer: tokenizer})
}

// quantizeRows rounds each row of a matrix to integers in [-limit, limit]; row r of the matrix is
// about scales[r] times row r of the result.
func quantizeRows(matrix []float32, columns int, limit float32) (rows []int8, scales []float32) {
	rows = make([]int8, len(matrix))
	for row := range slices.Chunk(matrix, columns) {
		var largest float32
		for _, v := range row {
			largest = max(largest, float32(math.Abs(float64(v))))
		}
		at := len(scales) * columns
		scales = append(scales, largest/limit)
		if largest == 0 {
			continue
		}
		for i, v := range row {
			rows[at+i] = int8(math.RoundToEven(float64(v) * float64(limit) / float64(largest)))
		}
	}
	return rows, scales
}

func int8Bytes(values []int8) []byte {
	out := make([]byte, len(values))
	for i, v := range values {
		out[i] = byte(v)
	}
	return out
}

func float32Bytes(values []float32) []byte {
	out := make([]byte, 0, 4*len(values))
	for _, v := range values {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
	}
	return out
}
