package extract

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klippa-app/go-pdfium"

	"octavo/engine/corpus"
)

// pdfs is shared by the tests: starting the engine takes a while.
var pdfs = New(Options{CacheDir: filepath.Join(os.TempDir(), "octavo-test-cache")})

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

func extractPDF(t *testing.T, data []byte) Result {
	t.Helper()
	result, err := pdfs.Extract(t.Context(), "a.pdf", data)
	if err != nil {
		t.Fatal(err)
	}
	requireSoundLayout(t, result)
	return result
}

// requireSoundLayout holds spans and page starts to their promises.
func requireSoundLayout(t *testing.T, r Result) {
	t.Helper()
	text := []rune(r.Text.Characters)
	if len(r.Text.PageStarts) != r.Pages {
		t.Fatalf("%d page starts of %d pages", len(r.Text.PageStarts), r.Pages)
	}
	end := 0
	for _, s := range r.Text.Spans {
		word := string(text[s.Start:s.End])
		if s.Start < end || word == "" || strings.ContainsAny(word, " \n") {
			t.Fatalf("span %+v holds %q", s, word)
		}
		if s.Start < r.Text.PageStarts[s.Page-1] || s.Page < r.Pages && s.End > r.Text.PageStarts[s.Page] {
			t.Fatalf("span %+v is outside its page", s)
		}
		if b := s.Box; b.X < 0 || b.Y < 0 || b.W < 0 || b.H < 0 || b.X+b.W > 1+1e-9 || b.Y+b.H > 1+1e-9 {
			t.Fatalf("box %+v leaves the page", b)
		}
		end = s.End
	}
}

// words lists the words of a page with their corners x0 y0 x1 y1.
func words(r Result, page int) (words []string, corners [][4]float64) {
	text := []rune(r.Text.Characters)
	for _, s := range r.Text.Spans {
		if s.Page == page {
			words = append(words, string(text[s.Start:s.End]))
			corners = append(corners, [4]float64{s.Box.X, s.Box.Y, s.Box.X + s.Box.W, s.Box.Y + s.Box.H})
		}
	}
	return words, corners
}

func requireCorners(t *testing.T, got, want [4]float64, tolerance float64) {
	t.Helper()
	for i := range got {
		if math.Abs(got[i]-want[i]) > tolerance {
			t.Errorf("got corners %.4f, want %.4f", got, want)
			return
		}
	}
}

// TestWordsAndBoxesAgreeWithPoppler holds documents to what pdftotext -bbox 22.12 gives.
func TestWordsAndBoxesAgreeWithPoppler(t *testing.T) {
	for _, tc := range []struct {
		file    string
		counts  []int // of words, by page
		first   string
		corners [4]float64 // of the first word
	}{
		{"multicolumn.pdf", []int{524, 503, 44}, "Two-Column Document with", [4]float64{.2618, .1838, .4133, .2019}}, // poppler: 45
		{"pdflatex-4-pages.pdf", []int{710, 709, 710, 474}, "Hello, here is", [4]float64{.1683, .1040, .2147, .1155}},
		{"rot90.pdf", []int{710, 709, 710, 474}, "Hello, here is", [4]float64{.8845, .1683, .8960, .2147}},
		{"negorigin.pdf", []int{710, 709, 710, 474}, "Hello, here is", [4]float64{.2523, .0328, .2986, .0443}},
		{"enc-empty-aes256.pdf", []int{710, 709, 710, 474}, "Hello, here is", [4]float64{.1683, .1040, .2147, .1155}},
		{"badstartxref.pdf", []int{710, 709, 710, 474}, "Hello, here is", [4]float64{.1683, .1040, .2147, .1155}},
		{"junkprefix.pdf", []int{710, 709, 710, 474}, "Hello, here is", [4]float64{.1683, .1040, .2147, .1155}},
		{"cropbox.pdf", []int{585, 586, 589, 402}, "bout the selected", [4]float64{0, 0, .0421, .0191}}, // the crop box cuts "about"
		{"cropbox-rot90.pdf", []int{585, 586, 589, 402}, "bout the selected", [4]float64{.9809, 0, 1, .0421}},
	} {
		t.Run(tc.file, func(t *testing.T) {
			result := extractPDF(t, sharedPDF(t, tc.file))
			for page, want := range tc.counts {
				if got, _ := words(result, page+1); len(got) != want {
					t.Errorf("page %d has %d words, want %d", page+1, len(got), want)
				}
			}
			got, corners := words(result, 1)
			if begins := strings.Join(got[:3], " "); begins != tc.first {
				t.Errorf("begins with %q, want %q", begins, tc.first)
			}
			requireCorners(t, corners[0], tc.corners, .001)
		})
	}
}

