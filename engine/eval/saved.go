package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"octavo/engine/corpus"
	"octavo/engine/eval/measure"
)

// savedSchema names the form of a saved run; it changes when an older reader would misread it.
const savedSchema = "octavo.run/1"

// Saved is a report with what it was made under: a baseline for later runs, or one side of a diff.
// Times are left out on purpose, so that the same answers are the same bytes.
type Saved struct {
	Report   Report // without the texts of hits
	Index    IndexFacts
	Settings map[string]string // what the search was asked for, for example "mode": "hybrid"
}

// IndexFacts identify the state of the index that answered.
type IndexFacts struct {
	Snapshot   string `json:"snapshot"`
	Generation int    `json:"generation"`
	Version    string `json:"version,omitempty"`
}

type savedHead struct {
	Schema          string            `json:"schema"`
	Name            string            `json:"name"`
	Unit            Unit              `json:"unit"`
	Index           IndexFacts        `json:"index"`
	Settings        map[string]string `json:"settings"`
	Means           []savedMean       `json:"means"`
	Drafted         int               `json:"drafted"`
	WithoutHits     int               `json:"withoutHits"`
	WithoutRelevant int               `json:"withoutRelevant"`
	Unjudged        int               `json:"unjudged"`
}

type savedMean struct {
	Measure string  `json:"measure"`
	Mean    float64 `json:"mean"`
}

type savedQuestion struct {
	ID       string     `json:"id"`
	Text     string     `json:"text"`
	Values   []float64  `json:"values"` // in the order of means
	Relevant int        `json:"relevant"`
	Hits     []savedHit `json:"hits"`
}

type savedHit struct {
	Collection string  `json:"collectionPath,omitempty"`
	File       string  `json:"filePath"`
	Chunk      int     `json:"chunkIndex"`
	Page       int     `json:"page,omitempty"`
	Score      float64 `json:"score,omitempty"`
	Grade      int     `json:"grade,omitempty"`
}

// WriteSaved writes a saved run as one JSON object, a line for each question, so that two of them
// can be compared line by line. Equal runs give equal bytes.
func WriteSaved(w io.Writer, s Saved) error {
	r := s.Report
	head := savedHead{
		Schema: savedSchema, Name: r.Name, Unit: r.Unit, Index: s.Index, Settings: s.Settings,
		Drafted: r.Drafted, WithoutHits: r.WithoutHits, WithoutRelevant: r.WithoutRelevant, Unjudged: r.Unjudged,
	}
	if head.Settings == nil {
		head.Settings = map[string]string{}
	}
	for i, m := range r.Measures {
		head.Means = append(head.Means, savedMean{m.String(), r.Means[i]})
	}
	first, err := line(head)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s,\"questions\":[", bytes.TrimSuffix(first, []byte("}")))
	for i, question := range r.Questions {
		text, err := line(saveQuestion(question))
		if err != nil {
			return err
		}
		comma := ","
		if i == len(r.Questions)-1 {
			comma = ""
		}
		fmt.Fprintf(out, "\n%s%s", text, comma)
	}
	fmt.Fprintf(out, "\n]}\n")
	return out.Flush()
}

// line is v as JSON in one line, letters like "<" as themselves.
func line(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

func saveQuestion(r Result) savedQuestion {
	out := savedQuestion{ID: r.ID, Text: r.Text, Values: r.Values, Relevant: r.Relevant, Hits: []savedHit{}}
	for _, h := range r.Hits {
		out.Hits = append(out.Hits, savedHit{
			Collection: string(h.Document.Collection), File: string(h.Document.File),
			Chunk: h.Chunk, Page: h.Page, Score: h.Score, Grade: h.Grade,
		})
	}
	return out
}

// ReadSaved reads what WriteSaved wrote. Errors: *ReadError for anything else, and for a run saved
// in another form; *EmptyError for one without questions.
func ReadSaved(file string, r io.Reader) (Saved, error) {
	var document struct {
		savedHead
		Questions []savedQuestion `json:"questions"`
	}
	content, err := io.ReadAll(r)
	if err != nil {
		return Saved{}, fmt.Errorf("read %s: %w", file, err)
	}
	if err := json.Unmarshal(content, &document); err != nil {
		return Saved{}, &ReadError{File: file, Cause: "is not a saved run: " + err.Error()}
	}
	if document.Schema != savedSchema {
		return Saved{}, &ReadError{File: file, Cause: fmt.Sprintf("is not a saved run: its schema is %q, not %q", document.Schema, savedSchema)}
	}
	if len(document.Questions) == 0 {
		return Saved{}, &EmptyError{What: "questions", In: file}
	}
	report := Report{
		Name: document.Name, Unit: document.Unit, Drafted: document.Drafted,
		WithoutHits: document.WithoutHits, WithoutRelevant: document.WithoutRelevant, Unjudged: document.Unjudged,
	}
	for _, mean := range document.Means {
		m, err := measure.Parse(mean.Measure)
		if err != nil {
			return Saved{}, &ReadError{File: file, Cause: err.Error()}
		}
		report.Measures = append(report.Measures, m)
		report.Means = append(report.Means, mean.Mean)
	}
	for _, q := range document.Questions {
		if len(q.Values) != len(report.Measures) {
			return Saved{}, &ReadError{File: file, Cause: fmt.Sprintf("question %q has %d values for %d measures", q.ID, len(q.Values), len(report.Measures))}
		}
		report.Questions = append(report.Questions, q.result())
	}
	return Saved{Report: report, Index: document.Index, Settings: document.Settings}, nil
}

func (q savedQuestion) result() Result {
	out := Result{ID: q.ID, Text: q.Text, Values: q.Values, Relevant: q.Relevant}
	for _, h := range q.Hits {
		out.Hits = append(out.Hits, GradedHit{Grade: h.Grade, Hit: Hit{
			Document: DocumentName{corpus.CollectionPath(h.Collection), corpus.FilePath(h.File)},
			Chunk:    h.Chunk, Page: h.Page, Score: h.Score,
		}})
	}
	return out
}
