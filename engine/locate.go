package engine

import (
	"fmt"
	"strings"

	"octavo/engine/corpus"
	"octavo/engine/index"
)

// Locator names a document: by collection and file, or by its document path.
type Locator = index.Locator

// Locate reads the name of a document: its collection and file, or its document path alone.
// Errors: *UsageError for what is no document path, *corpus.PathError.
func Locate(words ...string) (Locator, error) {
	if len(words) == 1 {
		path := strings.Trim(strings.TrimLeft(strings.TrimSpace(words[0]), "@"), "/")
		if !corpus.IsDocumentPath(path) {
			return Locator{}, &UsageError{Message: fmt.Sprintf("%q is not a document path, which has the form COLLECTION/%s/NAME", words[0], corpus.DocumentsSegment)}
		}
		return Locator{DocumentPath: path}, nil
	}
	collection, err := corpus.ParseCollectionPath(words[0])
	if err != nil {
		return Locator{}, err
	}
	file, err := corpus.ParseFilePath(words[1])
	return Locator{Collection: collection, File: file}, err
}
