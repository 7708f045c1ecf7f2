package eval

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestLine bounds a line of judgements, in bytes.
const longestLine = 4 << 20

// eachLine calls do with every line that is not blank, without its end and without a byte order
// mark. What do returns becomes a *ReadError with file and line.
func eachLine(file string, r io.Reader, do func(line []byte) error) error {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, longestLine)
	number := 0
	for scanner.Scan() {
		number++
		line := scanner.Bytes()
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if !utf8.Valid(line) {
			return &ReadError{file, number, "is not valid UTF-8"}
		}
		if err := do(line); err != nil {
			return &ReadError{file, number, err.Error()}
		}
	}
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		return &ReadError{file, number + 1, fmt.Sprintf("is longer than %d bytes", longestLine)}
	} else if err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	return nil
}

// The columns of TREC files are separated by white space, so an id that holds any is written with
// percent signs, as in a URL. Ids of other programs hold none and stay as they are.

func trecEscape(id string) string {
	var b strings.Builder
	for _, r := range id {
		if unicode.IsSpace(r) || r == '%' {
			for _, octet := range []byte(string(r)) {
				fmt.Fprintf(&b, "%%%02X", octet)
			}
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func trecUnescape(id string) string {
	if plain, err := url.PathUnescape(id); err == nil && utf8.ValidString(plain) {
		return plain
	}
	return id
}
