package index

import (
	"context"
	"fmt"
	"slices"
)

// storedProfile is a document with its words as the file numbers them.
type storedProfile struct {
	document int32
	revision int32
	length   int
	terms    []int32
	tfs      []int32
}

// Profiles takes three statements, however many documents there are.
func (r *fileReader) Profiles(ctx context.Context, documents []DocumentRef) ([]Profile, error) {
	if len(documents) == 0 {
		return nil, nil
	}
	out, err := r.profiles(ctx, documents)
	if err != nil {
		return nil, fmt.Errorf("read profiles: %w", damaged(r.path, err))
	}
	return out, nil
}

func (r *fileReader) profiles(ctx context.Context, documents []DocumentRef) ([]Profile, error) {
	live, err := r.live(ctx)
	if err != nil {
		return nil, err
	}
	found, err := r.storedProfiles(ctx, documents)
	if err != nil {
		return nil, err
	}
	places, df, err := r.placeTerms(ctx, found)
	if err != nil {
		return nil, err
	}
	vectors, err := r.meanVectors(ctx, found)
	if err != nil {
		return nil, err
	}
	w := weightsOf(df, live.documents)
	var out []Profile
	for _, ref := range documents {
		p, known := found[ref]
		if !known {
			continue
		}
		counts := make([]placed, len(p.terms))
		for i, id := range p.terms {
			place, named := places[id]
			if !named {
				return nil, fmt.Errorf("term %d of %s/%s has no name", id, ref.Collection, ref.File)
			}
			counts[i] = placedAt(place, p.tfs[i])
		}
		slices.Sort(counts)
		out = append(out, Profile{DocumentRef: ref, Vector: vectors[p.owner(r.edition)], Terms: w.row(p.length, counts)})
	}
	return out, nil
}

func (r *fileReader) storedProfiles(ctx context.Context, documents []DocumentRef) (map[DocumentRef]storedProfile, error) {
	collections, files := split(documents)
	found := map[DocumentRef]storedProfile{}
	args := bind("store", string(r.store), "collections", collections, "files", files)
	err := each(ctx, r.db, r.statement("reader/profiles.sql"), args, func(scan func(...any) error) error {
		var ref DocumentRef
		var p storedProfile
		var terms, tfs any
		if err := scan(&p.document, &p.revision, &ref.Collection, &ref.File, &p.length, &terms, &tfs); err != nil {
			return err
		}
		var err error
		if p.terms, err = elements[int32](terms); err != nil {
			return err
		}
		p.tfs, err = elements[int32](tfs)
		found[ref] = p
		return err
	})
	return found, err
}

// owner is what the vectors of a profile go by: the document, or the revision in a version.
func (p storedProfile) owner(of edition) int32 {
	if of.version != 0 {
		return p.revision
	}
	return p.document
}

func documentsIn(profiles map[DocumentRef]storedProfile) []int32 {
	out := make([]int32, 0, len(profiles))
	for _, p := range profiles {
		out = append(out, p.document)
	}
	return out
}

// placeTerms finds the place of each term of the profiles among them by name; and, by place, how
// many live documents hold it.
func (r *fileReader) placeTerms(ctx context.Context, profiles map[DocumentRef]storedProfile) (places map[int32]int32, df []int32, err error) {
	args := bind("store", string(r.store), "documents", documentsIn(profiles))
	err = each(ctx, r.db, r.statement("reader/profile_terms.sql"), args, func(scan func(...any) error) error {
		var lists [3]any
		if err := scan(&lists[0], &lists[1], &lists[2]); err != nil || lists[0] == nil {
			return err // no terms, no lists
		}
		var columns [3][]int32 // ids, places, documents
		for i, list := range lists {
			if columns[i], err = elements[int32](list); err != nil {
				return err
			}
		}
		places, df = make(map[int32]int32, len(columns[0])), make([]int32, len(columns[0]))
		for i, id := range columns[0] {
			places[id] = columns[1][i]
			df[columns[1][i]] = columns[2][i]
		}
		return nil
	})
	return places, df, err
}

// vectorsOf is the statement that reads the vectors of profiles, with its arguments.
func (r *fileReader) vectorsOf(profiles map[DocumentRef]storedProfile) (string, []any) {
	if r.version == 0 {
		return statement("reader/profile_vectors.sql", r.active.tables()...), bind("documents", documentsIn(profiles))
	}
	var revisions []int32
	for _, p := range profiles {
		revisions = append(revisions, p.revision)
	}
	return r.statement("reader/profile_vectors_cut.sql", r.coded()...), bind("store", string(r.store), "revisions", revisions)
}

// meanVectors are those of profiles, by their owner.
func (r *fileReader) meanVectors(ctx context.Context, profiles map[DocumentRef]storedProfile) (map[int32][]float32, error) {
	if r.active == nil {
		return nil, nil
	}
	sums := map[int32]*mean{}
	text, args := r.vectorsOf(profiles)
	err := each(ctx, r.db, text, args, func(scan func(...any) error) error {
		var owner int32
		var v coded
		var codes any
		if err := scan(&owner, &v.scale, &codes); err != nil {
			return err
		}
		var err error
		if v.codes, err = elements[int8](codes); err != nil {
			return err
		}
		if sums[owner] == nil {
			sums[owner] = &mean{}
		}
		sums[owner].add(v)
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := map[int32][]float32{}
	for owner, m := range sums {
		out[owner] = m.unit()
	}
	return out, nil
}

// elements are those of a list as the driver hands it over.
func elements[T any](list any) ([]T, error) {
	values, isList := list.([]any)
	if !isList {
		return nil, fmt.Errorf("%T is not a list", list)
	}
	out := make([]T, len(values))
	for i, v := range values {
		element, fits := v.(T)
		if !fits {
			return nil, fmt.Errorf("%T in a list of %T", v, element)
		}
		out[i] = element
	}
	return out, nil
}
