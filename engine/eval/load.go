package eval

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"octavo/engine/corpus"
)

// Load reads questions and their judgements from files. The questions are JSONL, ours or BEIR's; the
// judgements stand in the same lines (ours; then qrels is empty) or in a second file, TREC or BEIR.
// Formats are told by their content.
//
// Errors: *ReadError, *EmptyError, *UnaskableError, those of opening a file.
func Load(queries, qrels string) (Judgements, error) {
	asked, err := readFile(queries, ReadQueries)
	if err != nil {
		return Judgements{}, err
	}
	if qrels == "" {
		return withoutQrels(queries, asked)
	}
	judged, err := readFile(qrels, ReadQrels)
	if err != nil {
		return Judgements{}, err
	}
	return join(queries, asked, qrels, judged)
}

func readFile[T any](path string, read func(string, io.Reader) (T, error)) (T, error) {
	var nothing T
	file, err := os.Open(path)
	if err != nil {
		return nothing, err
	}
	defer file.Close()
	return read(path, file)
}

func withoutQrels(file string, asked []Query) (Judgements, error) {
	for _, q := range asked {
		if len(q.Answers) == 0 {
			return Judgements{}, &ReadError{File: file, Cause: fmt.Sprintf("question %q names no file, and no judgements were given beside it", q.ID)}
		}
	}
	return Judgements{Queries: asked}, nil
}

// UnaskableError says that judgements refer to questions whose words are not known. Leaving them
// out would change the mean in silence.
type UnaskableError struct {
	Queries, Qrels string // files
	IDs            []string
}

func (e *UnaskableError) Error() string {
	return fmt.Sprintf("%s judges %d questions that %s does not hold: %s", e.Qrels, len(e.IDs), e.Queries, some(e.IDs))
}

func join(queries string, asked []Query, qrels string, judged []Query) (Judgements, error) {
	answers := map[string][]Answer{}
	for _, q := range judged {
		answers[q.ID] = q.Answers
	}
	var j Judgements
	for _, q := range asked {
		if len(q.Answers) > 0 {
			return Judgements{}, &ReadError{File: queries, Cause: fmt.Sprintf("question %q is judged here, and again by %s", q.ID, qrels)}
		}
		if q.Answers = answers[q.ID]; len(q.Answers) == 0 {
			j.Unjudged++
			continue
		}
		for i := range q.Answers {
			q.Answers[i].Document.Collection = q.Collection
		}
		delete(answers, q.ID)
		j.Queries = append(j.Queries, q)
	}
	if len(answers) > 0 {
		var ids []string
		for _, q := range judged {
			if _, left := answers[q.ID]; left {
				ids = append(ids, q.ID)
			}
		}
		return Judgements{}, &UnaskableError{queries, qrels, ids}
	}
	return j, nil
}

// questions collects queries in the order in which they first occur.
type questions struct {
	list []Query
	at   map[string]int
}

// add appends a query; its id must be new.
func (c *questions) add(q Query) error {
	if _, taken := c.at[q.ID]; taken {
		return fmt.Errorf("question %q occurs twice", q.ID)
	}
	c.query(q.ID)
	c.list[len(c.list)-1] = q
	return nil
}

// query finds the query of an id, or appends one.
func (c *questions) query(id string) *Query {
	if c.at == nil {
		c.at = map[string]int{}
	}
	i, known := c.at[id]
	if !known {
		i = len(c.list)
		c.at[id] = i
		c.list = append(c.list, Query{ID: id})
	}
	return &c.list[i]
}

// judge adds an answer to a query; a document is judged once.
func (q *Query) judge(a Answer) error {
	if slices.ContainsFunc(q.Answers, func(b Answer) bool { return a.Document == b.Document }) {
		return fmt.Errorf("question %q judges %q twice", q.ID, a.ID)
	}
	q.Answers = append(q.Answers, a)
	return nil
}

// newAnswer is an answer by an id as it was written.
func newAnswer(id string, grade int) Answer {
	return Answer{ID: id, Document: DocumentName{File: corpus.FilePath(id)}, Grade: grade}
}

// some joins the first few names and counts the rest.
func some(names []string) string {
	const shown = 5
	if len(names) <= shown {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:shown], ", "), len(names)-shown)
}
