package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"octavo/engine/corpus"
)

// ReadQueries reads questions, one JSON object a line, in one of two forms:
//
//	{"_id":"q1","text":"..."}                                        BEIR; other members are passed over
//	{"id":"q1","query":"...","file":"a/b.pdf"}                       ours, with one right file,
//	{"id":"q1","query":"...","files":[{"file":"b.pdf","grade":2}]}   several, or none
//
// Ours may also have "collection", "drafted" and, beside "file", "passage", "page" and "grade"
// (default 1). Errors: *ReadError, *EmptyError.
func ReadQueries(file string, r io.Reader) ([]Query, error) {
	var all questions
	err := eachLine(file, r, func(line []byte) error {
		q, err := readQuery(line)
		if err != nil {
			return err
		}
		return all.add(q)
	})
	if err == nil && len(all.list) == 0 {
		err = &EmptyError{What: "questions", In: file}
	}
	return all.list, err
}

func readQuery(line []byte) (Query, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(line, &members); err != nil {
		return Query{}, fmt.Errorf("is not a JSON object: %w", err)
	}
	read := readOurs
	if _, beir := members["_id"]; beir {
		read = readBEIR
	}
	q, err := read(line)
	switch {
	case err != nil:
		return Query{}, err
	case q.ID == "":
		return Query{}, errors.New("the question has no id")
	case strings.TrimSpace(q.Text) == "":
		return Query{}, fmt.Errorf("question %q has no words", q.ID)
	}
	return q, nil
}

func readBEIR(line []byte) (Query, error) {
	var record struct {
		ID   string `json:"_id"`
		Text string `json:"text"`
	}
	err := json.Unmarshal(line, &record)
	return Query{ID: record.ID, Text: record.Text}, err
}

// queryRecord is our form of a question, as it is read and written.
type queryRecord struct {
	ID         string       `json:"id"`
	Query      string       `json:"query"`
	Collection string       `json:"collection,omitempty"`
	File       string       `json:"file,omitempty"`
	Files      []fileRecord `json:"files,omitempty"`
	Passage    string       `json:"passage,omitempty"`
	Page       int          `json:"page,omitempty"`
	Grade      *int         `json:"grade,omitempty"`
	Drafted    bool         `json:"drafted,omitempty"`
}

type fileRecord struct {
	File  string `json:"file"`
	Grade *int   `json:"grade,omitempty"`
}

func readOurs(line []byte) (Query, error) {
	var record queryRecord
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&record); err != nil {
		return Query{}, errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	if err := record.check(); err != nil {
		return Query{}, err
	}
	q := Query{ID: record.ID, Text: record.Query, Drafted: record.Drafted}
	if record.Collection != "" {
		collection, err := corpus.ParseCollectionPath(record.Collection)
		if err != nil {
			return Query{}, err
		}
		q.Collection = collection
	}
	files := record.Files
	if record.File != "" {
		files = []fileRecord{{record.File, record.Grade}}
	}
	for _, f := range files {
		a := newAnswer(f.File, 1)
		a.Document.Collection = q.Collection
		a.Passage, a.Page = record.Passage, record.Page
		if f.Grade != nil {
			a.Grade = *f.Grade
		}
		if err := q.judge(a); err != nil {
			return Query{}, err
		}
	}
	return q, nil
}

// check refuses combinations that could be understood in two ways.
func (r queryRecord) check() error {
	switch {
	case r.File != "" && len(r.Files) > 0:
		return fmt.Errorf("question %q has both file and files", r.ID)
	case r.File == "" && (r.Passage != "" || r.Page != 0 || r.Grade != nil):
		return fmt.Errorf("question %q has a passage, page or grade without a file", r.ID)
	case r.Page < 0:
		return fmt.Errorf("question %q has page %d; pages begin at 1", r.ID, r.Page)
	case slices.ContainsFunc(r.Files, func(f fileRecord) bool { return f.File == "" }):
		return fmt.Errorf("question %q has an answer without a file", r.ID)
	}
	return nil
}

// WriteQueries writes questions in our form, as ReadQueries reads it. Grades of 1 are left out.
func WriteQueries(w io.Writer, queries []Query) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for _, q := range queries {
		record := queryRecord{ID: q.ID, Query: q.Text, Collection: string(q.Collection), Drafted: q.Drafted}
		if len(q.Answers) == 1 {
			a := q.Answers[0]
			record.File, record.Passage, record.Page, record.Grade = a.ID, a.Passage, a.Page, gradeRecord(a.Grade)
		} else {
			for _, a := range q.Answers {
				record.Files = append(record.Files, fileRecord{a.ID, gradeRecord(a.Grade)})
			}
		}
		if err := encoder.Encode(record); err != nil {
			return err
		}
	}
	return nil
}

func gradeRecord(grade int) *int {
	if grade == 1 {
		return nil
	}
	return &grade
}
