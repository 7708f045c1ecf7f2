package index

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The two words that stand where a label may stand.
const (
	VersionLive   = "live"   // what the last build made
	VersionActive = "active" // the version that is released
)

// VersionState is where a version stands in its life.
type VersionState string

// The states of a version: never released, released, released before another one.
const (
	VersionCut      VersionState = "cut"
	VersionIsActive VersionState = "active"
	VersionRetired  VersionState = "retired"
)

// Version is a cut of the content under a label. It never changes, whatever is built later.
type Version struct {
	Label       string
	State       VersionState
	Note        string
	Snapshot    string // what Info.Snapshot was
	Documents   int
	Chunks      int
	Created     time.Time
	Activated   time.Time   // the last time; zero for a version that never was active
	Activations []time.Time // each time, in order
}

// VersionReader finds the versions of a file.
type VersionReader interface {
	// Versions lists them as they were cut.
	Versions(ctx context.Context) ([]Version, error)
	// Version reads the content of a version: it answers as this reader did, under the same
	// generation, when live content was what the version holds. Collections come without their
	// roots, and the counts of Info.Generation are those of live content. VersionActive means the
	// active one. Closing it closes nothing. Errors: *VersionMissingError.
	Version(ctx context.Context, label string) (Reader, error)
}

// Releases is the writer's view of versions.
type Releases interface {
	// Cut makes a version of what is live. What it has in common with the version before is not
	// stored again. Errors: *LabelError, ErrExists, *TextError.
	Cut(ctx context.Context, label, note string) (Version, error)
	// Activate makes a version the active one in the place of another, and returns it. One that is
	// active already stays so, and history has no second row of it. Errors: *VersionMissingError.
	Activate(ctx context.Context, label string) (Version, error)
	// Drop forgets a version, also the active one, and returns it as it was. What only it held is
	// freed at Publish. Errors: *VersionMissingError.
	Drop(ctx context.Context, label string) (Version, error)
}

// VersionMissingError says that a file has no version of that label; Label is VersionActive where
// none is active.
type VersionMissingError struct {
	Label string
	Known []string // as they were cut
}

func (e *VersionMissingError) Error() string {
	switch {
	case len(e.Known) == 0:
		return "the file has no versions"
	case e.Label == VersionActive:
		return "no version is active"
	}
	return fmt.Sprintf("there is no version %q", e.Label)
}

// LabelError says that a label cannot name a version.
type LabelError struct{ Label, Rule string }

func (e *LabelError) Error() string {
	return fmt.Sprintf("%q cannot name a version: %s", e.Label, e.Rule)
}

// longestLabel is in characters.
const longestLabel = 64

// ParseLabel checks the name of a new version and returns its NFC form. It begins with a letter or a
// digit; after that there may also be the characters . _ - + of which no shell or URL thinks.
// Errors: *LabelError.
func ParseLabel(s string) (string, error) {
	label := norm.NFC.String(s)
	refuse := func(rule string) (string, error) { return "", &LabelError{Label: s, Rule: rule} }
	switch {
	case label == "":
		return refuse("it is empty")
	case !utf8.ValidString(label):
		return refuse("it is not valid UTF-8")
	case utf8.RuneCountInString(label) > longestLabel:
		return refuse(fmt.Sprintf("it is longer than %d characters", longestLabel))
	case strings.EqualFold(label, VersionLive), strings.EqualFold(label, VersionActive):
		return refuse("that word means the content itself")
	}
	for i, r := range label {
		plain := unicode.IsLetter(r) || unicode.IsDigit(r)
		if i == 0 && !plain {
			return refuse("it must begin with a letter or a digit")
		}
		if !plain && !unicode.IsMark(r) && !strings.ContainsRune("._-+", r) {
			return refuse(fmt.Sprintf("only letters, digits and . _ - + may stand in it, not %q", r))
		}
	}
	return label, nil
}

// versionNamed finds a version by its label, or the active one.
func versionNamed[V any](versions []V, of func(V) Version, label string) (V, error) {
	label = norm.NFC.String(label)
	missing := &VersionMissingError{Label: label}
	for _, v := range versions {
		known := of(v)
		if known.Label == label || label == VersionActive && known.State == VersionIsActive {
			return v, nil
		}
		missing.Known = append(missing.Known, known.Label)
	}
	var none V
	return none, missing
}
