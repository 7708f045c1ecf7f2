package main

import (
	"strings"

	"octavo/engine/embed/bundled"
)

// bertTensors finds the weights of a BERT encoder under their usual names, matrices as [out][in].
//
// Exporters keep the names of biases, norms and embedding tables, but fold each matrix into an
// anonymous constant, transposed to [in][out] for MatMul. Such a matrix is found through the Add of
// its bias: it takes the name of the bias.
func bertTensors(g graph) map[string]bundled.Tensor {
	tensors := map[string]bundled.Tensor{}
	for name, t := range g.constants {
		name = bertName(name)
		if strings.HasPrefix(name, "embeddings.") || strings.HasPrefix(name, "encoder.") {
			tensors[name] = t
		}
	}
	producer := map[string]node{}
	for _, n := range g.nodes {
		for _, out := range n.outputs {
			producer[out] = n
		}
	}
	for _, add := range g.nodes {
		if add.operation != "Add" || len(add.inputs) != 2 {
			continue
		}
		product, bias := add.inputs[0], add.inputs[1]
		if _, constant := g.constants[bias]; !constant {
			product, bias = bias, product
		}
		if _, constant := g.constants[bias]; !constant || !strings.HasSuffix(bias, ".bias") {
			continue
		}
		multiply := producer[product]
		if multiply.operation != "MatMul" || len(multiply.inputs) != 2 {
			continue
		}
		if matrix, constant := g.constants[multiply.inputs[1]]; constant && len(matrix.Shape) == 2 {
			tensors[bertName(strings.TrimSuffix(bias, "bias")+"weight")] = transposed(matrix)
		}
	}
	return tensors
}

// bertName drops the prefix under which some exporters hold the encoder.
func bertName(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, "bert."), "model.")
}

func transposed(t bundled.Tensor) bundled.Tensor {
	rows, columns := t.Shape[0], t.Shape[1]
	out := make([]float32, len(t.Data))
	for i, v := range t.Data {
		out[i%columns*rows+i/columns] = v
	}
	return bundled.Tensor{Shape: []int{columns, rows}, Data: out}
}
