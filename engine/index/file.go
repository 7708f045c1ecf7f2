package index

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Writers work beside the published file and leave no other names behind than these.
func workPath(path string) string  { return path + ".building" }
func freshPath(path string) string { return path + ".building.fresh" }
func asidePath(path string) string { return path + ".releasing" }
func walPath(path string) string   { return path + ".wal" }

// discard removes a database file with its log, the log first: alone it would be replayed onto the
// next file of that name.
func discard(path string) error {
	for _, p := range []string{walPath(path), path} {
		if err := os.Remove(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// ownerWrites is the permission that a work copy needs although the published file may lack it.
const ownerWrites = 0o200

// keepMode gives the file at to the permission bits of the one at from, and extra ones besides.
// Where there is no file at from, those that the umask left stay.
func keepMode(from, to string, extra fs.FileMode) error {
	wanted, err := os.Stat(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	found, err := os.Stat(to)
	if err != nil {
		return err
	}
	mode := wanted.Mode().Perm() | extra
	if found.Mode().Perm() == mode {
		return nil // some file systems know one mode only, and refuse to be told it
	}
	return os.Chmod(to, mode)
}

// clone makes a copy of from at to, which must not exist, for its owner alone; it shares blocks
// where the file system can.
func clone(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := reflink(target, source); err != nil {
		if _, err := io.Copy(target, source); err != nil {
			return errors.Join(fmt.Errorf("copy %s: %w", from, err), target.Close())
		}
	}
	return target.Close()
}

// replace makes the finished file at from the one at path, whole or not at all.
func replace(from, path string) error {
	if _, err := os.Stat(walPath(from)); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s was not fully written: its log is left", from)
	}
	if err := keepMode(path, from, 0); err != nil {
		return err
	}
	fault("before sync")
	if err := syncPath(from); err != nil {
		return err
	}
	if err := os.Remove(walPath(path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // someone wrote to the published file itself; its log must not meet the new one
	}
	fault("before rename")
	if err := os.Rename(from, path); err != nil {
		return err
	}
	fault("after rename")
	return syncPath(filepath.Dir(path))
}

func syncPath(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// faults, where a test sets it, is called at the named instants between which a kill must do no harm.
var faults func(point string)

func fault(point string) {
	if faults != nil {
		faults(point)
	}
}
