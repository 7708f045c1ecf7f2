package extract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/htmlindex"

	"octavo/engine/corpus"
)

func gzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstded(t testing.TB, data []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return w.EncodeAll(data, nil)
}

func utf16Bytes(s string, mark []byte, big bool) []byte {
	out := bytes.Clone(mark)
	for _, unit := range utf16.Encode([]rune(s)) {
		if big {
			out = append(out, byte(unit>>8), byte(unit))
		} else {
			out = append(out, byte(unit), byte(unit>>8))
		}
	}
	return out
}

// guessed stands for any name: several legacy charsets have the same letters.
const guessed = "guessed"

func TestTextOfAnyCharsetBecomesUTF8(t *testing.T) {
	const german = "Größe und Länge der Brücke über den Fluß, geprüft und für gültig befunden. "
	latin := []byte(strings.Repeat(german, 3))
	latin = []byte(latin1(string(latin)))
	for _, tc := range []struct {
		name, want, charset string
		data                []byte
	}{
		{"plain", "hello", "", []byte("hello")},
		{"line ends are kept", "a\r\nb\n", "", []byte("a\r\nb\n")},
		{"a byte order mark is dropped", "naïve", "", []byte("\xef\xbb\xbfnaïve")},
		{"UTF-16, little end first", "naïve 😀", "utf-16", utf16Bytes("naïve 😀", []byte{0xff, 0xfe}, false)}, // gemini-cli 5961
		{"UTF-16, big end first", "naïve", "utf-16", utf16Bytes("naïve", []byte{0xfe, 0xff}, true)},
		{"a legacy charset", strings.Repeat(german, 3), guessed, latin}, // llm 225
	} {
		got, err := New(Options{}).Extract(t.Context(), "a.txt", tc.data)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		charset, _ := got.Metadata["charset"].(string)
		if got.Text.Characters != tc.want || charset != tc.charset && !(tc.charset == guessed && charset != "") {
			t.Errorf("%s: %q as %q, want %q as %q", tc.name, got.Text.Characters, charset, tc.want, tc.charset)
		}
	}
}

// latin1 encodes what has a byte in ISO 8859-1.
func latin1(s string) string {
	var b []byte
	for _, r := range s {
		b = append(b, byte(r))
	}
	return string(b)
}

func TestLegacyCharsetsAreGuessedRight(t *testing.T) {
	for _, tc := range []struct {
		text     string
		charsets []string
	}{
		{"Die Prämie für die Altersvorsorge beträgt fünf Prozent des Gehälts und wird jährlich geprüft.", []string{"windows-1252"}},
		{"Le rapport précise que le taux d’actualisation était de 3,6 % cette année-là.", []string{"windows-1252"}},
		{"Пенсионный отчёт объясняет, что ставка дисконтирования в этом году составила 3,6 процента.", []string{"windows-1251", "koi8-r"}},
		{"Η έκθεση για τις συντάξεις εξηγεί ότι το προεξοφλητικό επιτόκιο ήταν 3,6 τοις εκατό.", []string{"windows-1253"}},
		{"年金報告書。この報告書は年金について説明します。割引率は三・六パーセントでした。", []string{"shift_jis", "euc-jp"}},
		{"养老金报告说明了今年的折现率为百分之三点六，比去年低。", []string{"gbk"}},
		{"退休金報告說明了今年的折現率為百分之三點六，比去年低。", []string{"big5"}},
		{"연금 보고서는 올해 할인율이 3.6퍼센트라고 설명합니다.", []string{"euc-kr"}},
	} {
		for _, charset := range tc.charsets {
			written, err := htmlindex.Get(charset)
			if err != nil {
				t.Fatal(err)
			}
			data, err := written.NewEncoder().Bytes([]byte(tc.text))
			if err != nil {
				t.Fatal(err)
			}
			got, err := New(Options{}).Extract(t.Context(), "a.txt", data)
			if err != nil || got.Text.Characters != tc.text {
				t.Errorf("%s: %q as %v, %v; want %q", charset, got.Text.Characters, got.Metadata["charset"], err, tc.text)
			}
		}
	}
}

func TestAFewBrokenBytesLeaveTheRestOfUTF8AsItIs(t *testing.T) {
	got, err := New(Options{}).Extract(t.Context(), "a.txt", []byte("Die Prämie für Bäcker\xff, geprüft und gültig"))
	if want := "Die Prämie für Bäcker\ufffd, geprüft und gültig"; err != nil || got.Text.Characters != want || got.Metadata["charset"] != "utf-8" {
		t.Errorf("%q %v, %v; want %q", got.Text.Characters, got.Metadata, err, want)
	}
}

