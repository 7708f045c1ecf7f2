package index

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"octavo/engine/corpus"
)

// fact is what the snapshot hashes of a live document.
type fact struct {
	collection corpus.CollectionPath
	file       corpus.FilePath
	content    string // hex
	extractor  string
	chunker    string
}

// snapshotOf is the hash of content and fingerprint: 16 hex digits, the same for the same facts in
// any order. Times, ids and the order of writing are no part of it.
func snapshotOf(facts []fact, fingerprint string) string {
	slices.SortFunc(facts, func(a, b fact) int {
		return cmp.Or(cmp.Compare(a.collection, b.collection), cmp.Compare(a.file, b.file))
	})
	hash := sha256.New()
	fmt.Fprintf(hash, "%q\n", fingerprint)
	for _, f := range facts {
		fmt.Fprintf(hash, "%q %q %q %q %q\n", f.collection, f.file, f.content, f.extractor, f.chunker)
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}
