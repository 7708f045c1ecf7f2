package index

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"octavo/engine/corpus"
)

// What reader and writer both read.

// indexed is a generation with how its vectors are searched.
type indexed struct {
	Generation
	asked IndexKind // what the last publish was asked for
	built IndexKind // exact or hnsw
	note  string
}

func readGenerations(ctx context.Context, on session, store Store) ([]indexed, error) {
	var out []indexed
	err := each(ctx, on, statement("reader/generations.sql"), bind("store", string(store)), func(scan func(...any) error) error {
		g := indexed{Generation: Generation{Store: store}}
		var spec string
		var activated sql.NullTime
		if err := scan(&g.ID, &g.State, &spec, &g.Fingerprint, &g.Embedded, &g.Missing, &g.Skipped,
			&g.Created, &activated, &g.asked, &g.built, &g.Recall, &g.note); err != nil {
			return err
		}
		g.Activated = activated.Time
		out = append(out, g)
		if err := json.Unmarshal([]byte(spec), &out[len(out)-1].Spec); err != nil {
			return fmt.Errorf("spec of generation %d: %w", g.ID, err)
		}
		return nil
	})
	return out, err
}

// inState finds the first generation in one of the states, in the order of the states.
func inState(generations []indexed, states ...GenerationState) *indexed {
	for _, state := range states {
		for i := range generations {
			if generations[i].State == state {
				return &generations[i]
			}
		}
	}
	return nil
}

func readCollections(ctx context.Context, on session, of edition) ([]Collection, error) {
	var out []Collection
	places := map[corpus.CollectionPath]int{}
	err := each(ctx, on, of.statement("reader/collections.sql"), bind("store", string(of.store)), func(scan func(...any) error) error {
		var c Collection
		if err := scan(&c.Path, &c.Documents, &c.Chunks, &c.Characters); err != nil {
			return err
		}
		places[c.Path] = len(out)
		out = append(out, c)
		return nil
	})
	if err != nil || of.version != 0 {
		return out, err
	}
	err = each(ctx, on, statement("reader/roots.sql"), nil, func(scan func(...any) error) error {
		var path corpus.CollectionPath
		var r Root
		var include, exclude duckdb.Composite[[]string]
		if err := scan(&path, &r.Path, &include, &exclude); err != nil {
			return err
		}
		r.Include, r.Exclude = orNil(include.Get()), orNil(exclude.Get())
		c := &out[places[path]]
		c.Roots = append(c.Roots, r)
		return nil
	})
	return out, err
}

func readFiles(ctx context.Context, on session, of edition, collection corpus.CollectionPath) (map[corpus.FilePath]FileState, error) {
	out := map[corpus.FilePath]FileState{}
	err := each(ctx, on, of.statement("reader/files.sql"), bind("store", string(of.store), "collection", string(collection)), func(scan func(...any) error) error {
		var file corpus.FilePath
		var hash string
		var state FileState
		if err := scan(&file, &hash, &state.Extractor); err != nil {
			return err
		}
		var err error
		state.ContentHash, err = parseHash(hash)
		out[file] = state
		return err
	})
	return out, err
}

// orNil makes an empty list nil, as it was before it was stored.
func orNil[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

// micros is a time as statements are handed it.
func micros(t time.Time) int64 { return t.UnixMicro() }
