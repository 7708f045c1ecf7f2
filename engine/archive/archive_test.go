package archive_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"

	"octavo/engine/archive"
	"octavo/engine/chunk"
	"octavo/engine/corpus"
	"octavo/engine/index"
	"octavo/engine/lexical"
)

const dimension = 24

var spec = index.GenerationSpec{Model: "test", Dimension: dimension, Window: chunk.Window, Overlap: chunk.Overlap, Chunker: chunk.Version}

var ctx = context.Background()

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func randomVector(random *rand.Rand) []float32 {
	v := make([]float32, dimension)
	var sum float64
	for i := range v {
		v[i] = float32(random.NormFloat64() * math.Pow(10, -3*random.Float64()))
		sum += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / math.Sqrt(sum))
	}
	return v
}

// original is a file with what makes documents differ: pages and boxes, languages, repeats, blanks,
// no text at all, names that need care. Its active generation is not the first.
func original(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "octavo.duckdb")
	w, err := index.OpenWriter(ctx, path, index.WriterOptions{Command: "test", New: true, Generation: 3})
	must(t, err)
	defer w.Close()
	_, err = w.BeginGeneration(ctx, spec)
	must(t, err)
	must(t, w.SetCollection(ctx, index.Collection{Path: "ACME/Reports", Roots: []index.Root{{Path: "/srv/reports", Include: []string{"**/*.md"}, Exclude: []string{"drafts/**"}}}}))
	must(t, w.SetCollection(ctx, index.Collection{Path: "Größe"}))
	must(t, w.SetCollection(ctx, index.Collection{Path: "Empty"}))
	random := rand.New(rand.NewPCG(7, 7))
	long := strings.Repeat("The obligation to members grew, since people live longer than the tables said. ", 60)
	documents := []struct{ collection, file, text string }{
		{"ACME/Reports", "pension/2025.pdf", long}, {"Größe", "copy of it's \"pension\".txt", long},
		{"ACME/Reports", "de.md", "Die Verpflichtung wuchs, weil die Menschen länger leben als die alten Tafeln sagten."},
		{"ACME/Reports", "emoji.md", strings.Repeat("👩‍👩‍👧 日本語のテキスト ", 120)}, {"ACME/Reports", "blank.txt", strings.Repeat(" \n", 700)},
		{"ACME/Reports", "empty.txt", ""}, {"Größe", "nul.txt", "before\x00after \u2028 <b>&amp;</b>"},
	}
	for i := range 90 {
		documents = append(documents, struct{ collection, file, text string }{"Größe", fmt.Sprintf("many/%03d.txt", i), fmt.Sprintf("Note %d. %s", i, long[:i*50])})
	}
	var vectors []index.KeyedVector
	var put []index.NewDocument
	for i, d := range documents {
		cut := chunk.Cut(corpus.Text{Characters: d.text})
		n := index.NewDocument{Document: index.Document{
			Collection: corpus.CollectionPath(d.collection), File: corpus.FilePath(d.file), Title: "Title & <" + d.file + ">", MIME: "text/plain", Extractor: "text/1",
			Bytes: int64(len(d.text)), LastModified: time.Date(2026, 5, 4, 3, 2, 1, 123456000, time.UTC),
		}}
		n.ContentHash[0], n.ContentHash[1] = byte(i), 1
		for j, c := range cut {
			if i == 0 {
				cut[j].Page, cut[j].Box = 1+j/2, &corpus.Box{X: 1. / 3, Y: random.Float64(), W: 0.1, H: 1e-9}
			}
			if !corpus.Blank(c.Characters) {
				vectors = append(vectors, index.KeyedVector{Key: corpus.KeyOf(c.Characters), Vector: randomVector(random)})
			}
		}
		if i == 0 {
			n.Pages, n.PageStarts, n.PagesWithoutText, n.Summary = 3, []int{0, 1700, 3000}, []int{3}, "A summary."
			n.Metadata = map[string]any{"author": "Doe", "year": 2025, "share": 0.1, "tags": []any{"a", "<b>", nil}, "deep": map[string]any{"x": true}}
		}
		n.Cut, n.Language = cut, lexical.Detect(d.text)
		n.Words = lexical.CountByChunk(lexical.Analyze(d.text, n.Language), cut)
		put = append(put, n)
	}
	must(t, w.KeepVectors(ctx, vectors))
	must(t, w.Put(ctx, put))
	_, err = w.Cut(ctx, "first", "")
	must(t, err)
	_, err = w.Publish(ctx, index.PublishOptions{Index: index.IndexExact})
	must(t, err)
	return path
}

