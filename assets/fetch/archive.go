package main

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Changed says that the bytes of a file are not the ones that assets.lock names.
type Changed struct{ File, Want, Got string } // SHA-256, hex

func (e *Changed) Error() string {
	return fmt.Sprintf("%s has changed: expected SHA-256 %s, got %s", e.File, e.Want, e.Got)
}

func checkBytes(name string, data []byte, want string) error {
	sum := sha256.Sum256(data)
	if got := hex.EncodeToString(sum[:]); got != want {
		return &Changed{File: name, Want: want, Got: got}
	}
	return nil
}

// checkFile streams the file through SHA-256. Errors: fs.ErrNotExist, *Changed.
func checkFile(path, want string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		return &Changed{File: path, Want: want, Got: got}
	}
	return nil
}

// readMembers returns the wanted files of a zip archive (a wheel and a jar are both one) by role.
// Nothing is ever unpacked to disk; still, an archive with a name that leads out of it is refused
// whole. Errors: *Unsafe, *Changed, fs.ErrNotExist.
func readMembers(archive string, files map[string]File) (map[string][]byte, error) {
	zr, err := zip.OpenReader(archive)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", archive, err)
	}
	defer zr.Close()
	for _, f := range zr.File {
		if !fs.ValidPath(strings.TrimSuffix(f.Name, "/")) {
			return nil, &Unsafe{Archive: archive, Name: f.Name}
		}
	}
	out := map[string][]byte{}
	for role, f := range files {
		data, err := fs.ReadFile(zr, f.Name)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", archive, err)
		}
		if err := checkBytes(archive+": "+f.Name, data, f.SHA256); err != nil {
			return nil, err
		}
		out[role] = data
	}
	return out, nil
}

// Unsafe says that an archive holds a name that leads out of it.
type Unsafe struct{ Archive, Name string }

func (e *Unsafe) Error() string {
	return fmt.Sprintf("%s holds a file named %q, which leads out of the archive", e.Archive, e.Name)
}
