package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Lock is assets.lock: every asset of every platform.
type Lock struct {
	Assets []Asset `toml:"asset"`
}

// Asset is one packed file, the package it is made from and the bytes that both must have.
type Asset struct {
	Name      string          `toml:"name"`
	Kind      string          `toml:"kind"`     // transformer, static or extension
	Platform  string          `toml:"platform"` // GOOS_GOARCH; empty for every platform
	Registry  string          `toml:"registry"` // maven or pypi
	Package   string          `toml:"package"`
	Version   string          `toml:"version"`
	Arguments []string        `toml:"arguments"` // for the registry's client
	Archive   File            `toml:"archive"`   // the package as the client names it
	Packed    File            `toml:"packed"`    // in assets/packed
	Files     map[string]File `toml:"files"`     // inside the archive, by role
}

// File is a name and the SHA-256 (hex) of the bytes behind it.
type File struct {
	Name   string `toml:"name"`
	SHA256 string `toml:"sha256"`
}

// LockError says what is wrong with assets.lock and where.
type LockError struct{ Asset, Reason string }

func (e *LockError) Error() string {
	if e.Asset == "" {
		return "assets.lock: " + e.Reason
	}
	return fmt.Sprintf("assets.lock: %s: %s", e.Asset, e.Reason)
}

// roles lists the files that each kind is packed from.
var roles = map[string][]string{
	"transformer": {"tokenizer", "weights"},
	"static":      {"tokenizer", "weights"},
	"extension":   {"extension"},
}

var registries = []string{"maven", "pypi"}

func readLock(path string) (Lock, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Lock{}, err
	}
	return parseLock(data)
}

// parseLock is strict: an unknown key, a missing value, a hash that is none, a name that leads
// out of its folder and two assets that write one file are all a *LockError.
func parseLock(data []byte) (Lock, error) {
	var lock Lock
	if err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(&lock); err != nil {
		reason := err.Error()
		if pointed, ok := err.(fmt.Stringer); ok { // the library's errors show the line
			reason = pointed.String()
		}
		return Lock{}, &LockError{Reason: reason}
	}
	packed := map[string]bool{}
	for _, a := range lock.Assets {
		if reason := a.fault(); reason != "" {
			return Lock{}, &LockError{Asset: a.label(), Reason: reason}
		}
		if packed[a.Packed.Name] {
			return Lock{}, &LockError{Asset: a.label(), Reason: fmt.Sprintf("packed name %q is used twice", a.Packed.Name)}
		}
		packed[a.Packed.Name] = true
	}
	return lock, nil
}

// For returns the assets of one platform (GOOS_GOARCH) and those of every platform.
func (l Lock) For(platform string) []Asset {
	return slices.DeleteFunc(slices.Clone(l.Assets), func(a Asset) bool {
		return a.Platform != "" && a.Platform != platform
	})
}

func (a Asset) label() string { return strings.TrimSpace(a.Name + " " + a.Platform) }

func (a Asset) fault() string {
	for _, v := range []struct{ key, value string }{
		{"name", a.Name}, {"package", a.Package}, {"version", a.Version},
	} {
		if v.value == "" {
			return v.key + " is missing"
		}
	}
	want, known := roles[a.Kind]
	if !known {
		return fmt.Sprintf("unknown kind %q", a.Kind)
	}
	if !slices.Contains(registries, a.Registry) {
		return fmt.Sprintf("unknown registry %q", a.Registry)
	}
	if system, arch, _ := strings.Cut(a.Platform, "_"); a.Platform != "" && (system == "" || arch == "") {
		return fmt.Sprintf("platform %q is not of the form linux_amd64", a.Platform)
	}
	for _, v := range []struct {
		key  string
		file File
	}{{"archive", a.Archive}, {"packed", a.Packed}} {
		if reason := v.file.fault(); reason != "" {
			return v.key + ": " + reason
		}
		if strings.ContainsAny(v.file.Name, `/\`) {
			return fmt.Sprintf("%s: name %q is a path", v.key, v.file.Name)
		}
	}
	for _, role := range want {
		if reason := a.Files[role].fault(); reason != "" {
			return "files." + role + ": " + reason
		}
	}
	if len(a.Files) != len(want) {
		return fmt.Sprintf("a %s is made of %s and nothing else", a.Kind, strings.Join(want, " and "))
	}
	return ""
}

func (f File) fault() string {
	if f.Name == "." || !fs.ValidPath(f.Name) {
		return fmt.Sprintf("name %q is not a path inside a folder", f.Name)
	}
	if sum, err := hex.DecodeString(f.SHA256); err != nil || len(sum) != 32 || strings.ToLower(f.SHA256) != f.SHA256 {
		return fmt.Sprintf("sha256 %q is not 64 hex digits in lower case", f.SHA256)
	}
	return ""
}
