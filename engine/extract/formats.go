package extract

import (
	"context"
	"path"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"octavo/engine/corpus"
)

// format is one way to read bytes. Adding a format is one file and one line in formats.
type format struct {
	name       string // with the version that is part of the hash gate: a newer one reads files again
	mimes      []string
	extensions []string // lower case; they decide only among kinds of text
	packed     bool     // also read when compressed
	read       func(context.Context, *Extractor, []byte) (Result, error)
}

// formats in order of preference. The content decides first, then the name; text that no other
// format claims is plain text.
var formats = []*format{
	{name: "pdf/1", mimes: []string{"application/pdf"}, read: readPDF},
	{name: "markdown/1", mimes: []string{"text/markdown"}, extensions: []string{".md", ".markdown", ".mdown", ".mkd"}, packed: true, read: readMarkdown},
	plain,
}

var plain = &format{name: "text/1", mimes: []string{"text/plain"}, packed: true, read: readText}

// textual are types that are text although their names do not say so.
var textual = map[string]bool{
	"application/json": true, "application/x-ndjson": true, "application/xml": true, "application/javascript": true,
	"application/x-sh": true, "application/x-python": true, "application/x-perl": true, "application/x-php": true,
	"application/x-ruby": true, "application/x-lua": true, "application/toml": true, "application/yaml": true,
}

// markup is text whose tags would drown its words.
var markup = map[string]bool{"text/html": true, "text/rtf": true}

// Identify names the extractor that Extract would use, from a file's first HeadSize bytes, so that
// an unchanged file need not be read further; empty where there is none. It does not unpack: a
// compressed file is known by its name inside.
func Identify(name corpus.FilePath, head []byte) string {
	if packing := packingOf(head); packing != nil {
		kind := byExtension(packing.inner(name))
		return kind.name + "+" + packing.name
	}
	if kind, _ := choose(name, head); kind != nil {
		return kind.name
	}
	return ""
}

// choose finds the format and the MIME type of a file.
func choose(name corpus.FilePath, head []byte) (*format, string) {
	detected := mimetype.Detect(head)
	for _, kind := range formats {
		for _, mime := range kind.mimes {
			if kind != plain && detected.Is(mime) {
				return kind, mime
			}
		}
	}
	mime, _, _ := strings.Cut(detected.String(), ";")
	switch {
	case isText(detected):
		kind := byExtension(name)
		if kind != plain {
			return kind, kind.mimes[0]
		}
		if markup[mime] {
			return nil, mime
		}
		return kind, mime
	case mime == "application/octet-stream":
		return byExtension(name), "text/plain" // legacy charsets are not told from binary by their first bytes
	}
	return nil, mime
}

// isText reports whether a type is a kind of text that can be read as it stands.
func isText(m *mimetype.MIME) bool {
	mime, _, _ := strings.Cut(m.String(), ";")
	return strings.HasPrefix(mime, "text/") || textual[mime]
}

func byExtension(name corpus.FilePath) *format {
	extension := strings.ToLower(path.Ext(string(name)))
	for _, kind := range formats {
		for _, known := range kind.extensions {
			if extension == known {
				return kind
			}
		}
	}
	return plain
}
