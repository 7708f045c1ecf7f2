// Package bundled runs embedding models inside the process, from weights that the binary carries.
//
//	text -> tokenizer -> pieces of at most MaxTokens -> kernel (C) or table (Go) -> unit vector
//
// A model is one packed file, made by PackTransformer or PackStatic and read in place: opening one
// parses a header of about a kilobyte and builds nothing. The transformer is a BERT encoder on 8-bit
// integers, with one source of arithmetic compiled per instruction set; the static model is a mean
// of table rows. The package reads no files, calls no network and keeps no vectors.
package bundled

import (
	"context"
	"math"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// inParallel calls work for 0 to count-1, in that order, on all cores. It stops at the first error
// and asks ctx before each call.
func inParallel(ctx context.Context, count int, work func(i int) error) error {
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range count {
		if working.Err() != nil {
			break
		}
		group.Go(func() error {
			if working.Err() != nil {
				return nil // the cause is returned by another call, or by ctx
			}
			return work(i)
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// scaleToUnit divides a vector by its length, which the caller knows is not zero.
func scaleToUnit(vector []float32) {
	var squares float64
	for _, v := range vector {
		squares += float64(float64(v) * float64(v)) // not fused: the same bytes on every processor
	}
	inverse := float32(1 / math.Sqrt(squares))
	for i := range vector {
		vector[i] *= inverse
	}
}
