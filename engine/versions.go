package engine

import (
	"context"
	"errors"
	"fmt"
	"os"

	"octavo/engine/index"
)

// Version is a cut of the content under a label.
type Version = index.Version

// CutRequest says what to cut.
type CutRequest struct {
	Label    string
	Note     string
	Activate bool // make it the active version in the same publish
}

// VersionDetail is a version with what it holds.
type VersionDetail struct {
	Version
	Collections []index.Collection // without their roots
}

// VersionActiveError says that a version is the active one, which what was asked for would take away.
type VersionActiveError struct{ Label string }

func (e *VersionActiveError) Error() string { return fmt.Sprintf("version %s is active", e.Label) }

// ContentVersions lists the versions of the file as they were cut.
func (e *Engine) ContentVersions(ctx context.Context) ([]Version, error) {
	reader, err := e.openFile(ctx)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	return reader.Versions(ctx)
}

// ContentVersion tells what a version holds; "active" means the active one.
// Errors: *index.VersionMissingError.
func (e *Engine) ContentVersion(ctx context.Context, label string) (VersionDetail, error) {
	reader, err := e.At(label).open(ctx)
	if err != nil {
		return VersionDetail{}, err
	}
	defer reader.Close()
	info, err := reader.Info(ctx)
	if err != nil {
		return VersionDetail{}, err
	}
	versions, err := reader.Versions(ctx)
	detail := VersionDetail{Collections: info.Collections}
	for _, v := range versions {
		if v.Label == info.Version {
			detail.Version = v
		}
	}
	return detail, err
}

// CutVersion makes a version of the live content and publishes it.
// Errors: *index.LabelError, *UsageError for a label that is taken, those of aside.
func (e *Engine) CutVersion(ctx context.Context, r CutRequest) (Version, error) {
	if _, err := index.ParseLabel(r.Label); err != nil {
		return Version{}, err
	}
	var cut Version
	_, err := e.aside(ctx, index.PublishOptions{}, func(w index.Writer) error {
		var err error
		if cut, err = w.Cut(ctx, r.Label, r.Note); err == nil && r.Activate {
			cut, err = w.Activate(ctx, cut.Label)
		}
		return err
	})
	if errors.Is(err, index.ErrExists) {
		err = &UsageError{
			Message: fmt.Sprintf("there is a version %s already", r.Label),
			Hint:    "A version never changes: choose another label, or drop that one first",
		}
	}
	return cut, err
}

// ActivateVersion makes a version the active one and publishes that. One that is active already is
// left as it is. Errors: *index.VersionMissingError, those of aside.
func (e *Engine) ActivateVersion(ctx context.Context, label string) (Version, error) {
	var active Version
	_, err := e.aside(ctx, index.PublishOptions{}, func(w index.Writer) (err error) {
		active, err = w.Activate(ctx, label)
		return err
	})
	return active, err
}

// DropVersion forgets a version and publishes that. The active one goes only by force, and then none
// is active. Errors: *VersionActiveError, *index.VersionMissingError, those of aside.
func (e *Engine) DropVersion(ctx context.Context, label string, force bool) (Version, error) {
	var dropped Version
	_, err := e.aside(ctx, index.PublishOptions{}, func(w index.Writer) (err error) {
		dropped, err = w.Drop(ctx, label)
		if err == nil && dropped.State == index.VersionIsActive && !force {
			err = &VersionActiveError{Label: dropped.Label} // nothing of it is published
		}
		return err
	})
	return dropped, err
}

// CompactAnswer says what writing a file anew saved.
type CompactAnswer struct {
	Database      string
	Before, After int64 // bytes
}

// Compact writes the file anew without the space that is free in it, also that of dropped versions:
// a DuckDB file never shrinks by itself. Errors: those of aside.
func (e *Engine) Compact(ctx context.Context) (CompactAnswer, error) {
	answer := CompactAnswer{Database: e.Config.Database}
	if info, err := os.Stat(e.Config.Database); err == nil {
		answer.Before = info.Size()
	}
	published, err := e.aside(ctx, index.PublishOptions{Compact: true}, func(index.Writer) error { return nil })
	answer.After = published.Bytes
	return answer, err
}

// aside changes the published file without building, and publishes it where that made a difference
// or it is to be compacted. An interrupted build must be finished first: it goes on from the file as
// it was. Errors: *index.MissingError, *index.IncompatibleError, *index.UnfinishedError,
// *index.LockedError.
func (e *Engine) aside(ctx context.Context, options index.PublishOptions, edit func(index.Writer) error) (index.Published, error) {
	w, err := index.OpenWriter(ctx, e.Config.Database, index.WriterOptions{VSS: e.extension(), Command: e.Command, Aside: true})
	if err != nil {
		return index.Published{}, err
	}
	defer w.Close()
	if err := edit(w); err != nil {
		return index.Published{}, err
	}
	if !w.Unpublished() && !options.Compact {
		return index.Published{}, nil
	}
	return w.Publish(ctx, options)
}
