package extract

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wlynxg/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	utf16 "golang.org/x/text/encoding/unicode"

	"octavo/engine/corpus"
)

// sampleSize is how many bytes a charset is guessed from.
const sampleSize = 64 << 10

// oddShare is the share of characters that no text has, from which a file is taken for binary.
const oddShare = 0.05

// readText takes a file as it is, line ends included: only a byte order mark is dropped and a
// charset other than UTF-8 decoded, which the metadata then names.
func readText(_ context.Context, _ *Extractor, data []byte) (Result, error) {
	text, charset, err := decode(data)
	if err != nil {
		return Result{}, err
	}
	result := Result{Text: corpus.Text{Characters: text}}
	if charset != "" {
		result.Metadata = map[string]any{"charset": charset}
	}
	return result, nil
}

// decode returns text as UTF-8. charset names what the bytes were marked or guessed to be; it is
// empty for valid UTF-8. Errors: *Refused with ReasonBinary.
func decode(data []byte) (text, charset string, err error) {
	data, marked := bytes.CutPrefix(data, []byte("\xef\xbb\xbf"))
	switch {
	case !marked && (bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff"))):
		text, err = transcode(data, utf16.UTF16(utf16.LittleEndian, utf16.UseBOM))
		return text, "utf-16", err
	case bytes.IndexByte(data, 0) >= 0:
		return "", "", &Refused{Reason: ReasonBinary, Detail: "it contains NUL bytes"}
	case utf8.Valid(data):
		text = string(data)
		return text, "", binary(text)
	case marked || damaged(data):
		text = string(bytes.ToValidUTF8(data, []byte("\ufffd")))
		return text, "utf-8", binary(text)
	}
	from, charset := guess(data)
	text, err = transcode(data, from)
	return text, charset, err
}

// damaged reports whether data is UTF-8 with a few bytes broken rather than another charset, in
// which letters beyond ASCII hardly ever happen to be well-formed.
func damaged(data []byte) bool {
	wellFormed, broken := 0, 0
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		switch {
		case r == utf8.RuneError && size == 1:
			broken++
		case size > 1:
			wellFormed++
		}
		data = data[size:]
	}
	return wellFormed > broken
}

// guess names a charset by the look of the first bytes. Where nothing is known it is Western
// European: words in ASCII are then right, whatever the others are.
func guess(data []byte) (from encoding.Encoding, charset string) {
	for _, candidate := range chardet.DetectAll(data[:min(len(data), sampleSize)]) {
		label := candidate.Encoding
		if label == "MacCyrillic" {
			label = "windows-1251" // the detector takes one for the other, and only this one is in use
		}
		from, err := htmlindex.Get(label)
		if err != nil {
			continue
		}
		if name, err := htmlindex.Name(from); err == nil && name != "utf-8" && name != "replacement" {
			return from, name
		}
	}
	return charmap.Windows1252, "windows-1252"
}

func transcode(data []byte, from encoding.Encoding) (string, error) {
	decoded, err := from.NewDecoder().Bytes(data)
	if err != nil {
		return "", err
	}
	if bytes.IndexByte(decoded, 0) >= 0 {
		return "", &Refused{Reason: ReasonBinary, Detail: "it contains NUL characters"}
	}
	text := strings.ToValidUTF8(string(decoded), "\ufffd")
	return text, binary(text)
}

// binary refuses what has more odd characters than a text could have.
func binary(text string) error {
	odd, all := 0, 0
	for _, r := range text {
		all++
		if isOdd(r) {
			odd++
		}
	}
	if float64(odd) > oddShare*float64(all) {
		return &Refused{Reason: ReasonBinary, Detail: fmt.Sprintf("%d of its %d characters are none that a text has", odd, all)}
	}
	return nil
}

// isOdd is true of control characters other than those for layout, of what could not be decoded,
// and of code points that stand for nothing.
func isOdd(r rune) bool {
	switch {
	case r >= ' ' && r < 0x7f, r == '\n', r == '\r', r == '\t', r == '\f', r == '\v', r == '\x1b':
		return false
	case r == utf8.RuneError:
		return true
	}
	return !unicode.IsPrint(r) && !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r)
}
