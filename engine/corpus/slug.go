package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"regexp"
	"strings"
)

// slugLength bounds the readable part of a slug, in bytes.
const slugLength = 80

var hashSuffix = regexp.MustCompile(`-[0-9a-f]{8}$`)

// Slug is a file path as one readable path segment: the extension dropped, letters lowered, each
// run of other characters than a-z, 0-9, "." and "_" made one "-". Whatever loses anything, or
// could be mistaken for a slug that did, ends in "-" and 8 hex digits of the path's SHA-256, so
// that different paths have different slugs and a path always has the same one.
func Slug(p FilePath) string {
	stem := strings.TrimSuffix(string(p), path.Ext(string(p)))
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(stem) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '_' {
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
			continue
		}
		gap = true
	}
	readable := b.String()
	if len(readable) > slugLength {
		readable = readable[:slugLength]
	}
	if readable == string(p) && !hashSuffix.MatchString(readable) {
		return readable
	}
	sum := sha256.Sum256([]byte(p))
	hash := hex.EncodeToString(sum[:4])
	if readable == "" {
		return hash
	}
	return strings.TrimRight(readable, "-") + "-" + hash
}

// DocumentPath is where a document is found: "{collection}/_Documents/{slug}".
func DocumentPath(c CollectionPath, f FilePath) string {
	return string(c) + "/" + DocumentsSegment + "/" + Slug(f)
}

// IsDocumentPath reports whether s has the shape that DocumentPath gives.
func IsDocumentPath(s string) bool {
	collection, slug, found := strings.Cut(s, "/"+DocumentsSegment+"/")
	return found && collection != "" && slug != "" && !strings.Contains(slug, "/")
}
