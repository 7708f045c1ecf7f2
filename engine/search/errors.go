package search

import (
	"errors"
	"fmt"

	"github.com/mattn/go-runewidth"

	"octavo/engine/corpus"
)

// ErrEmptyQuery says that there are no words to search for.
var ErrEmptyQuery = errors.New("the query is empty")

// QueryError says what is wrong with a query, and where it can be pointed at.
type QueryError struct {
	Cause  string
	Query  string // empty where there is no place to point at
	Offset int    // of the cause in Query, in code points
}

func (e *QueryError) Error() string {
	if e.Query == "" {
		return "the query cannot be read: " + e.Cause
	}
	before := []rune(e.Query)[:e.Offset]
	return fmt.Sprintf("the query cannot be read: %s\n  %s\n  %*s", e.Cause, e.Query, runewidth.StringWidth(string(before))+1, "^")
}

// ModeError says that there is no such mode.
type ModeError struct{ Mode Mode }

func (e *ModeError) Error() string {
	return fmt.Sprintf("unknown search mode %q (modes: %v)", e.Mode, Modes())
}

// ScopeRequiredError says that the file holds several collections and none was chosen.
type ScopeRequiredError struct{ Collections []corpus.CollectionPath }

func (e *ScopeRequiredError) Error() string {
	return fmt.Sprintf("the file holds %d collections and the request names none", len(e.Collections))
}

// UnknownCollectionError says that a scope leads to no collection of the file.
type UnknownCollectionError struct {
	Scope       string
	Nearest     corpus.CollectionPath // empty where no name is near
	Collections []corpus.CollectionPath
}

func (e *UnknownCollectionError) Error() string {
	return fmt.Sprintf("no collection matches %s", e.Scope)
}
