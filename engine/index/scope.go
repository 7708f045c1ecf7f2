package index

import (
	"context"
	"time"

	"octavo/engine/corpus"
	"octavo/engine/lexical"
)

// scope is a filter as statements are told of it: what can be said by collections is, the rest by
// the ids of documents.
type scope struct {
	anywhere    bool // else in the collections
	collections []string
	any         bool // else one of the documents, which lie in the collections
	documents   []int32
}

// everywhere is the scope of no filter.
var everywhere = scope{anywhere: true, collections: []string{}, any: true, documents: []int32{}}

// everything reports whether no document is left out.
func (s scope) everything() bool { return s.anywhere && s.any }

func (s scope) args() []any {
	return bind("anywhere", s.anywhere, "collections", s.collections, "any", s.any, "documents", s.documents)
}

// resolve looks up what a filter means for the content of an edition.
func resolve(ctx context.Context, on session, of edition, filter Filter) (scope, error) {
	s := scope{anywhere: len(filter.Collections) == 0, collections: namesOf(filter.Collections), any: true, documents: []int32{}}
	if filter.Documents == nil && len(filter.Where) == 0 {
		return s, nil
	}
	s.any = false
	documents, err := describe(ctx, on, of, filter)
	for _, d := range documents {
		s.documents = append(s.documents, d.id)
	}
	return s, err
}

// described is a document that a filter lets through.
type described struct {
	DocumentRef
	id, revision int32
	digest       string
	chunks       int
}

// describe reads the documents that a filter lets through, in order of name.
func describe(ctx context.Context, on session, of edition, filter Filter) ([]described, error) {
	paths, files := split(filter.Documents)
	args := bind("store", string(of.store), "anywhere", len(filter.Collections) == 0, "collections", namesOf(filter.Collections),
		"any", filter.Documents == nil, "paths", paths, "files", files, "metadata", filter.asksMetadata())
	var out []described
	err := each(ctx, on, of.statement("reader/described.sql"), args, func(scan func(...any) error) error {
		var d described
		var title, metadata string
		var modified time.Time
		if err := scan(&d.id, &d.revision, &d.digest, &d.chunks, &d.Collection, &d.File, &title, &modified, &metadata); err != nil {
			return err
		}
		facts := lexical.Described{File: d.File, Title: title, LastModified: modified}
		var err error
		if facts.Metadata, err = readMetadata(metadata); err != nil {
			return err
		}
		if filter.where(facts) {
			out = append(out, d)
		}
		return nil
	})
	return out, err
}

func (d described) ref(index int) ChunkRef { return ChunkRef{d.Collection, d.File, index} }

// split is the names of documents as two lists of one length.
func split(documents []DocumentRef) (collections, files []string) {
	collections, files = make([]string, len(documents)), make([]string, len(documents))
	for i, d := range documents {
		collections[i], files[i] = string(d.Collection), string(d.File)
	}
	return collections, files
}

func namesOf(paths []corpus.CollectionPath) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = string(p)
	}
	return out
}
