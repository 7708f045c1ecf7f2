package index

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"time"
)

// storedVersion is a version with its id.
type storedVersion struct {
	Version
	id int32
}

func (v storedVersion) public() Version { return v.Version }

func readVersions(ctx context.Context, on session) ([]storedVersion, error) {
	var out []storedVersion
	err := each(ctx, on, statement("reader/versions.sql"), nil, func(scan func(...any) error) error {
		var v storedVersion
		var activated sql.NullTime
		var activations any
		if err := scan(&v.id, &v.Label, &v.State, &v.Note, &v.Snapshot, &v.Documents, &v.Chunks, &v.Created, &activated, &activations); err != nil {
			return err
		}
		v.Created, v.Activated = v.Created.UTC(), activated.Time.UTC()
		times, err := elements[time.Time](activations)
		for _, at := range times {
			v.Activations = append(v.Activations, at.UTC())
		}
		out = append(out, v)
		return err
	})
	return out, err
}

func (r *fileReader) Versions(ctx context.Context) ([]Version, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	stored, err := r.storedVersions(ctx)
	var out []Version
	for _, v := range stored {
		out = append(out, v.Version)
	}
	return out, err
}

// Version hands out one reader for each version, so that what one request has read serves the next.
func (r *fileReader) Version(ctx context.Context, label string) (Reader, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	stored, err := r.storedVersions(ctx)
	if err != nil {
		return nil, err
	}
	found, err := versionNamed(stored, storedVersion.public, label)
	if err != nil {
		return nil, err
	}
	if of, known := r.editions[found.id]; known {
		return of, nil
	}
	of := &fileReader{path: r.path, edition: edition{r.store, found.id}, db: r.db, meta: r.meta, bytes: r.bytes, active: r.active, postings: r.postings}
	of.meta.snapshot = found.Snapshot
	if r.editions == nil {
		r.editions = map[int32]versionReader{}
	}
	r.editions[found.id] = versionReader{of, found.Label}
	return r.editions[found.id], nil
}

func (r *fileReader) storedVersions(ctx context.Context) ([]storedVersion, error) {
	if r.looked {
		return r.cuts, nil
	}
	stored, err := readVersions(ctx, r.db)
	if err != nil {
		return nil, fmt.Errorf("read versions: %w", damaged(r.path, err))
	}
	r.cuts, r.looked = stored, true
	return stored, nil
}

// versionReader reads a version of a file that another reader has open. It compares with every
// vector: an HNSW index is one of live content.
type versionReader struct {
	*fileReader
	label string
}

func (r versionReader) Close() error { return nil }

func (r versionReader) Info(ctx context.Context) (Info, error) {
	info, err := r.fileReader.Info(ctx)
	info.Version = r.label
	return info, err
}

// coded fills the holes of statements that read the vectors of a version.
func (r *fileReader) coded() []string {
	tables := r.active.tables()
	return append(tables, "coded", relation("reader/version_vectors.sql", tables...))
}

// nearestRevisions compares a query with the chunks of the texts that a version has in a scope.
func (r *fileReader) nearestRevisions(ctx context.Context, query coded, among scope, limit int) ([]candidate, error) {
	args := append(among.args(), bind("store", string(r.store))...)
	return ranked(ctx, r.db, r.statement("reader/nearest_cut.sql", r.coded()...), args, query, limit)
}

// nameRevisions looks up the documents of a version that have the texts of candidates.
func (r *fileReader) nameRevisions(ctx context.Context, candidates []candidate, among scope) ([]Match, error) {
	owners := map[int32]bool{}
	for _, c := range candidates {
		owners[c.owner] = true
	}
	documents, err := r.documentsWith(ctx, slices.Collect(maps.Keys(owners)), among)
	if err != nil {
		return nil, err
	}
	var out []Match
	for _, c := range candidates {
		for _, at := range documents[c.owner] {
			out = append(out, Match{ChunkRef{at.Collection, at.File, c.index}, at.digest, c.cosine})
		}
	}
	return out, nil
}
