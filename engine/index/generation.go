package index

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// GenerationSpec is all that changes a vector: the model and how the text is cut. Fields are in
// the order in which they are hashed; unset ones are left out, so that a field added later keeps
// the fingerprints of old files. The server that ran the model is not part of it, nor is the
// extractor's version, which belongs to the hash gate of each document.
type GenerationSpec struct {
	Model          string `json:"model"`
	Weights        string `json:"weights,omitempty"`
	Dimension      int    `json:"dimension"`
	Pooling        string `json:"pooling,omitempty"`
	QueryPrefix    string `json:"queryPrefix,omitempty"`
	DocumentPrefix string `json:"documentPrefix,omitempty"`
	MaxTokens      int    `json:"maxTokens,omitempty"`
	Window         int    `json:"window"`
	Overlap        int    `json:"overlap"`
	Chunker        int    `json:"chunker"`
}

// Fingerprint is the first 16 hex digits of the SHA-256 of the spec as JSON.
func (s GenerationSpec) Fingerprint() string {
	canonical, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings and integers always marshal
	}
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:8])
}
