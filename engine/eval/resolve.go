package eval

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"octavo/engine/corpus"
)

// Resolve replaces the ids of judged documents by the documents of the index that they name. An id
// is a file path, "collection/file path", or a file's name without folders and extension where only
// one document has it; the first of the three that any document answers to decides. A judgement's
// own collection narrows the choice to itself and what lies below. Names are compared by bytes, then in their NFC and NFD forms.
//
// An id that names no document, or several, fails: scores over documents that cannot be found would
// look like bad ranking. Errors: *ResolveError, naming all of them; *EmptyError. After a
// *ResolveError all other answers are resolved, so who accepts that some documents are missing may
// go on: they count as relevant and never found.
func Resolve(j Judgements, documents []DocumentName) error {
	if len(documents) == 0 {
		return &EmptyError{What: "documents", In: "the index"}
	}
	known := newNames(documents)
	var failed ResolveError
	seen := map[Answer]bool{}
	for _, q := range j.Queries {
		resolved := map[DocumentName]string{}
		for i := range q.Answers {
			a := &q.Answers[i]
			found := known.find(a.ID, a.Document.Collection)
			key := Answer{ID: a.ID, Document: DocumentName{Collection: a.Document.Collection}}
			switch {
			case len(found) == 1:
				a.Document = found[0]
				if other, taken := resolved[found[0]]; taken {
					failed.Doubled = append(failed.Doubled, fmt.Sprintf("%s and %s of question %s are both %s", other, a.ID, q.ID, found[0]))
				}
				resolved[found[0]] = a.ID
			case seen[key]:
			case len(found) == 0:
				failed.Unknown = append(failed.Unknown, a.ID)
			default:
				failed.Ambiguous = append(failed.Ambiguous, Ambiguity{a.ID, found})
			}
			seen[key] = true
		}
	}
	if len(failed.Unknown)+len(failed.Ambiguous)+len(failed.Doubled) > 0 {
		failed.Documents = len(documents)
		return &failed
	}
	return nil
}

// ResolveError says which judged documents the index does not hold, or holds several times.
type ResolveError struct {
	Unknown   []string // ids that name no document
	Ambiguous []Ambiguity
	Doubled   []string // sentences about two ids of one question that are one document
	Documents int      // how many documents the index holds
}

// Ambiguity is an id that several documents answer to.
type Ambiguity struct {
	ID        string
	Documents []DocumentName
}

func (e *ResolveError) Error() string {
	var parts []string
	if len(e.Unknown) > 0 {
		parts = append(parts, fmt.Sprintf("judged documents that are not among the %d of the index (%d): %s", e.Documents, len(e.Unknown), some(e.Unknown)))
	}
	if len(e.Ambiguous) > 0 {
		var each []string
		for _, a := range e.Ambiguous {
			each = append(each, fmt.Sprintf("%s (%s, %s)", a.ID, a.Documents[0], a.Documents[1]))
		}
		parts = append(parts, fmt.Sprintf("judged ids that name several documents (%d): %s", len(each), some(each)))
	}
	if len(e.Doubled) > 0 {
		parts = append(parts, "documents judged twice: "+some(e.Doubled))
	}
	return strings.Join(parts, "; ")
}

// names finds documents by the ways in which an id may name them.
type names struct{ byFile, byPath, byStem map[string][]DocumentName }

func newNames(documents []DocumentName) names {
	n := names{map[string][]DocumentName{}, map[string][]DocumentName{}, map[string][]DocumentName{}}
	for _, d := range documents {
		file, path, stem := string(d.File), d.String(), d.File.Stem()
		n.byFile[file] = append(n.byFile[file], d)
		n.byPath[path] = append(n.byPath[path], d)
		n.byStem[stem] = append(n.byStem[stem], d)
	}
	return n
}

func (n names) find(id string, collection corpus.CollectionPath) []DocumentName {
	for _, by := range []map[string][]DocumentName{n.byFile, n.byPath, n.byStem} {
		for _, form := range []string{id, norm.NFC.String(id), norm.NFD.String(id)} {
			found := slices.DeleteFunc(slices.Clone(by[form]), func(d DocumentName) bool {
				return collection != "" && !d.Collection.Within(collection)
			})
			if len(found) > 0 {
				return found
			}
		}
	}
	return nil
}
