package bundled

import (
	"context"
	"testing"
)

// BenchmarkEmbedDocuments reports the build rate for windows of at most 1000 characters.
func BenchmarkEmbedDocuments(b *testing.B) {
	texts := cranfield(b, 200)
	for _, name := range Names() {
		b.Run(name, func(b *testing.B) {
			for kernel, model := range onEachKernel(realModel(b, name)) {
				b.Run(kernel, func(b *testing.B) {
					for b.Loop() {
						if _, err := model.EmbedDocuments(context.Background(), texts); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(b.N*len(texts))/b.Elapsed().Seconds(), "chunks/s")
				})
			}
		})
	}
}

// BenchmarkFirstQuery reports what a process pays for its first vector: opening and embedding.
func BenchmarkFirstQuery(b *testing.B) {
	for _, name := range Names() {
		b.Run(name, func(b *testing.B) {
			blob := realBlob(b, name)
			for b.Loop() {
				model, err := FromBytes(blob)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := model.EmbedQuery(context.Background(), "what is the accrued benefit obligation"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