func TestColumnsAreReadOneAfterTheOther(t *testing.T) {
	result := extractPDF(t, sharedPDF(t, "multicolumn.pdf"))
	if want := "Abstract\nThis is a sample document with two columns"; !strings.Contains(result.Text.Characters, want) {
		t.Errorf("%q is not in %.300q", want, result.Text.Characters)
	}
}

func TestPDFsThatCannotBeReadSayWhy(t *testing.T) {
	for _, tc := range []struct{ file, reason string }{
		{"enc-secret-aes256.pdf", ReasonEncrypted},
		{"libreoffice-writer-password.pdf", ReasonEncrypted},
		{"grayscale-image.pdf", ReasonNoTextLayer},
		{"truncated.pdf", ""}, // damaged: a failure, not a refusal and never an empty success
	} {
		_, err := pdfs.Extract(t.Context(), corpus.FilePath(tc.file), sharedPDF(t, tc.file))
		var refused *Refused
		reason := ""
		if errors.As(err, &refused) {
			reason = refused.Reason
		}
		if err == nil || reason != tc.reason {
			t.Errorf("%s: %v, want %q", tc.file, err, tc.reason)
		}
	}
}

func TestEveryPDFAtHandHasASoundLayout(t *testing.T) {
	shared := filepath.Dir(filepath.Join(cmp.Or(os.Getenv("OCTAVO_SHARED"), "../../../shared"), "pdf", "*"))
	for _, glob := range []string{filepath.Join(shared, "*.pdf"), "../../fixtures/reports/*/*.pdf"} {
		files, err := filepath.Glob(glob)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if result, err := pdfs.Extract(t.Context(), "a.pdf", data); err == nil {
				requireSoundLayout(t, result)
			}
		}
	}
}

func TestPagesLinesAndWordsAreJoinedAsDocumented(t *testing.T) {
	result := extractPDF(t, pdfOf("",
		sheet{content: write(100, 400, "Hello World") + write(100, 370, "pen-") + write(100, 340, "sion")},
		sheet{},
		sheet{content: write(100, 400, "Last")}))
	if want := "Hello World\npension\n\n\n\nLast"; result.Text.Characters != want {
		t.Errorf("got %q, want %q", result.Text.Characters, want)
	}
	if result.Pages != 3 || len(result.PagesWithoutText) != 1 || result.PagesWithoutText[0] != 2 {
		t.Errorf("%d pages, without text %v", result.Pages, result.PagesWithoutText)
	}
}

func TestADamagedPageDoesNotCostTheOthers(t *testing.T) {
	data := pdfOf("", sheet{content: write(100, 400, "First")}, sheet{content: write(100, 400, "Second")})
	second := bytes.LastIndex(data, []byte("/Type/Page/Parent"))
	result := extractPDF(t, slices.Concat(data[:second], []byte("/Type/Oops/Parent"), data[second+17:]))
	if result.Text.Characters != "First\n\n" || !reflect.DeepEqual(result.Metadata["damagedPages"], []any{2.0}) || !slices.Equal(result.PagesWithoutText, []int{2}) {
		t.Errorf("%q, metadata %v, without text %v", result.Text.Characters, result.Metadata, result.PagesWithoutText)
	}
}

func TestBytesChangedAtRandomFailOrKeepThePromises(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 30
	}
	whole, err := os.ReadFile("../../fixtures/reports/works/pump-handbook.pdf")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range rounds {
		data := bytes.Clone(whole)
		for range 1 + random.IntN(30) {
			from, to := random.IntN(len(data)-9), random.IntN(len(data)-9)
			if random.IntN(2) == 0 {
				copy(data[to:to+9], data[from:])
			} else {
				data[to] = byte('0' + random.IntN(10))
			}
		}
		if result, err := pdfs.Extract(t.Context(), "a.pdf", data); err == nil {
			requireSoundLayout(t, result)
		}
	}
}

func TestBoxesAreThoseOfThePageAsDisplayed(t *testing.T) {
	upright := [4]float64{.25, .1622, .3639, .2090}
	for _, tc := range []struct {
		name, entries string
		want          [4]float64
	}{
		{"upright", "", upright},
		{"turned right", "/Rotate 90", [4]float64{1 - upright[3], upright[0], 1 - upright[1], upright[2]}},
		{"upside down", "/Rotate 180", [4]float64{1 - upright[2], 1 - upright[3], 1 - upright[0], 1 - upright[1]}},
		{"turned left", "/Rotate 270", [4]float64{upright[1], 1 - upright[2], upright[3], 1 - upright[0]}},
		{"cropped", "/CropBox[100 250 300 500]", [4]float64{0, 2 * upright[1], 2 * (upright[2] - .25), 2 * upright[3]}},
	} {
		got, corners := words(extractPDF(t, pdfOf("", sheet{entries: tc.entries, content: write(100, 400, "Hello World")})), 1)
		if strings.Join(got, " ") != "Hello World" {
			t.Errorf("%s: words %q", tc.name, got)
		}
		t.Log(tc.name)
		requireCorners(t, corners[0], tc.want, .001)
	}
}

