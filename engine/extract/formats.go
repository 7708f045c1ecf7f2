package extract

import (
	"cmp"
	"context"
	"path"
	"slices"
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

var plain = &format{name: "text/1", mimes: []string{"text/plain"}, extensions: []string{".txt", ".text", ".log"}, packed: true, read: readText}

// markup is text whose tags would drown its words. It is read as text only where its name says so.
var markup = []string{"text/html", "application/xhtml+xml", "text/rtf", "image/svg+xml", "message/rfc822", "application/warc"}

// Identify names the extractor that Extract would use, from a file's first HeadSize bytes, so that
// an unchanged file need not be read further; empty where there is none. It does not unpack: a
// compressed file is known by its name inside.
func Identify(name corpus.FilePath, head []byte) string {
	if packing := packingOf(head); packing != nil {
		return cmp.Or(byExtension(packing.inner(name)), plain).name + "+" + packing.name
	}
	if kind, _ := choose(name, head); kind != nil {
		return kind.name
	}
	return ""
}

// choose finds the format and the MIME type of a file.
func choose(name corpus.FilePath, head []byte) (*format, string) {
	detected := mimetype.Detect(head)
	mime, _, _ := strings.Cut(detected.String(), ";")
	for _, kind := range formats {
		if kind != plain && slices.ContainsFunc(kind.mimes, detected.Is) {
			return kind, mime
		}
	}
	named := byExtension(name)
	switch {
	case !isText(detected) && mime != "application/octet-stream": // that is also what some text begins like
		return nil, mime
	case named != nil:
		return named, named.mimes[0]
	case isText(detected) && (strings.HasPrefix(mime, "image/") || slices.ContainsFunc(markup, detected.Is)):
		return nil, mime
	case !isText(detected):
		return plain, plain.mimes[0]
	}
	return plain, mime
}

// isText reports whether a type is a kind of plain text, whatever its name says.
func isText(m *mimetype.MIME) bool {
	for ; m != nil; m = m.Parent() {
		if m.Is("text/plain") {
			return true
		}
	}
	return false
}

// byExtension is the format that a name claims; nil where it claims none.
func byExtension(name corpus.FilePath) *format {
	extension := strings.ToLower(path.Ext(string(name)))
	for _, kind := range formats {
		if slices.Contains(kind.extensions, extension) {
			return kind
		}
	}
	return nil
}
