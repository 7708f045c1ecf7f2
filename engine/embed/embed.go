// Package embed turns texts into vectors: one small interface, a model in the process behind it
// (bundled), and the typed failures that say who must act. It knows no index and no chunks.
package embed

import (
	"context"
	"errors"
	"fmt"
)

// Spec is everything about a model that changes a vector. Equal specs give interchangeable vectors.
type Spec struct {
	Model          string // for example "bge-small-en-v1.5"
	Weights        string // SHA-256 of the weights as they are run, hex
	Dimension      int
	Pooling        string // "cls" or "mean"
	QueryPrefix    string
	DocumentPrefix string
	MaxTokens      int // longer texts are embedded in pieces; 0 means no limit
}

// Embedder is safe for concurrent use. Every vector it returns has Spec().Dimension elements and
// unit length, and depends on its text alone: not on the batch, its order or the thread count.
type Embedder interface {
	Spec() Spec
	// EmbedDocuments returns one vector per text, in order. A text in which the model knows nothing
	// has the vector of the unknown token; the caller keeps blank texts away.
	// Errors: those of the model's server, ctx.Err() between batches.
	EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error)
	// EmbedQuery returns the vector of a question, with the model's query prefix.
	EmbedQuery(ctx context.Context, text string) ([]float32, error)
}

// ErrNone says that no model is configured: a legitimate state, not a failure.
var ErrNone = errors.New("no embedding model is configured")

// FailedError says that a model that is there could not embed a question.
type FailedError struct{ Cause error }

func (e *FailedError) Error() string { return fmt.Sprintf("embed the question: %v", e.Cause) }
func (e *FailedError) Unwrap() error { return e.Cause }

// ModelMissing says that this binary carries no weights for the model.
type ModelMissing struct{ Model string }

func (e *ModelMissing) Error() string {
	return fmt.Sprintf("this binary was built without the model %q", e.Model)
}

// ModelUnknown says that no bundled model has this name.
type ModelUnknown struct {
	Model string
	Known []string
}

func (e *ModelUnknown) Error() string { return fmt.Sprintf("unknown model %q", e.Model) }
