package search

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"octavo/engine/corpus"
	"octavo/engine/lexical"
)

// Qualifier says which collections a "namespace:" word stands for.
type Qualifier string

// The qualifiers; segments count whole, so src never stands for src_utils.
const (
	Subtree          Qualifier = "subtree"          // the collection and all below it
	Exact            Qualifier = "exact"            // it alone
	Ancestors        Qualifier = "ancestors"        // what is above it
	AncestorsAndSelf Qualifier = "ancestorsandself" // both
)

// Query is a request's text taken apart: the words to search for and where to search.
type Query struct {
	Text      string
	Words     lexical.Query         // the text taken apart; empty for ModeSubstring and ModeRegex
	Namespace corpus.CollectionPath // of a "namespace:" word; empty without one
	Qualifier Qualifier
	Anchor    corpus.CollectionPath // of Request.Scope; empty without one
	All       bool
}

// Parse checks a request before anything is opened.
// Errors: ErrEmptyQuery, *QueryError, *ModeError, *corpus.PathError.
func Parse(r Request) (Query, error) {
	q := Query{Qualifier: Subtree, All: r.All}
	switch {
	case !utf8.ValidString(r.Query):
		return q, &QueryError{Cause: "it is not valid UTF-8"}
	case strings.ContainsRune(r.Query, 0):
		return q, &QueryError{Cause: "it contains a NUL character"}
	case r.Mode != "" && !slices.Contains(Modes(), r.Mode):
		return q, &ModeError{Mode: r.Mode}
	}
	if err := q.takeNamespace(r.Query); err != nil {
		return q, err
	}
	switch {
	case r.Like != nil:
		if err := q.takeFilters(r.Mode); err != nil {
			return q, err
		}
	case corpus.Blank(q.Text):
		return q, ErrEmptyQuery
	default:
		if err := q.takeWords(r.Mode, r.Literal); err != nil {
			return q, err
		}
	}
	if q.Namespace == "" && r.Scope != "" {
		anchor, err := corpus.ParseCollectionPath(r.Scope)
		if err != nil {
			return q, err
		}
		q.Anchor = anchor
	}
	return q, nil
}

// takeNamespace moves a "namespace:" word, and the "scope:" word that goes with it, out of the
// text. Without "namespace:", "scope:" is a word like any other.
func (q *Query) takeNamespace(text string) error {
	q.Text = strings.TrimSpace(text)
	words := strings.Fields(text)
	rest := make([]string, 0, len(words))
	var qualifier string
	for _, word := range words {
		if value, found := strings.CutPrefix(word, "namespace:"); found {
			if q.Namespace != "" {
				return &QueryError{Cause: "it has more than one namespace: word"}
			}
			path, err := corpus.ParseCollectionPath(value)
			if err != nil {
				return err
			}
			q.Namespace = path
			continue
		}
		if value, found := strings.CutPrefix(word, "scope:"); found {
			qualifier = value
			continue
		}
		rest = append(rest, word)
	}
	if q.Namespace == "" {
		return nil
	}
	q.Text = strings.Join(rest, " ")
	switch Qualifier(qualifier) {
	case "":
	case Subtree, Exact, Ancestors, AncestorsAndSelf:
		q.Qualifier = Qualifier(qualifier)
	default:
		return &QueryError{Cause: fmt.Sprintf("scope:%s is none of scope:%s, scope:%s, scope:%s, scope:%s",
			qualifier, Subtree, Exact, Ancestors, AncestorsAndSelf)}
	}
	return nil
}

// takeWords reads the query language, or checks the pattern of a mode that has one.
func (q *Query) takeWords(mode Mode, literal bool) error {
	switch mode {
	case ModeSubstring:
		return nil
	case ModeRegex:
		if _, err := regexp.Compile(q.Text); err != nil {
			return &QueryError{Cause: err.Error()}
		}
		return nil
	}
	source := q.Text
	if literal {
		source = "-- " + source
	}
	if err := q.parseWords(source); err != nil {
		return err
	}
	if corpus.Blank(q.Words.Text()) {
		return ErrEmptyQuery
	}
	return nil
}

// takeFilters reads a query that a text stands in for.
func (q *Query) takeFilters(mode Mode) error {
	if mode == ModeSubstring || mode == ModeRegex {
		return &QueryError{Cause: fmt.Sprintf("the mode %s looks for what is written, not for what is like a document", mode)}
	}
	if err := q.parseWords(q.Text); err != nil {
		return err
	}
	if len(q.Words.Parts)+len(q.Words.Without) > 0 {
		return &QueryError{Cause: "a search for what is like a document takes filters, but no words"}
	}
	return nil
}

func (q *Query) parseWords(source string) error {
	words, err := lexical.Parse(source)
	var syntax *lexical.SyntaxError
	if errors.As(err, &syntax) {
		return &QueryError{Cause: syntax.Cause, Query: source, Offset: syntax.Offset}
	}
	q.Words = words
	return err
}

// Scope is the scope as it was asked for; empty for the whole file.
func (q Query) Scope() string {
	if q.Namespace != "" {
		return string(q.Namespace)
	}
	return string(q.Anchor)
}

// Resolve chooses among the collections of a file, which come in order of path.
// A namespace wins over an anchor, an anchor over all. A scope that leads to no collection is an
// error, never an empty answer. Errors: *UnknownCollectionError, *ScopeRequiredError.
func (q Query) Resolve(collections []corpus.CollectionPath) ([]corpus.CollectionPath, error) {
	var chosen []corpus.CollectionPath
	for _, c := range collections {
		if q.admits(c) {
			chosen = append(chosen, c)
		}
	}
	switch {
	case len(chosen) > 0 || len(collections) == 0:
		return chosen, nil
	case q.Scope() == "" && len(collections) == 1:
		return collections, nil
	case q.Scope() == "":
		return nil, &ScopeRequiredError{Collections: collections}
	}
	return nil, &UnknownCollectionError{Scope: q.Scope(), Nearest: corpus.Nearest(corpus.CollectionPath(q.Scope()), collections), Collections: collections}
}

func (q Query) admits(c corpus.CollectionPath) bool {
	switch {
	case q.Namespace != "":
		switch q.Qualifier {
		case Exact:
			return c == q.Namespace
		case Ancestors:
			return c != q.Namespace && q.Namespace.Within(c)
		case AncestorsAndSelf:
			return q.Namespace.Within(c)
		default:
			return c.Within(q.Namespace)
		}
	case q.Anchor != "":
		return q.Anchor.Within(c)
	}
	return q.All
}