func TestFilesThatAreNoTextAreRefusedWithTheirReason(t *testing.T) {
	for _, tc := range []struct {
		name, file, reason string
		data               []byte
	}{
		{"zero bytes", "a.txt", ReasonEmpty, nil},
		{"blanks", "a.md", ReasonBlank, []byte(" \n\t\u00a0\u200b")},
		{"a program named as text", "a.txt", ReasonUnsupported, append([]byte("\x7fELF\x02\x01\x01"), make([]byte, 64)...)},
		{"bytes named as text", "a.txt", ReasonBinary, []byte("\x01\x02\x00\x03\xfe\xff\x10\x11 some words")},
		{"control characters", "a.txt", ReasonBinary, bytes.Repeat([]byte("\x01\x02ab"), 20)},
		{"pairs of bytes that are no UTF-16", "a.txt", ReasonBinary, append([]byte{0xff, 0xfe}, bytes.Repeat([]byte{0x12, 0xd8, 0x77, 0xdc, 1, 9}, 50)...)},
		{"a drawing in XML", "a.svg", ReasonUnsupported, []byte(`<svg xmlns="http://www.w3.org/2000/svg"><text>x</text></svg>`)},
		{"a mail, for now", "a.eml", ReasonUnsupported, []byte("From: a@example.org\nTo: b@example.org\nSubject: x\n\nhello")},
		{"a picture", "a.png", ReasonUnsupported, []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")},
		{"a web page, for now", "a.html", ReasonUnsupported, []byte("<!DOCTYPE html><html><body>hello</body></html>")},
		{"compressed twice", "a.txt.gz", ReasonNested, gzipped(t, gzipped(t, []byte("x")))},
		{"a compressed picture", "a.png.gz", ReasonUnsupported, gzipped(t, []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"))},
		{"a gzip bomb", "a.txt.gz", ReasonTooLarge, gzipped(t, make([]byte, 5<<20))},
		{"a zstd bomb", "a.txt.zst", ReasonTooLarge, zstded(t, make([]byte, 5<<20))},
		{"nothing, compressed", "a.txt.gz", ReasonEmpty, gzipped(t, nil)},
	} {
		_, err := New(Options{MaxUnpacked: 1 << 20}).Extract(t.Context(), corpus.FilePath(tc.file), tc.data)
		var refused *Refused
		if !errors.As(err, &refused) || refused.Reason != tc.reason {
			t.Errorf("%s: %v, want %s", tc.name, err, tc.reason)
		}
	}
}

func TestADamagedArchiveIsAFailureNotARefusal(t *testing.T) {
	whole := gzipped(t, bytes.Repeat([]byte("some text "), 1000))
	_, err := New(Options{}).Extract(t.Context(), "a.txt.gz", whole[:len(whole)/2])
	var refused *Refused
	if err == nil || errors.As(err, &refused) {
		t.Errorf("got %v", err)
	}
}

func TestTheContentChoosesTheFormatAndTheNameAmongKindsOfText(t *testing.T) {
	for _, tc := range []struct {
		file, want string
		data       []byte
	}{
		{"a.md", "markdown/1", []byte("# Title")},
		{"README.MD", "markdown/1", []byte("<p align=center>logo</p>\n\n# Title")},
		{"a.txt", "text/1", []byte("words")},
		{"main.go", "text/1", []byte("package main\n")},
		{"data.json", "text/1", []byte(`{"a": 1}`)},
		{"noname", "text/1", []byte("words")},
		{"film.srt", "text/1", []byte("1\n00:02:16,612 --> 00:02:19,376\nHello\n\n")},
		{"map.geojson", "text/1", []byte(`{"type":"FeatureCollection","features":[]}`)},
		{"minutes.txt", "text/1", []byte("From: the secretary\nTo: the board\nSubject: minutes\n\nhello")},
		{"wrong.txt", "pdf/1", []byte("%PDF-1.7\n")},
		{"a.md.gz", "markdown/1+gzip", gzipped(t, []byte("# Title"))},
		{"a.txt.zst", "text/1+zstd", zstded(t, []byte("words"))},
		{"a.png", "", []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")},
	} {
		if got := Identify(corpus.FilePath(tc.file), tc.data[:min(len(tc.data), HeadSize)]); got != tc.want {
			t.Errorf("Identify(%s) = %q, want %q", tc.file, got, tc.want)
		}
		if got, err := pdfs.Extract(t.Context(), corpus.FilePath(tc.file), tc.data); err == nil && got.Extractor != tc.want {
			t.Errorf("Extract(%s) used %q, want %q", tc.file, got.Extractor, tc.want)
		}
	}
}

func TestMarkdownKeepsItsTextAndGivesItsTitleAndMetadata(t *testing.T) {
	for _, tc := range []struct {
		name, source, title, text string
		metadata                  map[string]any
	}{
		{"the first heading", "intro\n\nSet *text*\n=====\n\n# Later\n", "Set text", "intro\n\nSet *text*\n=====\n\n# Later\n", map[string]any{}},
		{"no heading in code", "```\n# no\n```\n\n## `Real` one ##\n", "Real one", "```\n# no\n```\n\n## `Real` one ##\n", map[string]any{}},
		{"front matter", "---\ntitle: \"The Title\"\ntags: [a, b]\nyear: 2025\ndate: 2025-03-01\n---\n# Heading\n", "The Title", "# Heading\n",
			map[string]any{"title": "The Title", "tags": []any{"a", "b"}, "year": 2025.0, "date": "2025-03-01"}},
		{"front matter in TOML", "+++\ntitle = \"T\"\ndate = 2025-03-01\n+++\ntext\n", "T", "text\n", map[string]any{"title": "T", "date": "2025-03-01"}},
		{"windows line ends", "---\r\ntitle: T\r\n---\r\ntext\r\n", "T", "text\r\n", map[string]any{"title": "T"}},
		{"a number for a title", "---\ntitle: 2025\n---\n# Heading\n", "2025", "# Heading\n", map[string]any{"title": 2025.0}},
		{"an empty title", "---\ntitle: \"\"\n---\n# Heading\n", "Heading", "# Heading\n", map[string]any{"title": ""}},
		{"empty front matter", "---\n---\n# Heading\n", "Heading", "# Heading\n", map[string]any{}},
		{"front matter in UTF-16", string(utf16Bytes("---\n---\n# Überschrift\n", []byte{0xff, 0xfe}, false)), "Überschrift", "# Überschrift\n", map[string]any{"charset": "utf-16"}},
		{"values that JSON has not", "---\nn: {1: x, true: y}\nf: [.nan, -.inf]\nt: 2025-03-01T10:00:00Z\n---\ntext\n", "", "text\n",
			map[string]any{"n": map[string]any{"1": "x", "true": "y"}, "f": []any{"NaN", "-Inf"}, "t": "2025-03-01T10:00:00Z"}},
		{"a rule is no front matter", "---\nwords\n", "", "---\nwords\n", map[string]any{}},
		{"nothing to call it", "only words", "", "only words", map[string]any{}},
	} {
		got, err := New(Options{}).Extract(t.Context(), "a.md", []byte(tc.source))
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if got.Title != tc.title || got.Text.Characters != tc.text || !reflect.DeepEqual(got.Metadata, tc.metadata) {
			t.Errorf("%s:\n got %q %q %v\nwant %q %q %v", tc.name, got.Title, got.Text.Characters, got.Metadata, tc.title, tc.text, tc.metadata)
		}
	}
}

func TestMalformedFrontMatterStaysTextAndIsNamed(t *testing.T) {
	source := "---\ntitle: [unclosed\n---\n# Heading\n"
	got, err := New(Options{}).Extract(t.Context(), "a.md", []byte(source))
	if err != nil || got.Text.Characters != source || got.Title != "Heading" || got.Metadata["frontMatterError"] == nil {
		t.Errorf("%+v, %v", got, err)
	}
}

// Each of these kept a parser busy for minutes, or would have.
func TestTextsMadeToExhaustAParserAreReadInTime(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c < 'k'; c++ {
		bomb += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.Repeat(fmt.Sprintf("*%c,", c-1), 9))
	}
	for name, source := range map[string]string{
		"aliases of aliases":    "---\n" + bomb + "---\ntext",
		"deep lists":            "---\na: " + strings.Repeat("[", 60<<10) + "\n---\ntext",
		"deep lists, closed":    "---\na: " + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + "\n---\ntext",
		"deep tables":           "+++\na = " + strings.Repeat("[", 30<<10) + strings.Repeat("]", 30<<10) + "\n+++\ntext",
		"links in links":        strings.Repeat("[a](", 1<<18),
		"quotes in quotes":      strings.Repeat("> ", 1<<18),
		"lists in lists":        strings.Repeat("1. ", 1<<18),
		"emphasis, unclosed":    strings.Repeat("*a ", 1<<18),
		"front matter for ever": "---\n" + strings.Repeat("a: b\n", 1<<16),
	} {
		began := time.Now()
		_, err := New(Options{}).Extract(t.Context(), "a.md", []byte(source))
		if spent := time.Since(began); err != nil || spent > 10*time.Second {
			t.Errorf("%s: %v after %v", name, err, spent)
		}
	}
}

func TestAPanicOfAParserFailsOnlyItsFile(t *testing.T) {
	broken := format{name: "broken/1", read: func(context.Context, *Extractor, []byte) (Result, error) { panic("out of range") }}
	if _, err := broken.guarded(t.Context(), nil, nil); err == nil || !strings.Contains(err.Error(), "out of range") {
		t.Errorf("got %v", err)
	}
}

func TestALineOfFiftyMegabytesIsRead(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	line := bytes.Repeat([]byte("word "), 10<<20)
	got, err := New(Options{}).Extract(t.Context(), "a.txt", line)
	if err != nil || len(got.Text.Characters) != len(line) {
		t.Errorf("%d characters, %v", len(got.Text.Characters), err)
	}
}
