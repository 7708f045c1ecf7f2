package extract

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"octavo/engine/corpus"
)

// lineHyphen is how PDFium marks a hyphen that only breaks a word at the end of a line.
const lineHyphen = '\u0002'

// readPage returns the words of a page that lie on what is displayed of it.
func readPage(instance pdfium.Pdfium, document references.FPDF_DOCUMENT, index int) ([]word, error) {
	loaded, err := instance.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: document, Index: index})
	if err != nil {
		return nil, err
	}
	defer func() { _, _ = instance.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: loaded.Page}) }()
	page := requests.Page{ByReference: &loaded.Page}
	fields, err := overlay(instance, page)
	if err != nil {
		return nil, err
	}
	frame, err := frameOf(instance, page)
	if err != nil {
		return nil, err
	}
	text, err := instance.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: page})
	if err != nil {
		return nil, err
	}
	defer func() { _, _ = instance.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: text.TextPage}) }()
	count, err := instance.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: text.TextPage})
	if err != nil {
		return nil, err
	}
	collected := collector{frame: frame}
	for i := range count.Count {
		char, err := instance.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: text.TextPage, Index: i})
		if err != nil {
			return nil, fmt.Errorf("character %d: %w", i, err)
		}
		r := rune(char.Unicode)
		if r == 0 || unicode.IsSpace(r) {
			collected.space(r)
			continue
		}
		box, err := instance.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{TextPage: text.TextPage, Index: i})
		if err != nil {
			return nil, fmt.Errorf("box of character %d: %w", i, err)
		}
		collected.add(r, rectangle{left: float64(box.Rect.Left), bottom: float64(box.Rect.Bottom), right: float64(box.Rect.Right), top: float64(box.Rect.Top)})
	}
	collected.space('\n')
	for _, f := range fields {
		collected.field(f)
	}
	return collected.words, nil
}

// rectangle is in the units of the page (1/72 inch), y upward.
type rectangle struct{ left, bottom, right, top float64 }

func (r rectangle) union(o rectangle) rectangle {
	return rectangle{min(r.left, o.left), min(r.bottom, o.bottom), max(r.right, o.right), max(r.top, o.top)}
}

// frame is the part of a page that is displayed, and how it is turned.
type frame struct {
	rectangle
	turned int // degrees clockwise: 0, 90, 180 or 270
}

// frameOf reads the frame, and turns a sideways page upright for the text engine: on a page turned
// by 90 or 270 degrees it would read the lines backwards.
func frameOf(instance pdfium.Pdfium, page requests.Page) (frame, error) {
	box, err := instance.FPDF_GetPageBoundingBox(&requests.FPDF_GetPageBoundingBox{Page: page})
	if err != nil {
		return frame{}, err
	}
	rotation, err := instance.FPDFPage_GetRotation(&requests.FPDFPage_GetRotation{Page: page})
	if err != nil {
		return frame{}, err
	}
	f := frame{turned: int(rotation.PageRotation) * 90}
	f.left, f.bottom, f.right, f.top = float64(box.Rect.Left), float64(box.Rect.Bottom), float64(box.Rect.Right), float64(box.Rect.Top)
	if f.turned == 90 || f.turned == 270 {
		_, err = instance.FPDFPage_SetRotation(&requests.FPDFPage_SetRotation{Page: page, Rotate: 0})
	}
	return f, err
}

// place turns a rectangle of the page into fractions of what is displayed, cut at its edges; ok is
// false where nothing of it is displayed.
func (f frame) place(r rectangle) (corpus.Box, bool) {
	width, height := f.right-f.left, f.top-f.bottom
	if width <= 0 || height <= 0 {
		return corpus.Box{}, false
	}
	x0, x1 := (r.left-f.left)/width, (r.right-f.left)/width
	y0, y1 := (f.top-r.top)/height, (f.top-r.bottom)/height
	switch f.turned {
	case 90:
		x0, y0, x1, y1 = 1-y1, x0, 1-y0, x1
	case 180:
		x0, y0, x1, y1 = 1-x1, 1-y1, 1-x0, 1-y0
	case 270:
		x0, y0, x1, y1 = y0, 1-x1, y1, 1-x0
	}
	inside := x1 > 0 && x0 < 1 && y1 > 0 && y0 < 1
	x0, y0, x1, y1 = clamp(x0), clamp(y0), clamp(x1), clamp(y1)
	return corpus.Box{X: x0, Y: y0, W: x1 - x0, H: y1 - y0}, inside
}

func clamp(v float64) float64 { return min(max(v, 0), 1) }

// collector makes words of characters.
type collector struct {
	frame
	words []word
	text  strings.Builder
	box   rectangle
	high  rune // half of a character beyond U+FFFF: PDFium gives the halves one by one
}

// add takes a character in, if any of it is displayed: a crop box may cut through a word.
func (c *collector) add(r rune, box rectangle) {
	high := c.high
	c.high = 0
	if utf16.IsSurrogate(r) {
		pair := utf16.DecodeRune(high, r)
		if pair == unicode.ReplacementChar {
			c.high = r
			return
		}
		r = pair
	}
	if r == lineHyphen {
		c.flush(true)
		return
	}
	if unicode.IsControl(r) || r == '\ufffe' || r == '\uffff' {
		return
	}
	if _, displayed := c.place(box); !displayed {
		return
	}
	if c.text.Len() == 0 {
		c.box = box
	} else {
		c.box = c.box.union(box)
	}
	c.text.WriteRune(r)
}

func (c *collector) space(r rune) {
	c.flush(false)
	if n := len(c.words); (r == '\n' || r == '\r') && n > 0 {
		c.words[n-1].ends = true
	}
}

// flush ends a word.
func (c *collector) flush(glued bool) {
	if c.text.Len() == 0 {
		return
	}
	box, _ := c.place(c.box)
	c.words = append(c.words, word{text: c.text.String(), box: box, glued: glued})
	c.text.Reset()
}
