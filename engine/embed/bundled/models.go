package bundled

import (
	"fmt"

	"octavo/assets"
	"octavo/engine/embed"
)

// Default is the model that is used where none is named.
const Default = "bge-small-en-v1.5"

// Options are the facts about a model that its tensors do not tell. They are packed with it.
type Options struct {
	Model          string
	Pooling        string // "cls" for a transformer, "mean" for a static table
	QueryPrefix    string
	DocumentPrefix string
	MaxTokens      int // of one piece, with the two special tokens; 0 means no limit
	Heads          int // attention heads; 0 for a static table
}

// models are those that a binary may carry, the default first.
var models = []Options{
	{
		Model:       Default,
		Pooling:     poolingCLS,
		QueryPrefix: "Represent this sentence for searching relevant passages: ",
		MaxTokens:   512,
		Heads:       12,
	},
	{
		Model:   "potion-base-8M",
		Pooling: poolingMean,
	},
}

const (
	poolingCLS  = "cls"
	poolingMean = "mean"
)

// Names lists the models that a binary may carry, the default first.
func Names() []string {
	names := make([]string, len(models))
	for i, m := range models {
		names[i] = m.Model
	}
	return names
}

// OptionsOf returns what a model is packed with. Errors: *embed.ModelUnknown.
func OptionsOf(name string) (Options, error) {
	for _, m := range models {
		if m.Model == name {
			return m, nil
		}
	}
	return Options{}, &embed.ModelUnknown{Model: name, Known: Names()}
}

// Open returns a model that this binary carries. Its weights are used in place.
// Errors: *embed.ModelUnknown, *embed.ModelMissing, *FormatError.
func Open(name string) (embed.Embedder, error) {
	if _, err := OptionsOf(name); err != nil {
		return nil, err
	}
	blob := assets.Weights(name)
	if blob == "" {
		return nil, &embed.ModelMissing{Model: name}
	}
	return FromBytes(blob)
}

// WeightsHash is the SHA-256 of the weights and vocabulary of a model as they are run, hex; "" where
// this binary does not carry it. It was computed when the model was packed.
func WeightsHash(name string) string {
	p, err := open(assets.Weights(name))
	if err != nil {
		return ""
	}
	return p.SHA256
}

// FromBytes returns the model in a packed file. The string is used in place, unaligned as it may be.
// Errors: *FormatError.
func FromBytes(blob string) (embed.Embedder, error) {
	p, err := open(blob)
	if err != nil {
		return nil, err
	}
	switch p.Kind {
	case kindTransformer:
		return newTransformer(p)
	case kindStatic:
		return newStatic(p)
	}
	return nil, &FormatError{fmt.Sprintf("a model of the kind %q", p.Kind)}
}

// spec is what a packed model says of itself.
func (p *packed) spec() embed.Spec {
	return embed.Spec{
		Model:          p.Options.Model,
		Weights:        p.SHA256,
		Dimension:      p.Dimension,
		Pooling:        p.Options.Pooling,
		QueryPrefix:    p.Options.QueryPrefix,
		DocumentPrefix: p.Options.DocumentPrefix,
		MaxTokens:      p.Options.MaxTokens,
	}
}
