package lexical

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/bmatcuk/doublestar/v4"

	"octavo/engine/corpus"
)

// Field is what a filter looks at.
type Field string

// The fields of filters, as they are typed before the colon. Meta carries a key: meta.author:value.
const (
	FieldFile   Field = "file"
	FieldTitle  Field = "title"
	FieldExt    Field = "ext"
	FieldAfter  Field = "after"
	FieldBefore Field = "before"
	FieldMeta   Field = "meta"
)

// Filter is a condition on documents. Admits is its meaning.
type Filter struct {
	Field Field
	Key   string // of FieldMeta
	Value string
	Time  time.Time // of FieldAfter and FieldBefore: the first instant of the value, in UTC where it names no zone
	Not   bool
}

// Described is what filters can know of a document.
type Described struct {
	File         corpus.FilePath
	Title        string
	LastModified time.Time
	Metadata     map[string]any // as decoded from JSON or YAML
}

// Admits reports whether the filter lets a document through. Letter case and accents make no
// difference.
//
//   - file: the path holds the value; where the value has * or ?, the whole path matches it as a
//     glob (** crosses folders), or the file's name does where the glob has no slash
//   - title: the title holds the value
//   - ext: the file's name ends in a dot and the value
//   - after: last modified at the value's first instant or later; before: earlier than it. So
//     after:2024 before:2025 is the year 2024
//   - meta.key: the value under the key, or one of several, equals the value; a.b also finds b in a
func (f Filter) Admits(d Described) bool { return f.holds(d) != f.Not }

func (f Filter) holds(d Described) bool {
	switch f.Field {
	case FieldFile:
		return matchesPath(plainForm(f.Value), plainForm(string(d.File)))
	case FieldTitle:
		return strings.Contains(plainForm(d.Title), plainForm(f.Value))
	case FieldExt:
		return strings.HasSuffix(plainForm(string(d.File)), "."+plainForm(strings.TrimPrefix(f.Value, ".")))
	case FieldAfter:
		return !d.LastModified.IsZero() && !d.LastModified.Before(f.Time)
	case FieldBefore:
		return !d.LastModified.IsZero() && d.LastModified.Before(f.Time)
	case FieldMeta:
		return holdsValue(lookUp(d.Metadata, f.Key), plainForm(f.Value))
	}
	return false
}

// String is the filter as Parse reads it.
func (f Filter) String() string {
	var out strings.Builder
	if f.Not {
		out.WriteByte('-')
	}
	out.WriteString(f.name() + ":")
	if strings.IndexFunc(f.Value, unicode.IsSpace) >= 0 || strings.HasPrefix(f.Value, "//") {
		out.WriteString(`"` + f.Value + `"`)
	} else {
		out.WriteString(f.Value)
	}
	return out.String()
}

// name is what stands before the colon.
func (f Filter) name() string {
	if f.Key == "" {
		return string(f.Field)
	}
	return string(f.Field) + "." + f.Key
}

// fieldOf finds the field that a word begins with. A file URL is a word.
func fieldOf(word string) (field Field, key string, found bool) {
	name, value, found := strings.Cut(word, ":")
	if !found {
		return "", "", false
	}
	switch field := Field(name); field {
	case FieldFile:
		return field, "", !strings.HasPrefix(value, "//")
	case FieldTitle, FieldExt, FieldAfter, FieldBefore:
		return field, "", true
	}
	key, found = strings.CutPrefix(name, string(FieldMeta)+".")
	return FieldMeta, key, found && key != "" && !strings.Contains(key, `"`)
}

// complete checks the value and works out the time; it returns what is wrong.
func (f *Filter) complete() (cause string) {
	if strings.TrimSpace(f.Value) == "" {
		return f.name() + ": has no value"
	}
	switch f.Field {
	case FieldAfter, FieldBefore:
		for _, layout := range []string{"2006", "2006-01", time.DateOnly, time.RFC3339} {
			if at, err := time.Parse(layout, f.Value); err == nil {
				f.Time = at
				return ""
			}
		}
		return fmt.Sprintf("%q is not a date (YYYY, YYYY-MM, YYYY-MM-DD or RFC 3339)", f.Value)
	case FieldFile:
		if isGlob(f.Value) && !doublestar.ValidatePattern(plainForm(f.Value)) {
			return fmt.Sprintf("%q is not a pattern", f.Value)
		}
	}
	return ""
}

func isGlob(pattern string) bool { return strings.ContainsAny(pattern, "*?") }

func matchesPath(pattern, file string) bool {
	if !isGlob(pattern) {
		return strings.Contains(file, pattern)
	}
	if !strings.Contains(pattern, "/") {
		file = path.Base(file)
	}
	return doublestar.MatchUnvalidated(pattern, file)
}

// lookUp finds the value under a key, or under a path of keys joined by dots.
func lookUp(metadata map[string]any, key string) any {
	if value, found := metadata[key]; found {
		return value
	}
	for i := 0; i < len(key); i++ {
		if key[i] != '.' {
			continue
		}
		if inner, is := metadata[key[:i]].(map[string]any); is {
			if value := lookUp(inner, key[i+1:]); value != nil {
				return value
			}
		}
	}
	return nil
}

func holdsValue(value any, want string) bool {
	switch value := value.(type) {
	case nil, map[string]any:
		return false
	case []any:
		for _, one := range value {
			if holdsValue(one, want) {
				return true
			}
		}
		return false
	case []string:
		for _, one := range value {
			if plainForm(one) == want {
				return true
			}
		}
		return false
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64) == want
	case time.Time:
		return strings.HasPrefix(value.Format(time.RFC3339), strings.ToUpper(want))
	default:
		return plainForm(fmt.Sprint(value)) == want
	}
}

// plainForm is s as filters compare it.
func plainForm(s string) string { return fold(strings.ToLower(s)) }
