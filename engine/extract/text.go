package extract

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/wlynxg/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"octavo/engine/corpus"
)

// sampleSize is how many bytes a charset is guessed from.
const sampleSize = 64 << 10

// controlShare is the share of control characters from which a file is taken for binary.
const controlShare = 0.02

// readText takes a file as it is: only a byte order mark is dropped and a legacy charset decoded.
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

// decode returns text as UTF-8. charset names what it was guessed or marked to be; it is empty for
// UTF-8. Errors: *Refused with ReasonBinary.
func decode(data []byte) (text, charset string, err error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		data = data[3:]
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return transcode(data, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "utf-16")
	case bytes.IndexByte(data, 0) >= 0:
		return "", "", &Refused{Reason: ReasonBinary, Detail: "it contains NUL bytes"}
	}
	if utf8.Valid(data) {
		text = string(data)
		return text, "", mostlyPrintable(text)
	}
	guess := chardet.Detect(data[:min(len(data), sampleSize)])
	legacy, err := htmlindex.Get(guess.Encoding)
	if err != nil {
		return "", "", &Refused{Reason: ReasonBinary, Detail: "its character set is unknown"}
	}
	name, err := htmlindex.Name(legacy)
	if err != nil || name == "utf-8" {
		// Detected as UTF-8 although it has errors: most of the text is right.
		return string(bytes.ToValidUTF8(data, []byte("\ufffd"))), "utf-8", mostlyPrintable(string(data))
	}
	return transcode(data, legacy, name)
}

func transcode(data []byte, from encoding.Encoding, name string) (text, charset string, err error) {
	decoded, err := from.NewDecoder().Bytes(data)
	if err != nil {
		return "", "", fmt.Errorf("decode as %s: %w", name, err)
	}
	text = string(decoded)
	if strings.ContainsRune(text, 0) {
		return "", "", &Refused{Reason: ReasonBinary, Detail: "it contains NUL characters"}
	}
	return text, name, mostlyPrintable(text)
}

// mostlyPrintable refuses what has more control characters than a text could have.
func mostlyPrintable(text string) error {
	controls := 0
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != '\x1b' || c == 0x7f {
			controls++
		}
	}
	if float64(controls) > controlShare*float64(len(text)) {
		return &Refused{Reason: ReasonBinary, Detail: fmt.Sprintf("%d of its bytes are control characters", controls)}
	}
	return nil
}
