package index

import (
	"slices"

	"octavo/engine/lexical"
)

// admits reports whether a document satisfies all that the filter says.
func (f Filter) admits(d Document) bool {
	if len(f.Collections) > 0 && !slices.Contains(f.Collections, d.Collection) {
		return false
	}
	if f.Documents != nil && !slices.Contains(f.Documents, DocumentRef{d.Collection, d.File}) {
		return false
	}
	return f.where(lexical.Described{File: d.File, Title: d.Title, LastModified: d.LastModified, Metadata: d.Metadata})
}

// where reports whether a document satisfies the conditions.
func (f Filter) where(d lexical.Described) bool {
	for _, condition := range f.Where {
		if !condition.Admits(d) {
			return false
		}
	}
	return true
}

// asksMetadata reports whether a condition looks at the metadata, which take time to read.
func (f Filter) asksMetadata() bool {
	return slices.ContainsFunc(f.Where, func(c lexical.Filter) bool { return c.Field == lexical.FieldMeta })
}
