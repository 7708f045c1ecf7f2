// Package extract turns the bytes of a file into text with its title, metadata and, where the
// format has a layout, the page and box of each word. One file per format; formats.go is the table
// that chooses among them. It opens no files: bytes come in, text goes out, and every string that
// leaves is valid UTF-8.
package extract

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"octavo/engine/corpus"
)

// HeadSize is how many of a file's first bytes Identify looks at.
const HeadSize = 3072

// DefaultMaxUnpacked bounds what a compressed file may unpack to, in bytes.
const DefaultMaxUnpacked = 256 << 20

// Options of an Extractor.
type Options struct {
	CacheDir    string // where the PDF engine keeps its compiled code; empty: it is compiled anew
	MaxUnpacked int64  // 0: DefaultMaxUnpacked
}

// Extractor reads files of every known format. It is safe for concurrent use. The PDF engine is
// started by the first PDF.
type Extractor struct {
	options Options
	pdf     pdfEngine
}

// New returns an extractor that has started nothing.
func New(o Options) *Extractor {
	if o.MaxUnpacked == 0 {
		o.MaxUnpacked = DefaultMaxUnpacked
	}
	return &Extractor{options: o, pdf: pdfEngine{cacheDir: o.CacheDir, patience: pagePatience}}
}

// Close ends the PDF engine, if it was started. No call of Extract may be under way.
func (x *Extractor) Close() error { return x.pdf.close() }

// Result is what a file holds.
type Result struct {
	Text             corpus.Text
	Title            string         // as the document says it; empty where it does not
	Metadata         map[string]any // values are those of JSON
	MIME             string
	Extractor        string // name and version, for example "markdown/1"
	Pages            int    // 0 where the format has none
	PagesWithoutText []int  // 1-based
}

// Refused says that a file was passed over on purpose.
type Refused struct {
	Reason string // one of the reasons below
	Detail string
}

func (e *Refused) Error() string {
	if e.Detail == "" {
		return e.Reason
	}
	return e.Reason + ": " + e.Detail
}

// Why a file is refused.
const (
	ReasonUnsupported = "unsupported"   // no extractor reads this format
	ReasonBinary      = "binary"        // named as text, but it is none
	ReasonEmpty       = "empty"         // zero bytes
	ReasonBlank       = "blank"         // nothing in it shows
	ReasonEncrypted   = "encrypted"     // needs a password
	ReasonNoTextLayer = "no-text-layer" // pictures of pages only: needs OCR
	ReasonTooLarge    = "too-large"     // unpacks to more than the limit
	ReasonNested      = "nested"        // compressed inside compressed
)

// Extract reads a file. The name only helps to choose the format; nothing is opened.
// Errors: *Refused for a file that is passed over; any other means that it is damaged.
func (x *Extractor) Extract(ctx context.Context, name corpus.FilePath, data []byte) (Result, error) {
	if len(data) == 0 {
		return Result{}, &Refused{Reason: ReasonEmpty}
	}
	packing := packingOf(data)
	if packing != nil {
		unpacked, err := packing.unpack(data, x.options.MaxUnpacked)
		if err != nil {
			return Result{}, err
		}
		name, data = packing.inner(name), unpacked
		if packingOf(data) != nil {
			return Result{}, &Refused{Reason: ReasonNested}
		}
		if len(data) == 0 {
			return Result{}, &Refused{Reason: ReasonEmpty}
		}
	}
	kind, mime := choose(name, data[:min(len(data), HeadSize)])
	if kind == nil {
		return Result{}, &Refused{Reason: ReasonUnsupported, Detail: mime}
	}
	if packing != nil && !kind.packed {
		return Result{}, &Refused{Reason: ReasonUnsupported, Detail: "compressed " + mime}
	}
	result, err := kind.guarded(ctx, x, data)
	if err != nil {
		return Result{}, err
	}
	result.MIME, result.Extractor = mime, kind.name
	if packing != nil {
		result.Extractor += "+" + packing.name
	}
	return result, result.admit()
}

// guarded reads a file and turns a panic of a parser into an error, so that one file cannot end a
// build.
func (f *format) guarded(ctx context.Context, x *Extractor, data []byte) (result Result, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("the %s extractor panicked: %v", f.name, cause)
		}
	}()
	return f.read(ctx, x, data)
}

// admit is the one gate that every text passes.
func (r *Result) admit() error {
	switch {
	case corpus.Blank(r.Text.Characters):
		return &Refused{Reason: ReasonBlank}
	case !utf8.ValidString(r.Text.Characters) || !utf8.ValidString(r.Title):
		return fmt.Errorf("the %s extractor gave invalid UTF-8", r.Extractor)
	case strings.ContainsRune(r.Text.Characters, 0):
		return fmt.Errorf("the %s extractor gave a NUL character", r.Extractor)
	}
	r.Title = strings.Join(strings.Fields(r.Title), " ")
	if r.Metadata != nil {
		r.Metadata = clean(r.Metadata).(map[string]any)
	}
	return nil
}

// clean makes every string of a metadata value valid UTF-8 without NUL.
func clean(value any) any {
	switch v := value.(type) {
	case string:
		return strings.ReplaceAll(strings.ToValidUTF8(v, "\ufffd"), "\x00", "\ufffd")
	case []any:
		for i := range v {
			v[i] = clean(v[i])
		}
		return v
	case map[string]any:
		out := make(map[string]any, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			out[clean(key).(string)] = clean(v[key])
		}
		return out
	}
	return value
}
