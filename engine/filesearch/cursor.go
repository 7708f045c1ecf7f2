package filesearch

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"strings"
)

// CursorError says that a cursor leads to no page: it is no cursor, or one of another question or of
// content that has changed since.
type CursorError struct{ Stale bool }

func (e *CursorError) Error() string {
	if e.Stale {
		return "the cursor belongs to another question, or to content that has changed"
	}
	return "that is no cursor"
}

const digestBytes = 12

// digestOf is what a cursor is bound to: the content that was read, and the question.
func digestOf(parts ...string) [digestBytes]byte {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return [digestBytes]byte(sum[:])
}

// cursorAt leads to the answers from an offset on.
func cursorAt(offset int, digest [digestBytes]byte) string {
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint32(digest[:], uint32(offset)))
}

// offsetOf is where a cursor leads; the empty one to the beginning. Errors: *CursorError.
func offsetOf(cursor string, digest [digestBytes]byte) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(raw) != digestBytes+4 {
		return 0, &CursorError{}
	}
	if [digestBytes]byte(raw) != digest {
		return 0, &CursorError{Stale: true}
	}
	return int(binary.BigEndian.Uint32(raw[digestBytes:])), nil
}
