package extract

import (
	"cmp"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"octavo/engine/corpus"
)

// sharedPDF reads a file of the shared test material, which is not part of the repository.
func sharedPDF(t testing.TB, name string) []byte {
	t.Helper()
	path := filepath.Join(cmp.Or(os.Getenv("OCTAVO_SHARED"), "../../../shared"), "pdf", name)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Skipf("needs the shared test material (OCTAVO_SHARED): %v", err)
	}
	return data
}

var pdfs = New(Options{CacheDir: filepath.Join(os.TempDir(), "octavo-test-cache")})

// TestWordsAndBoxesAgreeWithPoppler holds words and boxes to what pdftotext -bbox 22.12 gives.
func TestWordsAndBoxesAgreeWithPoppler(t *testing.T) {
	for _, tc := range []struct {
		file  string
		words []int // by page; nil: not counted
		word  string
		box   [4]float64 // x0 y0 x1 y1 of the word's first occurrence
		next  string
	}{
		{"multicolumn.pdf", []int{524, 503, 45}, "Two-Column", [4]float64{.2618, .1838, .4133, .2019}, ""},
		{"rot90.pdf", []int{710, 709, 710, 474}, "Hello,", [4]float64{.8845, .1683, .8960, .2147}, "here"},
		{"negorigin.pdf", nil, "Hello,", [4]float64{.2523, .0328, .2986, .0443}, "here"},
		{"enc-empty-aes256.pdf", []int{710, 709, 710, 474}, "Hello,", [4]float64{.1683, .1040, .2147, .1155}, "here"},
		{"badstartxref.pdf", []int{710, 709, 710, 474}, "Hello,", [4]float64{.1683, .1040, .2147, .1155}, "here"},
		{"cropbox.pdf", []int{585, 586, 589, 402}, "out", nowhere, "the"}, // the crop box cuts "about"
	} {
		t.Run(tc.file, func(t *testing.T) {
			result, err := pdfs.Extract(t.Context(), corpus.FilePath(tc.file), sharedPDF(t, tc.file))
			if err != nil {
				t.Fatal(err)
			}
			text := []rune(result.Text.Characters)
			counts := make([]int, result.Pages)
			at := -1
			for i, s := range result.Text.Spans {
				counts[s.Page-1]++
				if at < 0 && string(text[s.Start:s.End]) == tc.word {
					at = i
				}
			}
			t.Logf("words %v", counts)
			for page, want := range tc.words {
				if math.Abs(float64(counts[page]-want)) > 0.03*float64(want) {
					t.Errorf("page %d has %d words, want about %d", page+1, counts[page], want)
				}
			}
			if at < 0 {
				t.Fatalf("there is no word %q in %.60q", tc.word, result.Text.Characters)
			}
			b := result.Text.Spans[at].Box
			if got := [4]float64{b.X, b.Y, b.X + b.W, b.Y + b.H}; tc.box != nowhere && !close4(got, tc.box, .005) {
				t.Errorf("%q is at %.4f, want %.4f", tc.word, got, tc.box)
			}
			if next := result.Text.Spans[at+1]; tc.next != "" && string(text[next.Start:next.End]) != tc.next {
				t.Errorf("after it comes %q, want %q", string(text[next.Start:next.End]), tc.next)
			}
		})
	}
}

var nowhere [4]float64 // a box that is not compared

func close4(a, b [4]float64, tolerance float64) bool {
	for i := range a {
		if math.Abs(a[i]-b[i]) > tolerance {
			return false
		}
	}
	return true
}

func TestPDFsThatCannotBeReadSayWhy(t *testing.T) {
	for _, tc := range []struct{ file, reason string }{
		{"enc-secret-aes256.pdf", ReasonEncrypted},
		{"libreoffice-writer-password.pdf", ReasonEncrypted},
		{"grayscale-image.pdf", ReasonNoTextLayer},
		{"truncated.pdf", ""},
	} {
		_, err := pdfs.Extract(t.Context(), corpus.FilePath(tc.file), sharedPDF(t, tc.file))
		var refused *Refused
		switch {
		case err == nil:
			t.Errorf("%s: an empty success", tc.file)
		case tc.reason == "" && errors.As(err, &refused):
			t.Errorf("%s: refused as %s, but it is damaged", tc.file, refused.Reason)
		case tc.reason != "" && (!errors.As(err, &refused) || refused.Reason != tc.reason):
			t.Errorf("%s: %v, want %s", tc.file, err, tc.reason)
		}
	}
}

func TestSpansAndPagesPointAtTheText(t *testing.T) {
	result, err := pdfs.Extract(t.Context(), "fhs.pdf", sharedPDF(t, "fhs-3.0.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	text := []rune(result.Text.Characters)
	if len(result.Text.PageStarts) != result.Pages || len(result.Text.Spans) < 5000 {
		t.Fatalf("%d page starts of %d pages, %d spans", len(result.Text.PageStarts), result.Pages, len(result.Text.Spans))
	}
	end := 0
	for _, s := range result.Text.Spans {
		word := string(text[s.Start:s.End])
		if s.Start < end || word == "" || strings.ContainsAny(word, " \n") {
			t.Fatalf("span %+v holds %q", s, word)
		}
		if from := result.Text.PageStarts[s.Page-1]; s.Start < from || s.Page < result.Pages && s.End > result.Text.PageStarts[s.Page] {
			t.Fatalf("span %+v is outside its page", s)
		}
		if b := s.Box; b.X < 0 || b.Y < 0 || b.X+b.W > 1.0000001 || b.Y+b.H > 1.0000001 {
			t.Fatalf("box %+v leaves the page", b)
		}
		end = s.End
	}
}

func BenchmarkPDF(b *testing.B) {
	data := sharedPDF(b, "fhs-3.0.pdf")
	pages := 0
	for b.Loop() {
		result, err := pdfs.Extract(b.Context(), "fhs.pdf", data)
		if err != nil {
			b.Fatal(err)
		}
		pages += result.Pages
	}
	b.ReportMetric(float64(pages)/b.Elapsed().Seconds(), "pages/s")
}
