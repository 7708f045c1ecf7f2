package config

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pelletier/go-toml/v2"
)

// document is octavo.toml as it is written. Its tags are the known keys.
type document struct {
	DB          string               `toml:"db"`
	Collections []collectionDocument `toml:"collection"`
	Embedder    struct {
		Kind  embedderKind `toml:"kind"`
		Model string       `toml:"model"`
	} `toml:"embedder"`
	Index struct {
		Kind         indexKind `toml:"kind"`
		VSSExtension string    `toml:"vss_extension"`
		Network      bool      `toml:"network"`
	} `toml:"index"`
	Search struct {
		Mode      searchMode `toml:"mode"`
		Fusion    fusion     `toml:"fusion"`
		Smoothing smoothing  `toml:"smoothing"`
		Limit     *int       `toml:"limit"`
	} `toml:"search"`
}

type collectionDocument struct {
	Path    string `toml:"path"`
	Root    string `toml:"root"`
	Include []glob `toml:"include"`
	Exclude []glob `toml:"exclude"`
}

// read lays the file's settings over c.
func (c *Config) read(file string) error {
	if info, err := os.Stat(file); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return &Error{File: file, Cause: errors.New("is no regular file")} // reading a pipe would wait
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return &Error{File: file, Cause: bare(err)}
	}
	var d document
	decoder := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		return explain(file, err)
	}
	folder := filepath.Dir(file)
	c.File = file
	if d.DB != "" {
		c.Database, c.DatabaseFrom = absolute(folder, d.DB), file
	}
	if err := c.takeCollections(d.Collections, file); err != nil {
		return err
	}
	set(&c.Embedder.Kind, d.Embedder.Kind.value)
	set(&c.Embedder.Model, d.Embedder.Model)
	set(&c.Index.Kind, d.Index.Kind.value)
	set(&c.Search.Mode, d.Search.Mode.value)
	set(&c.Search.Fusion, d.Search.Fusion.value)
	set(&c.Search.Smoothing, d.Search.Smoothing.value)
	if d.Index.VSSExtension != "" {
		c.Index.VSSExtension = absolute(folder, d.Index.VSSExtension)
	}
	c.Index.Network = d.Index.Network
	return c.takeLimit(d.Search.Limit, file)
}

func (c *Config) takeLimit(written *int, file string) error {
	switch {
	case written == nil:
		return nil
	case *written < 1 || *written > maxLimit:
		return &Error{File: file, Key: "search.limit", Cause: fmt.Errorf("%d is not from 1 to %d", *written, maxLimit)}
	}
	c.Search.Limit = *written
	return nil
}

func set(target *string, value string) {
	if value != "" {
		*target = value
	}
}

func (c *Config) takeCollections(written []collectionDocument, file string) error {
	type source struct{ path, root string }
	seen := map[source]bool{}
	for i, w := range written {
		root := absolute(filepath.Dir(file), w.Root)
		from := source{w.Path, root}
		fail := func(key, cause string) error {
			return &Error{File: file, Key: fmt.Sprintf("collection[%d].%s", i+1, key), Cause: errors.New(cause)}
		}
		switch {
		case w.Path == "":
			return fail("path", "is missing")
		case w.Root == "":
			return fail("root", "is missing")
		case seen[from]:
			return fail("root", fmt.Sprintf("is listed twice for %s", w.Path))
		}
		seen[from] = true
		c.Collections = append(c.Collections, Collection{
			Path: from.path, Root: root, Include: plain(w.Include), Exclude: plain(w.Exclude),
		})
	}
	return nil
}