func TestWordsThatAreNotDisplayedAreLeftOut(t *testing.T) {
	result := extractPDF(t, pdfOf("", sheet{entries: "/CropBox[0 300 400 500]", content: write(100, 400, "shown") + write(100, 100, "hidden")}))
	if result.Text.Characters != "shown" {
		t.Errorf("got %q", result.Text.Characters)
	}
}

func TestCharactersBeyondTheBasicPlaneAreWhole(t *testing.T) {
	unicode := "begincmap 1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfchar <41> <D83DDE00> <42> <D83D> endbfchar endcmap"
	if got := extractPDF(t, pdfOf(unicode, sheet{content: write(100, 400, "xAy Bz")})).Text.Characters; got != "x\U0001F600y z" {
		t.Errorf("got %q", got)
	}
}

func TestFormsAndNotesGiveTheirText(t *testing.T) {
	field := func(entries string) string {
		return "<</Type/Annot/Subtype/Widget/Rect[100 200 200 220]" + entries + ">>"
	}
	result := extractPDF(t, pdfOf("", sheet{content: write(100, 400, "Name:"), notes: field("/FT/Tx/T(a)/V(Alice Smith)") +
		field("/FT/Tx/T(p)/Ff 8192/V(secret)") + field("/FT/Btn/T(b)/V/Off") + field("/FT/Tx/T(h)/F 2/V(hidden)") +
		"<</Type/Annot/Subtype/FreeText/Rect[100 100 200 120]/DA(/F1 9 Tf)/Contents(A note)>>"}))
	if want := "Name:\nAlice Smith\nA note"; result.Text.Characters != want {
		t.Errorf("got %q, want %q", result.Text.Characters, want)
	}
	_, corners := words(result, 1)
	requireCorners(t, corners[1], [4]float64{.25, .56, .5, .6}, .001)
	form, _ := words(extractPDF(t, sharedPDF(t, "libreoffice-form.pdf")), 1)
	if all := strings.Join(form, " "); len(form) != 20 || !strings.Contains(all, "Alice") || !strings.Contains(all, "Bob") {
		t.Errorf("%d words: %s", len(form), all)
	}
}

func TestADocumentThatStallsIsLeftBehindAndTheNextIsRead(t *testing.T) {
	x := New(Options{CacheDir: pdfs.options.CacheDir})
	next := pdfOf("", sheet{content: write(100, 400, "Next")})
	if _, err := x.Extract(t.Context(), "warm.pdf", next); err != nil {
		t.Fatal(err)
	}
	release := make(chan struct{})
	stuck := func(pdfium.Pdfium, func(int)) (Result, error) {
		<-release
		return Result{}, nil
	}
	x.pdf.patience = time.Millisecond
	var stalled *StalledError
	for range 2 * cap(x.pdf.slots) {
		if _, err := x.pdf.run(t.Context(), stuck); !errors.As(err, &stalled) {
			t.Errorf("got %v", err)
		}
	}
	x.pdf.patience = time.Minute
	if got, err := x.Extract(t.Context(), "next.pdf", next); err != nil || got.Text.Characters != "Next" {
		t.Errorf("%q, %v", got.Text.Characters, err)
	}
	if err := x.Close(); err != nil {
		t.Error(err)
	}
	close(release)
}

func TestAPanicInAPDFFailsOnlyItsFile(t *testing.T) {
	_, err := pdfs.pdf.run(t.Context(), func(pdfium.Pdfium, func(int)) (Result, error) { panic("out of range") })
	if err == nil || !strings.Contains(err.Error(), "out of range") {
		t.Errorf("got %v", err)
	}
}

func TestACancelledDocumentEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := pdfs.Extract(ctx, "a.pdf", pdfOf("", sheet{content: write(100, 400, "Hello")})); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestManyGoroutinesReadAtOnceAndAgree(t *testing.T) {
	data := pdfOf("", sheet{content: write(100, 400, "Hello World")}, sheet{content: write(100, 400, "again")})
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if got, err := pdfs.Extract(t.Context(), "a.pdf", data); err != nil || got.Text.Characters != "Hello World\n\nagain" {
				t.Errorf("%q, %v", got.Text.Characters, err)
			}
		})
	}
	group.Wait()
}

func TestAClosedExtractorSaysSo(t *testing.T) {
	x := New(Options{})
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := x.Extract(t.Context(), "a.pdf", pdfOf("", sheet{})); !errors.Is(err, errClosed) {
		t.Errorf("got %v", err)
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
