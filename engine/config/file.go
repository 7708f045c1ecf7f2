package config

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
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
	Search     searchDocument     `toml:"search"`
	FileSearch fileSearchDocument `toml:"filesearch"`
}

type searchDocument struct {
	Mode      searchMode         `toml:"mode"`
	Fusion    fusion             `toml:"fusion"`
	Weights   map[string]float64 `toml:"weights"` // by leg
	Smoothing smoothing          `toml:"smoothing"`
	Limit     *int               `toml:"limit"`
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
	if d.Index.VSSExtension != "" {
		c.Index.VSSExtension = absolute(folder, d.Index.VSSExtension)
	}
	c.Index.Network = d.Index.Network
	if key, err := c.Search.take(d.Search); err != nil {
		return &Error{File: file, Line: lineOf(text, key), Key: key, Cause: err}
	}
	if key, err := c.FileSearch.take(d.FileSearch); err != nil {
		return &Error{File: file, Line: lineOf(text, key), Key: key, Cause: err}
	}
	return nil
}

// take lays what is written over s. An error comes with the key that is to blame.
func (s *Search) take(written searchDocument) (string, error) {
	set(&s.Mode, written.Mode.value)
	set(&s.Fusion, written.Fusion.value)
	set(&s.Smoothing, written.Smoothing.value)
	if s.Fusion == "rrf" && s.Smoothing != "" && s.Smoothing != "off" {
		return "search.smoothing", fmt.Errorf("%q goes with fusion = \"z\" only: what reciprocal ranks add up to cannot be smoothed", s.Smoothing)
	}
	if limit := written.Limit; limit != nil {
		if *limit < 1 || *limit > maxLimit {
			return "search.limit", fmt.Errorf("%d is not from 1 to %d", *limit, maxLimit)
		}
		s.Limit = *limit
	}
	if written.Weights != nil {
		if err := s.takeWeights(written.Weights); err != nil {
			return "search.weights", err
		}
	}
	return "", nil
}

func (s *Search) takeWeights(written map[string]float64) error {
	semantic, bySemantic := written["semantic"]
	lexical, byLexical := written["lexical"]
	switch {
	case !bySemantic || !byLexical || len(written) > 2:
		return errors.New("wants semantic and lexical, and nothing else")
	case !(semantic >= 0 && lexical >= 0) || math.IsInf(semantic+lexical, 0):
		return errors.New("wants numbers of 0 or more")
	case semantic+lexical == 0:
		return errors.New("cannot both be 0")
	}
	s.Weights = &Weights{Semantic: semantic, Lexical: lexical}
	return nil
}

// lineOf is the first line, 1-based, on which a key or one below it is set in a text that was
// decoded; 0 where it is not.
func lineOf(text []byte, key string) int {
	var p unstable.Parser
	p.Reset(text)
	heading := ""
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind == unstable.Comment {
			continue
		}
		names := e.Key()
		names.Next()
		line := p.Shape(names.Node().Raw).Start.Line
		name := string(names.Node().Data)
		for names.Next() {
			name += "." + string(names.Node().Data)
		}
		if e.Kind == unstable.KeyValue {
			name = heading + name
		} else {
			heading = name + "."
		}
		if strings.HasPrefix(name+".", key+".") {
			return line
		}
	}
	return 0
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
