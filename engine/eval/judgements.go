package eval

import (
	"fmt"

	"octavo/engine/corpus"
)

// DocumentName names a document of an index. Before Resolve, File holds an id as it was written and
// Collection is empty unless the judgement names one.
type DocumentName struct {
	Collection corpus.CollectionPath
	File       corpus.FilePath
}

// String is "collection/file", or the file alone where no collection is known.
func (n DocumentName) String() string {
	if n.Collection == "" {
		return string(n.File)
	}
	return string(n.Collection) + "/" + string(n.File)
}

// Judgements are questions with their right answers.
type Judgements struct {
	Queries  []Query // judged ones, in the order in which they were written
	Unjudged int     // questions that stood beside them without any judgement; they are not asked
}

// Query is one question and what answers it.
type Query struct {
	ID         string
	Text       string                // empty where only judgements were read
	Collection corpus.CollectionPath // where to ask; empty for anywhere
	Drafted    bool                  // made by Draft, not by a person
	Answers    []Answer              // one per document
}

// Answer says how well a document answers a question. Passage and Page narrow it to a place, for
// runs of passages; a run of documents looks at the document alone.
type Answer struct {
	ID       string // as it was written
	Document DocumentName
	Passage  string // words that the right passage holds
	Page     int    // 1-based page on which the right passage begins; looked at where Passage is empty; 0 for any
	Grade    int    // 1 and more: relevant, more is better; below 1: judged and not relevant
}

// Drafted counts the questions that no person wrote.
func (j Judgements) Drafted() int {
	count := 0
	for _, q := range j.Queries {
		if q.Drafted {
			count++
		}
	}
	return count
}

// ReadError says what is wrong in a file of judgements or of a run, and where.
type ReadError struct {
	File  string
	Line  int // 1-based; 0 where it concerns the whole file
	Cause string
}

func (e *ReadError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Cause)
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Cause)
}

// EmptyError says that there is nothing to evaluate: a mean over nothing would pass any gate.
type EmptyError struct {
	What string // "questions", "judgements", "relevant documents"
	In   string // the file, or the run, that has none
}

func (e *EmptyError) Error() string { return fmt.Sprintf("%s has no %s", e.In, e.What) }
