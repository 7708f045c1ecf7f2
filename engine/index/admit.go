package index

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"

	"octavo/engine/corpus"
	"octavo/engine/lexical"
)

// field is a string on its way into the file and the name an error gives it.
type field struct{ name, value string }

// gate refuses what is not UTF-8 with a *TextError. Every string passes here: DuckDB's appender
// stores invalid UTF-8 as NULL and reports nothing.
func gate(fields ...field) error {
	for _, f := range fields {
		if !utf8.ValidString(f.value) {
			return &TextError{Field: f.name}
		}
	}
	return nil
}

// admitted is a document that may be stored: checked, brought into the form in which it is read
// back, and with the digest under which equal revisions are shared.
type admitted struct {
	Document
	pageStarts []int
	chunks     []piece
	metadata   string // JSON; empty where there is none
	chunker    string
	language   lexical.Language
	length     int    // in words
	digest     string // hex
}

// piece is a chunk as it is stored: its part without the overlap.
type piece struct {
	text    string
	part    string
	start   int // code points; where the chunk begins, overlap included
	overlap int
	key     corpus.TextKey
	blank   bool
	page    int
	box     *corpus.Box
	words   lexical.Counts
}

// chunkerOf names the rule by which text was cut; the revision of a document depends on it.
func chunkerOf(s GenerationSpec) string {
	return fmt.Sprintf("%d/%d/%d", s.Chunker, s.Window, s.Overlap)
}

// admit checks a document. Errors: *TextError, *DocumentError.
func admit(d NewDocument, spec GenerationSpec) (admitted, error) {
	a := admitted{Document: d.Document, pageStarts: d.PageStarts, chunker: chunkerOf(spec), language: d.Language}
	if err := gate(
		field{"collection path", string(d.Collection)}, field{"file path", string(d.File)}, field{"title", d.Title},
		field{"summary", d.Summary}, field{"MIME type", d.MIME}, field{"extractor", d.Extractor},
		field{"language", string(d.Language)},
	); err != nil {
		return a, err
	}
	a.DocumentPath = corpus.DocumentPath(d.Collection, d.File)
	a.LastModified = stored(d.LastModified)
	if err := a.cut(d.Cut); err != nil {
		return a, &DocumentError{Collection: d.Collection, File: d.File, Cause: err}
	}
	if err := a.count(d.Words); err != nil {
		return a, &DocumentError{Collection: d.Collection, File: d.File, Cause: err}
	}
	if err := a.describe(); err != nil {
		return a, &DocumentError{Collection: d.Collection, File: d.File, Cause: err}
	}
	var err error
	a.digest, err = a.sum()
	return a, err
}

// stored is a time as the file keeps it: UTC, to the microsecond.
func stored(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// cut takes the chunks over and holds them to what makes a text readable again: indexes without a
// gap, each chunk beginning where its overlap says, no overlap beyond the part before.
func (a *admitted) cut(chunks []corpus.Chunk) error {
	end, before := 0, 0
	for i, c := range chunks {
		if err := gate(field{fmt.Sprintf("text of chunk %d", i), c.Characters}); err != nil {
			return err
		}
		length := utf8.RuneCountInString(c.Characters)
		if c.Index != i || c.Overlap < 0 || c.Overlap > min(length, before) || c.Start != end-c.Overlap || c.End != c.Start+length {
			return fmt.Errorf("chunk %d does not join the chunk before it", i)
		}
		a.chunks = append(a.chunks, piece{
			text: c.Characters, part: c.Part(), start: c.Start, overlap: c.Overlap,
			key: corpus.KeyOf(c.Characters), blank: corpus.Blank(c.Characters), page: c.Page, box: c.Box,
		})
		end, before = c.End, length-c.Overlap
	}
	a.Chunks, a.Characters = len(chunks), end
	return nil
}

// count takes the words over. A text without its counts would never be found by them.
func (a *admitted) count(words []lexical.Counts) error {
	if len(words) != len(a.chunks) {
		return fmt.Errorf("words of %d chunks, not of %d", len(words), len(a.chunks))
	}
	for i, counts := range words {
		for j, t := range counts.Terms {
			if err := gate(field{fmt.Sprintf("term %d of chunk %d", j, i), t.Term}); err != nil {
				return err
			}
			if t.Count < 1 || j > 0 && t.Term <= counts.Terms[j-1].Term {
				return fmt.Errorf("the words of chunk %d are not in order or not counted", i)
			}
		}
		a.chunks[i].words = counts
		a.length += counts.Length
	}
	return nil
}

// describe turns the metadata into JSON and back, so that what is read later is what is held now.
func (a *admitted) describe() error {
	if len(a.PagesWithoutText) == 0 {
		a.PagesWithoutText = nil
	}
	if len(a.Metadata) == 0 {
		a.Metadata = nil
		return nil
	}
	encoded, err := json.Marshal(a.Metadata)
	if err != nil {
		return fmt.Errorf("metadata: %w", err)
	}
	a.metadata = string(encoded)
	a.Metadata, err = readMetadata(a.metadata)
	return err
}

func readMetadata(s string) (map[string]any, error) {
	if s == "" {
		return nil, nil
	}
	var m map[string]any
	if err := json.Unmarshal([]byte(s), &m); err != nil {
		return nil, fmt.Errorf("metadata: %w", err)
	}
	return m, nil
}

// sum is the identity of a revision: all that is stored of a text, none of where it was found. The
// words follow from the text and the language.
// The title is not part of it, since it falls back to the file's name.
func (a *admitted) sum() (string, error) {
	type place struct {
		Start, Overlap, Page int
		Box                  *corpus.Box
		Key                  corpus.TextKey
	}
	places := make([]place, len(a.chunks))
	for i, c := range a.chunks {
		places[i] = place{c.start, c.overlap, c.page, c.box, c.key}
	}
	canonical, err := json.Marshal([]any{
		a.ContentHash, a.Extractor, a.chunker, a.MIME, a.Summary, a.metadata, a.Pages, a.pageStarts, a.PagesWithoutText, places, a.language,
	})
	if err != nil {
		return "", fmt.Errorf("digest of %s/%s: %w", a.Collection, a.File, err)
	}
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:16]), nil
}

// admitAll admits a batch; of several documents with one name the last counts.
func admitAll(documents []NewDocument, spec GenerationSpec) ([]admitted, error) {
	out := make([]admitted, 0, len(documents))
	seen := map[Locator]int{}
	for _, d := range documents {
		a, err := admit(d, spec)
		if err != nil {
			return nil, err
		}
		at := Locator{Collection: d.Collection, File: d.File}
		if i, again := seen[at]; again {
			out[i] = a
			continue
		}
		seen[at] = len(out)
		out = append(out, a)
	}
	return out, nil
}

func gateCollection(c Collection) error {
	fields := []field{{"collection path", string(c.Path)}}
	for _, r := range c.Roots {
		fields = append(fields, field{"root", r.Path})
		for _, g := range r.Include {
			fields = append(fields, field{"include pattern", g})
		}
		for _, g := range r.Exclude {
			fields = append(fields, field{"exclude pattern", g})
		}
	}
	return gate(fields...)
}

func gateOutcome(o Outcome) error {
	return gate(field{"file path", string(o.File)}, field{"outcome", o.Outcome}, field{"reason", o.Reason},
		field{"detail", o.Detail}, field{"extractor", o.Extractor})
}
