package extract

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
)

// Bits of the entries F (an annotation) and Ff (a form field), ISO 32000-2 tables 167 and 227 ff.
const (
	flagsUnseen  = 1<<1 | 1<<5 // Hidden, NoView
	flagPassword = 1 << 13
)

// field is a form field, or a note, whose text the file does not draw: a viewer does.
type field struct {
	value string
	box   rectangle
}

// overlay makes what is drawn over a page, open notes and filled fields, part of the page, and
// returns those that only hold a text.
func overlay(instance pdfium.Pdfium, page requests.Page) ([]field, error) {
	count, err := instance.FPDFPage_GetAnnotCount(&requests.FPDFPage_GetAnnotCount{Page: page})
	if err != nil {
		return nil, err
	}
	var undrawn []field
	drawn := false
	for i := range count.Count {
		opened, err := instance.FPDFPage_GetAnnot(&requests.FPDFPage_GetAnnot{Page: page, Index: i})
		if err != nil {
			continue // a damaged annotation costs only itself
		}
		a := annotation{instance, opened.Annotation}
		if kind := a.kind(); kind == enums.FPDF_ANNOT_SUBTYPE_WIDGET || kind == enums.FPDF_ANNOT_SUBTYPE_FREETEXT {
			if a.drawsText() {
				drawn = true
			} else if value := a.value(); value != "" {
				undrawn = append(undrawn, field{value, a.box()})
			}
		}
		_, _ = instance.FPDFPage_CloseAnnot(&requests.FPDFPage_CloseAnnot{Annotation: a.reference})
	}
	if drawn {
		_, err = instance.FPDFPage_Flatten(&requests.FPDFPage_Flatten{Page: page, Usage: requests.FPDFPage_FlattenUsageNormalDisplay})
	}
	return undrawn, err
}

// annotation reads one annotation. What it lacks reads as zero.
type annotation struct {
	instance  pdfium.Pdfium
	reference references.FPDF_ANNOTATION
}

func (a annotation) kind() enums.FPDF_ANNOTATION_SUBTYPE {
	found, err := a.instance.FPDFAnnot_GetSubtype(&requests.FPDFAnnot_GetSubtype{Annotation: a.reference})
	if err != nil {
		return enums.FPDF_ANNOT_SUBTYPE_UNKNOWN
	}
	return found.Subtype
}

// drawsText looks for an operator that shows text (Tj, TJ) in the appearance.
func (a annotation) drawsText() bool {
	found, err := a.instance.FPDFAnnot_GetAP(&requests.FPDFAnnot_GetAP{Annotation: a.reference, AppearanceMode: enums.FPDF_ANNOT_APPEARANCEMODE_NORMAL})
	return err == nil && (strings.Contains(found.Value, "Tj") || strings.Contains(found.Value, "TJ"))
}

// value is the text that a reader would see: not a button's state and not a password.
func (a annotation) value() string {
	flags, err := a.instance.FPDFAnnot_GetFlags(&requests.FPDFAnnot_GetFlags{Annotation: a.reference})
	if err != nil || flags.Flags&flagsUnseen != 0 || a.text("FT") == "Btn" {
		return ""
	}
	of, err := a.instance.FPDFAnnot_GetNumberValue(&requests.FPDFAnnot_GetNumberValue{Annotation: a.reference, Key: "Ff"})
	if err == nil && int(of.Value)&flagPassword != 0 {
		return ""
	}
	return cmp.Or(a.text("V"), a.text("Contents"))
}

func (a annotation) text(key string) string {
	found, err := a.instance.FPDFAnnot_GetStringValue(&requests.FPDFAnnot_GetStringValue{Annotation: a.reference, Key: key})
	if err != nil {
		return ""
	}
	return found.Value
}

func (a annotation) box() rectangle {
	found, err := a.instance.FPDFAnnot_GetRect(&requests.FPDFAnnot_GetRect{Annotation: a.reference})
	if err != nil {
		return rectangle{}
	}
	r := found.Rect
	return rectangle{left: float64(r.Left), bottom: float64(r.Bottom), right: float64(r.Right), top: float64(r.Top)}
}

// field appends a field's words as a line of their own. The words share the field's box.
func (c *collector) field(f field) {
	box, displayed := c.place(f.box)
	words := strings.FieldsFunc(strings.ToValidUTF8(f.value, ""), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
	if !displayed || len(words) == 0 {
		return
	}
	for _, text := range words {
		c.words = append(c.words, word{text: text, box: box})
	}
	c.words[len(c.words)-1].ends = true
}
