package index

import (
	"context"
	"errors"
	"fmt"
	"strconv"
)

// meta is what a file says of itself.
type meta struct {
	schema       int
	revision     string // random, new with each publish
	descendsFrom string // revision of the published file that this one was cloned from; empty for a first build
	snapshot     string
	words        int // lexical.Version by which the words were analysed
	loose        int // postings added since they were last laid out by term
}

// readMeta reads the facts. Errors: *ForeignError, *CorruptError.
func readMeta(ctx context.Context, on session, path string) (meta, error) {
	facts := map[string]string{}
	err := each(ctx, on, statement("reader/meta.sql"), nil, func(scan func(...any) error) error {
		var key, value string
		if err := scan(&key, &value); err != nil {
			return err
		}
		facts[key] = value
		return nil
	})
	if unlikeOurs(err) {
		return meta{}, &ForeignError{Path: path, Cause: "it is a DuckDB file of another program"}
	}
	if err != nil {
		return meta{}, damaged(path, err)
	}
	schema, found := facts["octavo_schema"]
	if !found {
		return meta{}, &ForeignError{Path: path, Cause: "it is a DuckDB file of another program"}
	}
	m := meta{revision: facts["revision"], descendsFrom: facts["descends_from"], snapshot: facts["snapshot"]}
	if m.schema, err = strconv.Atoi(schema); err != nil {
		return meta{}, &CorruptError{Path: path, Cause: errors.New("its schema version is " + strconv.Quote(schema))}
	}
	for key, number := range map[string]*int{"words_version": &m.words, "loose_postings": &m.loose} {
		if text, found := facts[key]; found { // schema 1 has no words
			if *number, err = strconv.Atoi(text); err != nil {
				return meta{}, &CorruptError{Path: path, Cause: fmt.Errorf("its %s is %q", key, text)}
			}
		}
	}
	return m, nil
}

// writeMeta sets one fact.
func writeMeta(ctx context.Context, on session, key, value string) error {
	_, err := on.ExecContext(ctx, statement("writer/set_meta.sql"), bind("key", key, "value", value)...)
	return err
}
