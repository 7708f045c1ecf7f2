package eval

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// ReadQrels reads judgements in one of two forms, told apart by the first line:
//
//	query-id  corpus-id  score      BEIR: this header, then three columns separated by tabs
//	q1 0 document 2                 TREC: query, iteration (passed over), document, grade
//
// The queries it returns have no text, in the order in which they first occur.
// Errors: *ReadError, *EmptyError.
func ReadQrels(file string, r io.Reader) ([]Query, error) {
	var all questions
	var read func(string) (query, document, grade string, err error)
	err := eachLine(file, r, func(line []byte) error {
		text := string(line)
		if read == nil {
			read = trecColumns
			if fields := strings.Split(strings.TrimSpace(text), "\t"); fields[0] == "query-id" {
				read = beirColumns
				return nil
			}
		}
		query, document, grade, err := read(text)
		if err != nil {
			return err
		}
		number, err := strconv.Atoi(grade)
		if err != nil {
			return fmt.Errorf("the grade %q is not a whole number", grade)
		}
		return all.query(query).judge(newAnswer(document, number))
	})
	if err == nil && len(all.list) == 0 {
		err = &EmptyError{What: "judgements", In: file}
	}
	return all.list, err
}

func trecColumns(line string) (query, document, grade string, err error) {
	columns := strings.Fields(line)
	if len(columns) != 4 {
		return "", "", "", fmt.Errorf("has %d columns; TREC judgements have 4 (query, iteration, document, grade), BEIR judgements begin with the header query-id, corpus-id, score", len(columns))
	}
	return trecUnescape(columns[0]), trecUnescape(columns[2]), columns[3], nil
}

func beirColumns(line string) (query, document, grade string, err error) {
	columns := strings.Split(strings.TrimRight(line, "\r"), "\t")
	if len(columns) != 3 {
		return "", "", "", fmt.Errorf("has %d columns separated by tabs; BEIR judgements have 3 (query, document, grade)", len(columns))
	}
	if columns[0] == "" || columns[1] == "" {
		return "", "", "", errors.New("names no query or no document")
	}
	return columns[0], columns[1], strings.TrimSpace(columns[2]), nil
}
