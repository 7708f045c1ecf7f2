package extract

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"octavo/engine/corpus"
)

func FuzzExtract(f *testing.F) {
	f.Add("a.md", []byte("---\ntitle: x\n---\n# h"))
	f.Add("a.txt", []byte("caf\xe9"))
	f.Add("a.md.gz", gzipped(f, []byte("# words")))
	extractor := New(Options{MaxUnpacked: 1 << 16})
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		identified := Identify(corpus.FilePath(name), data[:min(len(data), HeadSize)])
		if identified == "pdf/1" {
			return
		}
		got, err := extractor.Extract(t.Context(), corpus.FilePath(name), data)
		if err != nil {
			return
		}
		if got.Extractor != identified {
			t.Errorf("%q was read by %q, identified as %q", data, got.Extractor, identified)
		}
		if text := got.Text.Characters; !utf8.ValidString(text+got.Title) || strings.ContainsRune(text+got.Title, 0) || corpus.Blank(text) {
			t.Errorf("%q became %q with title %q", data, text, got.Title)
		}
		if _, err := json.Marshal(got.Metadata); err != nil {
			t.Errorf("metadata of %q: %v", data, err)
		}
	})
}

func FuzzFrontMatter(f *testing.F) {
	f.Add("---\ntitle: x\nlist: [1, .nan]\n---\nbody")
	f.Add("---\na: &x {b: 1}\nc: *x\n? [k]\n: v\n---\nbody")
	f.Add("+++\na = 1979-05-27T07:32:00Z\nb = [inf, nan]\n[t]\nc.d = 07:32:00\n+++\n")
	f.Fuzz(func(t *testing.T, source string) {
		metadata, body, err := splitFrontMatter(source)
		if !strings.HasSuffix(source, body) || metadata == nil {
			t.Fatalf("%q: body %q, metadata %v", source, body, metadata)
		}
		if err == nil {
			if _, err := json.Marshal(metadata); err != nil {
				t.Errorf("%q: %v", source, err)
			}
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("caf\xe9 cr\xe8me"))
	f.Add(utf16Bytes("x\x00y", []byte{0xff, 0xfe}, false))
	f.Add([]byte("\xef\xbb\xbfna\xc3\xafve"))
	f.Fuzz(func(t *testing.T, data []byte) {
		text, _, err := decode(data)
		var refused *Refused
		if err != nil && !errors.As(err, &refused) {
			t.Errorf("%q: %v", data, err)
		}
		if err == nil && (!utf8.ValidString(text) || strings.ContainsRune(text, 0)) {
			t.Errorf("%q became %q", data, text)
		}
	})
}

func FuzzUnpack(f *testing.F) {
	f.Add(gzipped(f, []byte("words")))
	f.Add(zstded(f, bytes.Repeat([]byte("words"), 1000)))
	const limit = 1 << 12
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, p := range packings {
			if unpacked, err := p.unpack(data, limit); err == nil && len(unpacked) > limit {
				t.Errorf("%s: %d bytes", p.name, len(unpacked))
			}
		}
	})
}
