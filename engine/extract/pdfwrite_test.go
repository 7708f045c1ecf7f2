package extract

import (
	"bytes"
	"fmt"
	"strings"
)

// sheet is a page of a PDF that a test writes: entries of its dictionary and its content.
type sheet struct {
	entries string // for example "/Rotate 90"
	content string
	notes   string // an array of annotations
}

// write puts words in 20 point Helvetica at a place on the page, origin bottom-left.
func write(x, y int, words string) string {
	return fmt.Sprintf("BT /F1 20 Tf %d %d Td (%s) Tj ET\n", x, y, words)
}

// pdfOf is a PDF of pages of 400 by 500 points. unicode is the ToUnicode map of the font; empty
// for none.
func pdfOf(unicode string, sheets ...sheet) []byte {
	var kids strings.Builder
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>", "", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 4 0 R>>", stream(unicode)}
	for _, s := range sheets {
		page := len(objects) + 1
		fmt.Fprintf(&kids, "%d 0 R ", page)
		objects = append(objects,
			fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 500]/Resources<</Font<</F1 3 0 R>>>>/Contents %d 0 R/Annots[%s]%s>>", page+1, s.notes, s.entries),
			stream(s.content))
	}
	objects[1] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", kids.String(), len(sheets))
	if unicode == "" {
		objects[2] = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var table strings.Builder
	for i, object := range objects {
		fmt.Fprintf(&table, "%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n%strailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table.String(), len(objects)+1, start)
	return b.Bytes()
}

func stream(content string) string {
	return fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content)
}
