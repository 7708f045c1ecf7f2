package extract

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/klippa-app/go-pdfium"
	pdfiumerrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"octavo/engine/corpus"
)

// readPDF gives the words of each page in the engine's order with one span per word. Words are
// joined by a space, lines by a line feed, pages by an empty line. A document of pictures only is
// refused, and pages without words are listed. A damaged page is one without words and is named in
// the metadata: it does not cost the others.
func readPDF(ctx context.Context, x *Extractor, data []byte) (Result, error) {
	return x.pdf.run(ctx, func(instance pdfium.Pdfium, begin func(page int)) (Result, error) {
		document, err := openPDF(instance, data)
		if err != nil {
			return Result{}, err
		}
		count, err := instance.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: document})
		if err != nil {
			return Result{}, fmt.Errorf("count pages: %w", err)
		}
		result := Result{Pages: count.PageCount, Metadata: map[string]any{}}
		describePDF(instance, document, &result)
		var text pageWriter
		var damaged []any
		var damage error
		for page := 1; page <= result.Pages; page++ {
			if err := ctx.Err(); err != nil {
				return Result{}, err
			}
			begin(page)
			words, err := readPage(instance, document, page-1)
			if err != nil {
				damaged, damage = append(damaged, float64(page)), cmp.Or(damage, fmt.Errorf("page %d: %w", page, err))
			}
			text.page(page, words)
			if len(words) == 0 {
				result.PagesWithoutText = append(result.PagesWithoutText, page)
			}
		}
		switch {
		case result.Pages == 0:
			return Result{}, errors.New("the PDF is damaged: no page is left")
		case len(result.PagesWithoutText) < result.Pages:
		case damage != nil:
			return Result{}, damage
		default:
			return Result{}, &Refused{Reason: ReasonNoTextLayer, Detail: fmt.Sprintf("none of its %d pages has text", result.Pages)}
		}
		if damage != nil {
			result.Metadata["damagedPages"] = damaged
		}
		result.Text = text.finish()
		return result, nil
	})
}

// openPDF tries the empty password, with which many protected documents open.
func openPDF(instance pdfium.Pdfium, data []byte) (references.FPDF_DOCUMENT, error) {
	opened, err := instance.OpenDocument(&requests.OpenDocument{File: &data})
	switch {
	case errors.Is(err, pdfiumerrors.ErrPassword):
		return "", &Refused{Reason: ReasonEncrypted, Detail: "it needs a password"}
	case errors.Is(err, pdfiumerrors.ErrSecurity):
		return "", &Refused{Reason: ReasonEncrypted, Detail: "it is protected in a way that PDFium does not know"}
	case errors.Is(err, pdfiumerrors.ErrFormat):
		return "", fmt.Errorf("the PDF is damaged beyond repair: %w", err)
	case err != nil:
		return "", fmt.Errorf("open: %w", err)
	}
	return opened.Document, nil
}

// describePDF takes the title and other entries of the document information dictionary.
func describePDF(instance pdfium.Pdfium, document references.FPDF_DOCUMENT, result *Result) {
	for key, name := range map[string]string{"Title": "title", "Author": "author", "Subject": "subject", "CreationDate": "created", "Producer": "producer"} {
		found, err := instance.FPDF_GetMetaText(&requests.FPDF_GetMetaText{Document: document, Tag: key})
		if err != nil || strings.TrimSpace(found.Value) == "" {
			continue
		}
		result.Metadata[name] = found.Value
		if key == "Title" {
			result.Title = strings.ReplaceAll(strings.ToValidUTF8(found.Value, "\ufffd"), "\x00", "")
		}
	}
}

// word is a run of characters between white space.
type word struct {
	text  string
	box   corpus.Box
	glued bool // the hyphen at a line's end: the next word goes on with this one
	ends  bool // the last word of a line
}

// pageWriter joins words to text and counts code points on the way.
type pageWriter struct {
	text  strings.Builder
	point int
	out   corpus.Text
}

// page appends one page.
func (w *pageWriter) page(number int, words []word) {
	if w.point > 0 {
		w.write("\n\n")
	}
	w.out.PageStarts = append(w.out.PageStarts, w.point)
	for i, word := range words {
		from := w.point
		w.write(word.text)
		w.out.Spans = append(w.out.Spans, corpus.Span{Start: from, End: w.point, Page: number, Box: word.box})
		switch {
		case i == len(words)-1 || word.glued:
		case word.ends:
			w.write("\n")
		default:
			w.write(" ")
		}
	}
}

func (w *pageWriter) write(s string) {
	w.text.WriteString(s)
	w.point += utf8.RuneCountInString(s)
}

func (w *pageWriter) finish() corpus.Text {
	w.out.Characters = w.text.String()
	return w.out
}
