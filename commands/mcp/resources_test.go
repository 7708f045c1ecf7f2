package mcp

import (
	"strings"
	"testing"
	"testing/quick"
	"unicode/utf8"
)

func TestADocumentIsFoundAtItsURI(t *testing.T) {
	for _, tc := range []struct{ collection, file, uri string }{
		{"ACME/Reports", "pension/2025.pdf", "octavo://ACME/Reports/pension/2025.pdf"},
		{"Über uns", "a b/50%?#.md", "octavo://%C3%9Cber%20uns/a%20b/50%25%3F%23.md"},
	} {
		got := DocumentURI(tc.collection, tc.file)
		path, offset, err := parseURI(got)
		if got != tc.uri || path != tc.collection+"/"+tc.file || offset != 0 || err != nil {
			t.Errorf("%s: %q, offset %d, %v", got, path, offset, err)
		}
	}
	back := func(collection, file string) bool {
		path, _, err := parseURI(DocumentURI(collection, file))
		return !utf8.ValidString(collection+file) || err == nil && path == collection+"/"+file
	}
	if err := quick.Check(back, nil); err != nil {
		t.Error(err)
	}
}

func TestAURIOfNothingIsRefused(t *testing.T) {
	for _, uri := range []string{
		"", "octavo://", "file:///etc/passwd", "http://ACME/x", "octavo://a%zz", "octavo://a%FF", "octavo://a?x=1",
		"octavo://a?offset=-1", "octavo://a?offset=", "octavo://a?offset=1&x=2", "octavo://a?offset=99999999999999999999",
	} {
		if path, offset, err := parseURI(uri); err == nil {
			t.Errorf("%q leads to %q at %d", uri, path, offset)
		}
	}
}

func TestPartsOfATextAreTheText(t *testing.T) {
	for _, text := range []string{"", "short", strings.Repeat("äöü€", resourceLength/2), strings.Repeat("x", resourceLength)} {
		var joined strings.Builder
		offset, reads := 0, 0
		for {
			part, next := partOf(text, offset)
			joined.WriteString(part)
			if reads++; next == 0 || reads > 10 {
				break
			}
			if utf8.RuneCountInString(part) != resourceLength {
				t.Errorf("a part of %d characters", utf8.RuneCountInString(part))
			}
			offset = next
		}
		if joined.String() != text {
			t.Errorf("%d bytes in %d parts are not the %d of the text", joined.Len(), reads, len(text))
		}
	}
	if part, next := partOf("short", 99); part != "" || next != 0 {
		t.Errorf("past the end: %q, %d", part, next)
	}
}