// export writes the collections of a file in both forms.
func export(t testing.TB, path string, collections ...corpus.CollectionPath) (jsonl, parquet string) {
	t.Helper()
	folder := t.TempDir()
	jsonl, parquet = filepath.Join(folder, "it's.jsonl"), filepath.Join(folder, "it's.parquet")
	a, err := index.OpenArchive(ctx, path, collections, filepath.Join(folder, "spill"))
	must(t, err)
	defer a.Close()
	var lines bytes.Buffer
	must(t, archive.WriteJSONL(&lines, a.Header, a.Documents(ctx)))
	must(t, os.WriteFile(jsonl, lines.Bytes(), 0o644))
	must(t, a.SaveParquet(ctx, parquet))
	return jsonl, parquet
}

var everything = []corpus.CollectionPath{"ACME/Reports", "Größe", "Empty"}

// load makes a file from an archive.
func load(path, file string) (index.Published, error) {
	var header index.ArchiveHeader
	var documents archive.Documents
	if strings.HasSuffix(file, ".parquet") {
		a, err := index.OpenParquetArchive(ctx, file)
		if err != nil {
			return index.Published{}, err
		}
		defer a.Close()
		header, documents = a.Header, a.Documents(ctx)
	} else {
		a, err := archive.OpenJSONL(file)
		if err != nil {
			return index.Published{}, err
		}
		defer a.Close()
		header, documents = a.Header, a.Documents(ctx)
	}
	w, err := index.OpenWriter(ctx, path, index.WriterOptions{Command: "test", New: true, Generation: header.Generation.ID})
	if err != nil {
		return index.Published{}, err
	}
	defer w.Close()
	if err := archive.Load(ctx, w, header, documents, nil); err != nil {
		return index.Published{}, err
	}
	return w.Publish(ctx, index.PublishOptions{Index: header.Generation.Index})
}

