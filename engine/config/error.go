package config

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"regexp"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/pelletier/go-toml/v2"
)

// Error says what is wrong with a setting, and where.
type Error struct {
	File    string // empty: a flag
	Line    int    // 1-based; 0 where no line is to blame
	Key     string // dotted, for example "embedder.model", or the flag
	Cause   error
	Nearest string // for an unknown key: the known one that was most likely meant
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	if e.File != "" {
		b.WriteString(": ")
	}
	if e.Key != "" {
		b.WriteString(e.Key + ": ")
	}
	b.WriteString(e.Cause.Error())
	if e.Nearest != "" {
		fmt.Fprintf(&b, " (the nearest is %s)", e.Nearest)
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Cause }

// ErrUnknownKey is the cause where a key means nothing.
var ErrUnknownKey = errors.New("unknown key")

// explain makes an Error of what the TOML decoder found. Of several unknown keys the first is named.
func explain(file string, err error) error {
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) {
		first := unknown.Errors[0]
		line, _ := first.Position()
		key := strings.Join(first.Key(), ".")
		return &Error{File: file, Line: line, Key: key, Cause: ErrUnknownKey, Nearest: nearest(key)}
	}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		line, _ := decode.Position()
		return &Error{File: file, Line: line, Key: strings.Join(decode.Key(), "."), Cause: errors.New(plainly(decode))}
	}
	return &Error{File: file, Cause: err}
}

var mismatch = regexp.MustCompile(`^cannot decode TOML (\w+) into .* of type (string|int|float|bool|\[\]|struct|map|config\.\w+Document)`)

// plainly says what the decoder found without the names that our fields have in Go.
func plainly(err *toml.DecodeError) string {
	message := strings.TrimPrefix(err.Error(), "toml: ")
	wanted := map[string]string{
		"string": "a string", "int": "a whole number", "float": "a number", "bool": "true or false", "[]": "a list",
	}
	if m := mismatch.FindStringSubmatch(message); m != nil {
		return fmt.Sprintf("wants %s, not a value of type %s", cmp.Or(wanted[m[2]], "a table"), m[1])
	}
	return message
}

// bare drops operation and path from a file error: the message names the file already.
func bare(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

// nearest is the known key with the fewest edits, if they are at most a third of the name; else
// one that ends alike, since a key under the wrong heading is the other common slip.
func nearest(key string) string {
	best, fewest := "", len(key)/3+1
	last := key[strings.LastIndexByte(key, '.')+1:]
	for _, known := range Keys() {
		if edits := levenshtein.ComputeDistance(key, known); edits < fewest {
			best, fewest = known, edits
		}
	}
	if best != "" {
		return best
	}
	for _, known := range Keys() {
		if strings.HasSuffix(known, "."+last) {
			return known
		}
	}
	return ""
}

// Keys lists the known keys, dotted, in the order of the file.
func Keys() []string { return keysOf(reflect.TypeFor[document](), "") }

var checksItself = reflect.TypeFor[encoding.TextUnmarshaler]()

func keysOf(t reflect.Type, prefix string) []string {
	var keys []string
	for i := range t.NumField() {
		field := t.Field(i)
		key, inner := prefix+field.Tag.Get("toml"), field.Type
		if field.Anonymous {
			keys = append(keys, keysOf(inner, prefix)...)
			continue
		}
		if inner.Kind() == reflect.Slice {
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct && !reflect.PointerTo(inner).Implements(checksItself) {
			keys = append(keys, keysOf(inner, key+".")...)
			continue
		}
		keys = append(keys, key)
	}
	return keys
}
