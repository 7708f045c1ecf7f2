package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// client is the ordinary command-line client of a registry; it brings its own mirrors, proxies
// and credentials, which is why nothing here speaks HTTP.
type client struct {
	program string
	present []string // arguments that succeed where the client is whole
	args    func(a Asset, into string) []string
	get     string // how to install it
}

var clients = map[string]client{
	"pypi": {
		program: "python3",
		present: []string{"-m", "pip", "--version"},
		args: func(a Asset, into string) []string {
			args := []string{"-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check", "--no-deps", "--dest", into}
			return append(append(args, a.Arguments...), a.Package+"=="+a.Version)
		},
		get: "Debian, Ubuntu: sudo apt-get install python3-pip\nFedora:         sudo dnf install python3-pip\nmacOS:          brew install python",
	},
	"maven": {
		program: "mvn",
		present: []string{"--version"},
		args: func(a Asset, into string) []string {
			// The plugin's version is pinned: the one a Maven picks by itself depends on its release.
			args := []string{"--batch-mode", "--quiet", "-Dstyle.color=never", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
				"-Dartifact=" + a.Package + ":" + a.Version, "-DoutputDirectory=" + into}
			return append(args, a.Arguments...)
		},
		get: "Debian, Ubuntu: sudo apt-get install maven\nFedora:         sudo dnf install maven\nmacOS:          brew install maven",
	},
}

// ClientMissing says which package client is not installed and how to get it.
type ClientMissing struct{ Client, Package, Get string }

func (e *ClientMissing) Error() string {
	return fmt.Sprintf("%s is not installed; it fetches %s\n\n%s", e.Client, e.Package, e.Get)
}

// ClientFailed carries the client's own words.
type ClientFailed struct {
	Command, Output string
	Err             error
}

func (e *ClientFailed) Error() string {
	return fmt.Sprintf("%s: %v\n%s", e.Command, e.Err, e.Output)
}

func (e *ClientFailed) Unwrap() error { return e.Err }

// download leaves the asset's package in the cache folder, checked, and returns its path. A cached
// package whose hash holds is used again; any other is fetched anew.
// Errors: *ClientMissing, *ClientFailed, *Changed.
func download(ctx context.Context, a Asset, cache string) (string, error) {
	kept := filepath.Join(cache, a.Archive.Name)
	if checkFile(kept, a.Archive.SHA256) == nil {
		return kept, nil
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	fresh, err := os.MkdirTemp(cache, "fetch-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(fresh)
	if fresh, err = filepath.Abs(fresh); err != nil {
		return "", err
	}
	if err := clients[a.Registry].fetch(ctx, a, fresh); err != nil {
		return "", err
	}
	arrived := filepath.Join(fresh, a.Archive.Name)
	if err := checkFile(arrived, a.Archive.SHA256); err != nil {
		return "", err
	}
	return kept, os.Rename(arrived, kept)
}

func (c client) fetch(ctx context.Context, a Asset, into string) error {
	if _, err := exec.LookPath(c.program); err != nil {
		return &ClientMissing{Client: c.program, Package: a.Package, Get: c.get}
	}
	if _, err := c.run(ctx, into, c.present...); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &ClientMissing{Client: c.program + " " + strings.Join(c.present[:len(c.present)-1], " "), Package: a.Package, Get: c.get}
	}
	args := c.args(a, into)
	out, err := c.run(ctx, into, args...)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return &ClientFailed{Command: c.program + " " + strings.Join(args, " "), Output: out, Err: err}
	}
	return nil
}

// run works in an empty folder, so that no project file near the checkout steers the client.
func (c client) run(ctx context.Context, folder string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, c.program, args...)
	cmd.Dir = folder
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return strings.TrimSpace(out.String()), err
}