// told is all that a reader says of a file, but for its size and the times of its generation.
func told(t testing.TB, path string) string {
	t.Helper()
	r, err := index.OpenReader(ctx, path, index.ReaderOptions{})
	must(t, err)
	defer r.Close()
	info, err := r.Info(ctx)
	must(t, err)
	info.Bytes, info.Generation.Created, info.Generation.Activated = 0, time.Time{}, time.Time{}
	out := []any{info}
	for _, c := range info.Collections {
		files, err := r.Files(ctx, c.Path)
		must(t, err)
		out = append(out, files)
		for file := range files {
			document, err := r.Document(ctx, index.Locator{Collection: c.Path, File: file})
			must(t, err)
			text, err := r.Text(ctx, index.Locator{Collection: c.Path, File: file})
			must(t, err)
			var refs []index.ChunkRef
			for i := range document.Chunks {
				refs = append(refs, index.ChunkRef{Collection: c.Path, File: file, Index: i})
			}
			passages, err := r.Passages(ctx, refs)
			must(t, err)
			out = append(out, map[string]any{string(file): []any{document, text, passages}})
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		matches, err := r.Nearest(ctx, randomVector(random), index.Filter{}, 1000)
		must(t, err)
		for i := range matches {
			matches[i].Revision = ""
		}
		out = append(out, matches)
	}
	lines := make([]string, len(out)) // files come in any order
	for i, item := range out {
		line, err := json.Marshal(item)
		must(t, err)
		lines[i] = string(line)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestAFileComesBackFromItsArchiveAsItWas(t *testing.T) {
	path := original(t)
	want := told(t, path)
	jsonl, parquet := export(t, path, everything...)
	for _, file := range []string{jsonl, parquet} {
		back := filepath.Join(t.TempDir(), "back.duckdb")
		_, err := load(back, file)
		must(t, err)
		must(t, index.Check(ctx, back))
		if got := told(t, back); got != want {
			t.Errorf("%s: the file says\n%.2000s\nwant\n%.2000s", filepath.Base(file), got, want)
		}
		if codes, before := stored(t, back), stored(t, path); !reflect.DeepEqual(codes, before) {
			t.Errorf("%s: %d codes, other than the %d before", filepath.Base(file), len(codes), len(before))
		}
		again, againParquet := export(t, back, everything...)
		for before, after := range map[string]string{jsonl: again, parquet: againParquet} {
			a, err := os.ReadFile(before)
			must(t, err)
			b, err := os.ReadFile(after)
			must(t, err)
			if !bytes.Equal(a, b) {
				t.Errorf("%s: exported again, %s differs", filepath.Base(file), filepath.Base(after))
			}
		}
	}
}

// stored are the codes and scales as they lie in the file.
func stored(t testing.TB, path string) []string {
	t.Helper()
	db, err := sql.Open("duckdb", path+"?access_mode=READ_ONLY")
	must(t, err)
	defer db.Close()
	rows, err := db.Query(`SELECT c.path || d.file_path || v.chunk_index || ' ' || v.scale || ' ' || v.code::VARCHAR
		FROM vectors_documents_3 v JOIN live_documents d ON d.id = v.document_id JOIN collections c ON c.id = d.collection_id ORDER BY 1`)
	must(t, err)
	defer rows.Close()
	var out []string
	for rows.Next() {
		var row string
		must(t, rows.Scan(&row))
		out = append(out, row)
	}
	must(t, rows.Err())
	if len(out) < 100 {
		t.Fatalf("only %d vectors are compared", len(out))
	}
	return out
}

func TestAPartOfAFileIsAFile(t *testing.T) {
	jsonl, parquet := export(t, original(t), "ACME/Reports")
	var snapshots []string
	for _, file := range []string{jsonl, parquet} {
		back := filepath.Join(t.TempDir(), "back.duckdb")
		published, err := load(back, file)
		must(t, err)
		must(t, index.Check(ctx, back))
		snapshots = append(snapshots, published.Snapshot)
		r, err := index.OpenReader(ctx, back, index.ReaderOptions{})
		must(t, err)
		info, err := r.Info(ctx)
		must(t, errors.Join(err, r.Close()))
		if len(info.Collections) != 1 || info.Collections[0].Documents != 5 || len(info.Collections[0].Roots) != 1 || info.Snapshot != published.Snapshot {
			t.Errorf("%+v", info)
		}
	}
	if snapshots[0] != snapshots[1] {
		t.Errorf("the two forms give the snapshots %v", snapshots)
	}
}

func TestAnArchiveThatIsNotWholeIsNamedAndLeavesNothing(t *testing.T) {
	path := original(t)
	jsonl, parquet := export(t, path, "ACME/Reports")
	text, err := os.ReadFile(jsonl)
	must(t, err)
	lines := strings.SplitAfter(strings.TrimSuffix(string(text), "\n"), "\n")
	edit := func(old, new string) string {
		t.Helper()
		if !strings.Contains(string(text), old) {
			t.Fatalf("the archive holds no %s", old)
		}
		return strings.Replace(string(text), old, new, 1)
	}
	vector := string(text[strings.Index(string(text), `"vector":[`):])
	vector = vector[:strings.Index(vector, "]")+1]
	for name, tc := range map[string]struct{ text, says string }{
		"nothing":               {"", "it is empty"},
		"no JSON":               {"hello\n", "line 1"},
		"another form":          {edit("octavo.archive/1", "octavo.archive/2"), `its form is "octavo.archive/2"`},
		"no header":             {strings.Join(lines[1:], ""), "line 1"},
		"a header alone":        {lines[0], "0 documents"},
		"no generation":         {edit(`"id":3`, `"id":0`), "names no generation"},
		"cut in a line":         {string(text[:len(text)/2]), "has no end"},
		"cut between lines":     {strings.Join(lines[:3], ""), "it holds 2 documents"},
		"a line twice":          {string(text) + lines[1], "twice"},
		"bytes of no text":      {edit("Verpflichtung", "Verpfl\xffchtung"), "not UTF-8"},
		"an unknown field":      {edit(`"title":`, `"titel":`), "titel"},
		"two on a line":         {lines[0] + strings.TrimSuffix(lines[1], "\n") + lines[2], "more than one"},
		"another text":          {edit(`"contentHash":"0201`, `"contentHash":"0202`), "its header says"},
		"a broken hash":         {edit(`"contentHash":"0201`, `"contentHash":"02`), "no SHA-256"},
		"a path that leads out": {edit(`"filePath":"de.md"`, `"filePath":"../de.md"`), "file path"},
		"no collection":         {edit(`"collectionPath":"ACME/Reports","filePath":"de.md"`, `"collectionPath":"Elsewhere","filePath":"de.md"`), "its header says"},
		"a bad collection":      {edit(`{"path":"ACME/Reports"`, `{"path":"ACME//_Documents"`), "collection path"},
		"too short a vector":    {edit(vector, `"vector":[1]`), "vector has 1 dimensions"},
		"too long a vector":     {edit(vector, `"vector":[2`+strings.Repeat(",0", dimension-1)+`]`), "not of unit length"},
		"no vector":             {edit(","+vector, ""), "has no vector"},
		"a gap":                 {edit(`"overlap":150,"page"`, `"overlap":-1,"page"`), "overlaps"},
		"a wide overlap":        {edit(`"overlap":150,"page"`, `"overlap":99999,"page"`), "overlaps"},
	} {
		file := filepath.Join(t.TempDir(), "broken.jsonl")
		must(t, os.WriteFile(file, []byte(tc.text), 0o644))
		refuses(t, name, file, tc.says)
	}
	for name, tc := range map[string]struct{ query, header, says string }{
		"of another program":     {"SELECT 1 AS a", "", "not made by octavo"},
		"without a column":       {"SELECT * EXCLUDE (embedding) FROM '{{file}}'", "same", "embedding"},
		"without a row":          {"SELECT * FROM '{{file}}' WHERE chunk_index IS DISTINCT FROM 2", "same", "follow"},
		"without a first row":    {"SELECT * FROM '{{file}}' WHERE chunk_index IS DISTINCT FROM 0", "same", "first chunk"},
		"without the last rows":  {"SELECT * FROM '{{file}}' LIMIT 9", "same", ""},
		"in disorder":            {"SELECT * FROM '{{file}}' ORDER BY chunk_index", "same", ""},
		"with rows twice":        {"SELECT * FROM '{{file}}' UNION ALL SELECT * FROM '{{file}}'", "same", "twice"},
		"with a vector of NULLs": {"SELECT * REPLACE (CASE WHEN embedding IS NOT NULL THEN [NULL::FLOAT] END AS embedding) FROM '{{file}}'", "same", "vector has 1 dimensions"},
		"with text for numbers":  {"SELECT * REPLACE ('x' AS bytes) FROM '{{file}}'", "same", "Could not convert"},
		"with a NULL for a name": {"SELECT * REPLACE (NULL::VARCHAR AS title) FROM '{{file}}'", "same", ""},
		"with a broken header":   {"SELECT * FROM '{{file}}'", "{", "unexpected end"},
	} {
		file := filepath.Join(t.TempDir(), "broken.parquet")
		rewrite(t, parquet, file, tc.query, tc.header)
		refuses(t, name, file, tc.says)
	}
	whole, err := os.ReadFile(parquet)
	must(t, err)
	file := filepath.Join(t.TempDir(), "broken.parquet")
	must(t, os.WriteFile(file, whole[:len(whole)/2], 0o644))
	refuses(t, "a Parquet file that was cut", file, "")
}

// refuses loads a broken archive and looks at what is left.
func refuses(t *testing.T, name, file, says string) {
	t.Helper()
	folder := t.TempDir()
	_, err := load(filepath.Join(folder, "back.duckdb"), file)
	var refused *index.ArchiveError
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), says) {
		t.Errorf("%s: %v, want %q", name, err, says)
	}
	left, err := os.ReadDir(folder)
	must(t, err)
	for _, entry := range left {
		t.Errorf("%s: %s is left behind", name, entry.Name())
	}
}

// rewrite makes a Parquet file of what a query says of another one.
func rewrite(t *testing.T, from, to, query, header string) {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	must(t, err)
	defer db.Close()
	quoted := strings.ReplaceAll(from, "'", "''")
	if header == "same" {
		var value []byte
		must(t, db.QueryRow("SELECT value FROM parquet_kv_metadata('"+quoted+"')").Scan(&value))
		header = string(value)
	}
	options := ""
	if header != "" {
		options = ", KV_METADATA {octavo: '" + strings.ReplaceAll(header, "'", "''") + "'}"
	}
	_, err = db.Exec("COPY (" + strings.ReplaceAll(query, "{{file}}", quoted) + ") TO '" + to + "' (FORMAT parquet" + options + ")")
	must(t, err)
}

func TestAFileIsNeverImportedOverAnother(t *testing.T) {
	path := original(t)
	jsonl, _ := export(t, path, everything...)
	before, err := os.ReadFile(path)
	must(t, err)
	if _, err := load(path, jsonl); !errors.As(err, new(*index.ExistsError)) {
		t.Errorf("over a file: %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file has changed: %v", err)
	}
	unfinished := filepath.Join(t.TempDir(), "octavo.duckdb")
	w, err := index.OpenWriter(ctx, unfinished, index.WriterOptions{Command: "test"})
	must(t, err)
	_, err = w.BeginGeneration(ctx, spec)
	must(t, errors.Join(err, w.Close()))
	if _, err := load(unfinished, jsonl); !errors.As(err, new(*index.ExistsError)) {
		t.Errorf("over an unfinished build: %v", err)
	}
}

func TestAnInterruptedImportLeavesNothing(t *testing.T) {
	jsonl, _ := export(t, original(t), everything...)
	a, err := archive.OpenJSONL(jsonl)
	must(t, err)
	defer a.Close()
	folder := t.TempDir()
	w, err := index.OpenWriter(ctx, filepath.Join(folder, "back.duckdb"), index.WriterOptions{Command: "test", New: true})
	must(t, err)
	stopped, stop := context.WithCancel(ctx)
	seen := 0
	documents := func(yield func(index.ArchivedDocument, error) bool) {
		for d, err := range a.Documents(ctx) {
			if seen++; seen == 50 {
				stop()
			}
			if !yield(d, err) {
				return
			}
		}
	}
	if err := archive.Load(stopped, w, a.Header, documents, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	must(t, w.Close())
	left, err := os.ReadDir(folder)
	must(t, err)
	for _, entry := range left {
		t.Errorf("%s is left behind", entry.Name())
	}
}
