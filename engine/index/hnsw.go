package index

import (
	"context"
	"fmt"
	"sync"

	duckdb "github.com/duckdb/duckdb-go/v2"
)

const (
	// hnswFrom is the number of live vectors from which IndexAuto builds an index: below it an
	// exact search is as fast.
	hnswFrom = 500_000
	// hnswRecall is the recall@10 under which an index that was built is not used.
	hnswRecall = 0.95
	// hnswEf is how many candidates a search of the graph holds; hnswLimit, with slack, stays below.
	hnswEf    = 512
	hnswLimit = 256
	// hnswSamples is about how many questions the recall is measured with.
	hnswSamples = 100
	recallDepth = 10
)

// hnswSearch asks an HNSW index. The extension is loaded at the first question, since loading
// takes longer than an exact search of a small file.
type hnswSearch struct {
	db         *database
	generation Generation
	extension  ExtensionOptions

	// One query at a time: the extension crashes when more threads than cores ask at once.
	mu    sync.Mutex
	tried bool
	note  string // why the index cannot be asked, once tried
}

// obstacle says why the index cannot be asked, as far as that is known without loading anything.
func (h *hnswSearch) obstacle() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.tried {
		if _, _, err := LocateVSS(h.extension); err != nil {
			return err.Error()
		}
	}
	return h.note
}

// ready loads the extension, once, and then shuts the database to the outside.
func (h *hnswSearch) ready(ctx context.Context) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.tried {
		return h.note == ""
	}
	err := loadVSS(ctx, h.db, h.extension)
	if ctx.Err() != nil {
		return false
	}
	if err == nil {
		err = tuneHNSW(ctx, h.db)
	}
	if shut := h.db.shutOut(ctx); err == nil {
		err = shut
	}
	h.tried = true
	if err != nil {
		h.note = err.Error()
	}
	return err == nil
}

// tuneHNSW sets what every search of an index runs under. Late materialisation is off because it
// joins the rows found with a scan of all vectors. The memory of a one-shot process does not hold
// the graph, which is read whole.
func tuneHNSW(ctx context.Context, on session) error {
	_, err := on.ExecContext(ctx, fmt.Sprintf("SET hnsw_ef_search = %d; SET disabled_optimizers = 'late_materialization'; RESET memory_limit", hnswEf))
	return err
}

// candidates are the nearest chunks that the graph finds. Its vectors are decoded codes, so coding
// them again gives the stored codes, and the scores are those of an exact search.
func (h *hnswSearch) candidates(ctx context.Context, query coded, limit int) ([]candidate, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []candidate
	text := statement("reader/nearest_indexed.sql", h.generation.tables()...)
	err := each(ctx, h.db, text, bind("query", query.decode(), "limit", limit+slack), func(scan func(...any) error) error {
		var c candidate
		var vector duckdb.Composite[[]float32]
		if err := scan(&c.owner, &c.index, &vector); err != nil {
			return err
		}
		stored := quantise(vector.Get())
		c.cosine = cosine(float64(dot(stored.codes, query.codes)), stored.scale, query.scale)
		out = append(out, c)
		return nil
	})
	return out, err
}
