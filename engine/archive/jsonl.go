package archive

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
	"unicode/utf8"

	"octavo/engine/corpus"
	"octavo/engine/index"
	"octavo/engine/lexical"
)

// documentLine is a document on its line.
type documentLine struct {
	CollectionPath   string         `json:"collectionPath"`
	FilePath         string         `json:"filePath"`
	Title            string         `json:"title"`
	ContentHash      string         `json:"contentHash"`
	MIME             string         `json:"mime"`
	Extractor        string         `json:"extractor"`
	Language         string         `json:"language"`
	Bytes            int64          `json:"bytes"`
	LastModified     time.Time      `json:"lastModified"`
	Pages            int            `json:"pages,omitempty"`
	PageStarts       []int          `json:"pageStarts,omitempty"`
	PagesWithoutText []int          `json:"pagesWithoutText,omitempty"`
	Summary          string         `json:"summary,omitempty"`
	Metadata         map[string]any `json:"metadata,omitempty"`
	Chunks           []chunkLine    `json:"chunks"`
}

// chunkLine is a chunk with the vector of its text, which is left out where that is blank.
type chunkLine struct {
	Text    string    `json:"text"`
	Overlap int       `json:"overlap,omitempty"`
	Page    int       `json:"page,omitempty"`
	BBox    *boxLine  `json:"bbox,omitempty"`
	Vector  []float32 `json:"vector,omitempty"`
}

type boxLine struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	W float64 `json:"w"`
	H float64 `json:"h"`
}

// WriteJSONL writes the header on the first line and each document on one of its own. Numbers are
// written so that they read back as the same floats.
func WriteJSONL(w io.Writer, header index.ArchiveHeader, documents Documents) error {
	lines := bufio.NewWriterSize(w, 1<<20)
	encoder := json.NewEncoder(lines)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(header); err != nil {
		return err
	}
	for d, err := range documents {
		if err != nil {
			return err
		}
		if err := encoder.Encode(lineOf(d)); err != nil {
			return err
		}
	}
	return lines.Flush()
}

func lineOf(d index.ArchivedDocument) documentLine {
	line := documentLine{
		CollectionPath: string(d.Collection), FilePath: string(d.File), Title: d.Title, ContentHash: d.ContentHash.String(),
		MIME: d.MIME, Extractor: d.Extractor, Language: string(d.Language), Bytes: d.Bytes, LastModified: d.LastModified,
		Pages: d.Pages, PageStarts: d.PageStarts, PagesWithoutText: d.PagesWithoutText, Summary: d.Summary, Metadata: d.Metadata,
		Chunks: make([]chunkLine, len(d.Cut)),
	}
	for i, c := range d.Cut {
		line.Chunks[i] = chunkLine{Text: c.Characters, Overlap: c.Overlap, Page: c.Page, Vector: d.Vectors[i]}
		if c.Box != nil {
			box := boxLine(*c.Box)
			line.Chunks[i].BBox = &box
		}
	}
	return line
}

// document is the line as it was before. Errors are those of names and hash.
func (l documentLine) document() (index.ArchivedDocument, error) {
	var d index.ArchivedDocument
	var err error
	if d.Collection, err = corpus.ParseCollectionPath(l.CollectionPath); err != nil {
		return d, err
	}
	if d.File, err = corpus.ParseFilePath(l.FilePath); err != nil {
		return d, err
	}
	hash, err := hex.DecodeString(l.ContentHash)
	if err != nil || len(hash) != len(d.ContentHash) {
		return d, fmt.Errorf("the content hash %q is no SHA-256", l.ContentHash)
	}
	d.ContentHash = corpus.ContentHash(hash)
	d.Title, d.MIME, d.Extractor, d.Language = l.Title, l.MIME, l.Extractor, lexical.Language(l.Language)
	d.Bytes, d.LastModified = l.Bytes, l.LastModified
	d.Pages, d.PageStarts, d.PagesWithoutText = l.Pages, l.PageStarts, l.PagesWithoutText
	d.Summary, d.Metadata = l.Summary, l.Metadata
	for _, c := range l.Chunks {
		chunk := corpus.Chunk{Overlap: c.Overlap, Characters: c.Text, Page: c.Page}
		if c.BBox != nil {
			box := corpus.Box(*c.BBox)
			chunk.Box = &box
		}
		d.AddChunk(chunk, c.Vector)
	}
	return d, nil
}

// JSONL is an archive that is read back.
type JSONL struct {
	Header index.ArchiveHeader
	file   string
	source io.Closer
	lines  *bufio.Reader
	number int
}

// OpenJSONL opens an archive and reads its header. Errors: *index.ArchiveError, those of the file
// system.
func OpenJSONL(file string) (*JSONL, error) {
	source, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	j, err := readJSONL(file, source)
	if err != nil {
		return nil, errors.Join(err, source.Close())
	}
	j.source = source
	return j, nil
}

func readJSONL(file string, from io.Reader) (*JSONL, error) {
	j := &JSONL{file: file, lines: bufio.NewReaderSize(from, 1<<16)}
	if err := j.next(&j.Header); errors.Is(err, io.EOF) {
		return nil, &index.ArchiveError{File: file, Cause: errors.New("it is empty")}
	} else if err != nil {
		return nil, err
	}
	return j, nil
}

// Close lets go of the file.
func (j *JSONL) Close() error { return j.source.Close() }

// Documents yields the documents in the order of their lines, once.
func (j *JSONL) Documents(context.Context) Documents {
	return func(yield func(index.ArchivedDocument, error) bool) {
		for {
			var line documentLine
			err := j.next(&line)
			if errors.Is(err, io.EOF) {
				return
			}
			var d index.ArchivedDocument
			if err == nil {
				if d, err = line.document(); err != nil {
					err = j.fault(err)
				}
			}
			if !yield(d, err) || err != nil {
				return
			}
		}
	}
}

// next reads a line into value; io.EOF after the last one.
func (j *JSONL) next(value any) error {
	j.number++
	text, err := j.lines.ReadBytes('\n')
	switch {
	case len(text) == 0 && errors.Is(err, io.EOF):
		return io.EOF
	case errors.Is(err, io.EOF):
		return j.fault(errors.New("the line has no end"))
	case err != nil:
		return fmt.Errorf("read %s: %w", j.file, err)
	case !utf8.Valid(text): // the decoder would put other characters in its place
		return j.fault(errors.New("the line is not UTF-8"))
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value); err != nil {
		return j.fault(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return j.fault(errors.New("more than one object stands on the line"))
	}
	return nil
}

func (j *JSONL) fault(err error) error {
	return &index.ArchiveError{File: j.file, Place: fmt.Sprintf("line %d", j.number), Cause: err}
}
