package corpus

import (
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// DocumentsSegment is the reserved path segment between a collection and its documents.
const DocumentsSegment = "_Documents"

// CollectionPath names a collection: segments joined by "/", for example "ACME/Reports".
// Two paths are equal when their bytes are.
type CollectionPath string

// PathError says why a collection path or file path cannot be used.
type PathError struct {
	Kind  string // "collection path" or "file path"
	Value string
	Cause string
}

func (e *PathError) Error() string { return fmt.Sprintf("%s %q: %s", e.Kind, e.Value, e.Cause) }

// ParseCollectionPath normalises s (leading "@", outer spaces and slashes are dropped) and checks it.
// It returns a *PathError for an empty path, an empty, "." or ".." segment, the reserved
// segment "_Documents", control characters and invalid UTF-8.
func ParseCollectionPath(s string) (CollectionPath, error) {
	fail := func(cause string) (CollectionPath, error) {
		return "", &PathError{Kind: "collection path", Value: s, Cause: cause}
	}
	trimmed := strings.Trim(strings.TrimLeft(strings.TrimSpace(s), "@"), "/ ")
	if trimmed == "" {
		return fail("is empty")
	}
	if cause := badCharacters(trimmed); cause != "" {
		return fail(cause)
	}
	for _, segment := range strings.Split(trimmed, "/") {
		switch segment {
		case "":
			return fail("has an empty segment")
		case ".", "..":
			return fail("has a relative segment")
		case DocumentsSegment:
			return fail("contains the reserved segment " + DocumentsSegment)
		}
	}
	return CollectionPath(trimmed), nil
}

// Partition is the first segment.
func (p CollectionPath) Partition() string {
	first, _, _ := strings.Cut(string(p), "/")
	return first
}

// Within reports whether p is ancestor itself or lies below it, by whole segments:
// "ACME/src_utils" is not within "ACME/src".
func (p CollectionPath) Within(ancestor CollectionPath) bool {
	return p == ancestor || strings.HasPrefix(string(p), string(ancestor)+"/")
}

// Ancestors lists the proper prefixes of p, nearest first.
func (p CollectionPath) Ancestors() []CollectionPath {
	var out []CollectionPath
	for i := strings.LastIndexByte(string(p), '/'); i >= 0; i = strings.LastIndexByte(string(p[:i]), '/') {
		out = append(out, p[:i])
	}
	return out
}

// FilePath is a file's path inside its collection, "/"-separated. Two paths are equal when their
// bytes are; it is never used to reach outside the collection's root.
type FilePath string

// ParseFilePath checks s. It returns a *PathError for an empty, absolute or escaping path and for
// NUL or invalid UTF-8.
func ParseFilePath(s string) (FilePath, error) {
	fail := func(cause string) (FilePath, error) {
		return "", &PathError{Kind: "file path", Value: s, Cause: cause}
	}
	switch {
	case s == "":
		return fail("is empty")
	case !utf8.ValidString(s):
		return fail("is not valid UTF-8")
	case strings.ContainsRune(s, 0):
		return fail("contains a NUL character")
	case strings.HasPrefix(s, "/"):
		return fail("is absolute")
	}
	for _, segment := range strings.Split(s, "/") {
		if segment == ".." {
			return fail("leads outside the collection")
		}
	}
	return FilePath(s), nil
}

// Stem is the file's name without folders and without its last extension.
func (p FilePath) Stem() string {
	base := path.Base(string(p))
	if stem := strings.TrimSuffix(base, path.Ext(base)); stem != "" {
		return stem
	}
	return base
}

func badCharacters(s string) string {
	if !utf8.ValidString(s) {
		return "is not valid UTF-8"
	}
	for _, r := range s {
		if unicode.IsControl(r) {
			return "contains a control character"
		}
	}
	return ""
}
