package index

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"octavo/engine/corpus"
)

// built makes a published file of the sample documents.
func built(t testing.TB, documents ...NewDocument) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "octavo.duckdb")
	w := openWriter(t, path)
	begin(t, w, "ACME/Reports", "ACME")
	if documents == nil {
		documents = sample()
	}
	put(t, w, documents...)
	publish(t, w)
	return path
}

func TestReadingLeavesTheFileAsItWasAndCreatesNothing(t *testing.T) {
	path := built(t)
	folder := filepath.Dir(path)
	must(t, os.Chmod(path, 0o444))
	state := func() string {
		data, err := os.ReadFile(path)
		must(t, err)
		info, err := os.Stat(path)
		must(t, err)
		left, err := os.ReadDir(folder)
		must(t, err)
		return fmt.Sprintf("%x %v %v", sha256.Sum256(data), info.ModTime(), left)
	}
	before := state()
	for _, options := range []ReaderOptions{{}, {OneShot: true, Threads: 1, Exact: true}} {
		r, err := OpenReader(context.Background(), path, options)
		must(t, err)
		askAll(t, r, sample())
		must(t, r.Close())
	}
	must(t, Check(context.Background(), path))
	if after := state(); after != before {
		t.Errorf("before %s\nafter  %s", before, after)
	}
}

func runSQL(t testing.TB, path string, texts ...string) {
	t.Helper()
	db, err := sql.Open("duckdb", path)
	must(t, err)
	defer func() { must(t, db.Close()) }()
	for _, text := range texts {
		_, err := db.Exec(text)
		must(t, err)
	}
}

func TestAFileThatIsNotOursIsNamed(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	must(t, os.WriteFile(at("empty"), nil, 0o644))
	must(t, os.WriteFile(at("text"), []byte("this is a text file and no database"), 0o644))
	must(t, os.WriteFile(at("short"), []byte("DUCK"), 0o644))
	runSQL(t, at("other"), "CREATE TABLE t(a INTEGER)")
	runSQL(t, at("meta"), "CREATE TABLE meta(name VARCHAR)")
	runSQL(t, at("keys"), "CREATE TABLE meta(key VARCHAR, value VARCHAR)", "INSERT INTO meta VALUES ('octavo', 'no')")
	for _, name := range []string{"empty", "text", "short", "other", "meta", "keys", "."} {
		var foreign *ForeignError
		if _, err := OpenReader(context.Background(), at(name), ReaderOptions{}); !errors.As(err, &foreign) || foreign.Cause == "" {
			t.Errorf("reading %q gives %v", name, err)
		}
		if name == "." {
			continue // its lock would lie outside the folder
		}
		if _, err := OpenWriter(context.Background(), at(name), WriterOptions{}); !errors.As(err, &foreign) {
			t.Errorf("writing %q gives %v", name, err)
		}
	}
	if left, err := filepath.Glob(at("*.*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	var missing *MissingError
	if _, err := OpenReader(context.Background(), at("missing"), ReaderOptions{}); !errors.As(err, &missing) || missing.Building != nil {
		t.Errorf("a missing file gives %v", err)
	}
	if _, err := os.Stat(at("missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("reading created the file")
	}
}

func TestAFileOfAnotherSchemaIsNotReadAndABuildReplacesIt(t *testing.T) {
	path := built(t)
	runSQL(t, path, "UPDATE meta SET value = '99' WHERE key = 'octavo_schema'")
	var incompatible *IncompatibleError
	if _, err := OpenReader(context.Background(), path, ReaderOptions{}); !errors.As(err, &incompatible) || incompatible.Found != 99 || incompatible.Want != SchemaVersion {
		t.Fatalf("another schema gives %v", err)
	}
	for range 2 { // the second finds the work copy of the first
		w, err := OpenWriter(context.Background(), path, WriterOptions{})
		must(t, err)
		begin(t, w, "c")
		must(t, w.Close())
	}
	w, err := OpenWriter(context.Background(), path, WriterOptions{})
	must(t, err)
	if !w.Unpublished() {
		t.Error("the work copy was not resumed")
	}
	put(t, w, newDocument("c", "f", "some words"))
	publish(t, w)
	must(t, Check(context.Background(), path))
}

// What is cut off or overwritten either goes unnoticed, because nothing lay there, or is a typed
// error; it is never a wrong answer, and never the end of the process.
func TestADamagedFileIsNamedOrAnswersAsBefore(t *testing.T) {
	path := built(t)
	whole, err := os.ReadFile(path)
	must(t, err)
	ask := func(path string) (answers []Match, err error) {
		r, err := OpenReader(context.Background(), path, ReaderOptions{})
		if err != nil {
			return nil, err
		}
		defer func() { _ = r.Close() }()
		if _, err := r.Text(context.Background(), Locator{Collection: "ACME", File: "copy of pension.txt"}); err != nil {
			return nil, err
		}
		return r.Nearest(context.Background(), vectorOf("pension"), Filter{}, 10)
	}
	want, err := ask(path)
	must(t, err)
	damage := map[string][]byte{}
	for _, size := range []int{12, 100, 4096, 8192, 12288, len(whole) / 2, len(whole) - 262144, len(whole) - 1} {
		damage[fmt.Sprintf("cut to %d bytes", size)] = whole[:size]
	}
	random := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		at := random.IntN(len(whole))
		if random.IntN(3) == 0 {
			at = random.IntN(12288) // the headers
		}
		bytes := append([]byte(nil), whole...)
		for i := at; i < min(at+16, len(bytes)); i++ {
			bytes[i] ^= 0xA5
		}
		damage[fmt.Sprintf("16 bytes changed at %d", at)] = bytes
	}
	noticed := 0
	for name, bytes := range damage {
		broken := filepath.Join(t.TempDir(), "octavo.duckdb")
		must(t, os.WriteFile(broken, bytes, 0o644))
		got, err := ask(broken)
		var corrupt *CorruptError
		var foreign *ForeignError
		switch {
		case errors.As(err, &corrupt), errors.As(err, &foreign):
			noticed++
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case !reflect.DeepEqual(got, want):
			t.Errorf("%s: a wrong answer", name)
		}
	}
	t.Logf("%d of %d damages noticed", noticed, len(damage))
	if noticed < 10 {
		t.Error("hardly any damage was noticed")
	}
}

func TestReadersKeepTheirRevisionWhileAnotherIsPublished(t *testing.T) {
	path := built(t)
	documents := sample()
	old := openReader(t, path)
	before := askAll(t, old, documents)
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for range 5 {
				r, err := OpenReader(context.Background(), path, ReaderOptions{})
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := r.Nearest(context.Background(), vectorOf("pension"), Filter{}, 10); err != nil {
					t.Error(err)
				}
				if err := r.Close(); err != nil {
					t.Error(err)
				}
				if matches, err := old.Nearest(context.Background(), vectorOf("pension"), Filter{}, 1000); err != nil || !reflect.DeepEqual(matches, before.Matches[len(before.Matches)-9]) {
					t.Errorf("the old revision answers otherwise: %v", err)
				}
			}
		})
	}
	for i := range 3 {
		w := openWriter(t, path)
		put(t, w, newDocument("ACME", "new.txt", fmt.Sprintf("a new document, state %d", i)))
		publish(t, w)
	}
	readers.Wait()
	if after := askAll(t, old, documents); !reflect.DeepEqual(before, after) {
		t.Error("an open reader saw another revision")
	}
	if _, err := openReader(t, path).Document(context.Background(), Locator{Collection: "ACME", File: "new.txt"}); err != nil {
		t.Errorf("the new revision lacks its document: %v", err)
	}
}

func TestAnInterruptedBuildIsResumedUnlessThePublishedFileChanged(t *testing.T) {
	path := built(t)
	ctx := context.Background()
	w := openWriter(t, path)
	key := corpus.KeyOf("paid for")
	must(t, w.KeepVectors(ctx, []KeyedVector{{key, vectorOf("paid for")}}))
	must(t, w.Close())
	kept := filepath.Join(t.TempDir(), "kept")
	must(t, clone(workPath(path), kept))
	w = openWriter(t, path)
	if missing, err := w.Missing(ctx, []corpus.TextKey{key}); err != nil || len(missing) != 0 || !w.Unpublished() {
		t.Errorf("after an interruption %v is missing, %v", missing, err)
	}
	publish(t, w)
	must(t, os.Rename(kept, workPath(path)))
	must(t, os.WriteFile(walPath(workPath(path)), []byte("a log of something else"), 0o644))
	w = openWriter(t, path)
	if missing, err := w.Missing(ctx, []corpus.TextKey{key}); err != nil || len(missing) != 1 || w.Unpublished() {
		t.Errorf("from an older revision %v is missing, %v", missing, err)
	}
	must(t, w.Close())
}

func TestAWorkFileThatCannotBeReadIsMadeAnew(t *testing.T) {
	ctx := context.Background()
	for _, name := range []string{"cut short", "not DuckDB", "another program's", "empty"} {
		path := built(t)
		whole, err := os.ReadFile(path)
		must(t, err)
		switch name {
		case "cut short":
			must(t, os.WriteFile(workPath(path), whole[:len(whole)/2], 0o644))
		case "not DuckDB":
			must(t, os.WriteFile(workPath(path), []byte("something else"), 0o644))
		case "another program's":
			runSQL(t, workPath(path), "CREATE TABLE t(a INTEGER)")
		case "empty":
			must(t, os.WriteFile(workPath(path), nil, 0o644))
		}
		w, err := OpenWriter(ctx, path, WriterOptions{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if files, err := w.Files(ctx, "ACME/Reports"); err != nil || len(files) != 5 {
			t.Errorf("%s: the work copy has %d files, %v", name, len(files), err)
		}
		must(t, w.Close())
	}
}

func TestMissingMayRunBesideCommits(t *testing.T) {
	ctx := context.Background()
	w := openWriter(t, filepath.Join(t.TempDir(), "octavo.duckdb"))
	begin(t, w, "c")
	kept := newDocument("c", "kept.txt", "kept from the start")
	put(t, w, kept)
	done := make(chan struct{})
	var asking sync.WaitGroup
	asking.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			if missing, err := w.Missing(ctx, []corpus.TextKey{corpus.KeyOf("kept from the start")}); err != nil || len(missing) != 0 {
				t.Errorf("missing %v, %v", missing, err)
				return
			}
		}
	})
	for i := range 12 { // the vector moves from live to kept and back under the one who asks
		put(t, w, newDocument("c", "other.txt", fmt.Sprint("text ", i)))
		must(t, w.Remove(ctx, "c", []corpus.FilePath{"kept.txt"}))
		must(t, w.Put(ctx, []NewDocument{kept}))
	}
	close(done)
	asking.Wait()
	publish(t, w)
}

func TestEqualRevisionsAreStoredOnceWhateverTheirNames(t *testing.T) {
	one, two := newDocument("ACME", "one.txt", "the same text in two files"), newDocument("ACME", "two.txt", "the same text in two files")
	other := newDocument("ACME", "three.txt", "the same text in two files")
	other.Extractor = "text/2"
	path := built(t, one, two, other)
	var revisions int
	read(t, path, "SELECT count(*) FROM d.revisions", &revisions)
	if revisions != 2 {
		t.Errorf("%d revisions, want 2", revisions)
	}
	document, err := openReader(t, path).Document(context.Background(), Locator{Collection: "ACME", File: "two.txt"})
	must(t, err)
	if document.Title != "Title of two.txt" {
		t.Errorf("the title is %q", document.Title)
	}
}

// read asks a plain DuckDB that has attached the file as d.
func read(t testing.TB, path, query string, into ...any) {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	must(t, err)
	defer func() { must(t, db.Close()) }()
	_, err = db.Exec("SET autoload_known_extensions = false; ATTACH " + literal(path) + " AS d (READ_ONLY)")
	must(t, err)
	if err := db.QueryRow(query).Scan(into...); err != nil {
		t.Errorf("%s: %v", query, err)
	}
}

// The view columns are typed out here, because they are a contract.
func TestThePublicViewsAreReadByAPlainDuckDBUnderAnotherName(t *testing.T) {
	path := built(t)
	w := openWriter(t, path)
	must(t, w.RecordOutcomes(context.Background(), []Outcome{{Collection: "ACME", File: "x.bin", Outcome: "skipped", Reason: "binary", Seconds: 0.5}}))
	publish(t, w)
	for view, want := range map[string]string{
		"content_chunks": "collection_path,file_path,chunk_index,content_hash,chunk_text,metadata,embedding,page,bbox,last_modified",
		"documents":      "collection_path,file_path,document_path,title,content_hash,mime,bytes,pages,characters,chunks,metadata,summary,last_modified",
		"generations":    "store,id,state,model,dimension,embedded,missing,skipped,fingerprint,created,activated",
		"versions":       "label,state,note,documents,created,activated",
		"ingest_ledger":  "collection_path,file_path,outcome,reason,detail,extractor,characters,chunks,pages_without_text,seconds",
	} {
		var got string
		read(t, path, "SELECT string_agg(column_name, ',' ORDER BY column_index) FROM duckdb_columns() WHERE database_name = 'd' AND table_name = "+literal(view), &got)
		if got != want {
			t.Errorf("%s has the columns\n%s\nwant\n%s", view, got, want)
		}
		var rows int
		read(t, path, "SELECT count(*) FROM (SELECT * FROM d."+view+")", &rows)
		if view != "versions" && rows == 0 {
			t.Errorf("%s is empty", view)
		}
	}
	var wrong, blanks int
	var kind string
	read(t, path, "SELECT count(*) FILTER (abs(array_inner_product(embedding, embedding) - 1) > 1e-5), count(*) FILTER (embedding IS NULL), any_value(typeof(embedding)) FROM d.content_chunks", &wrong, &blanks, &kind)
	if wrong != 0 || blanks != 4 || kind != fmt.Sprintf("FLOAT[%d]", testDimension) {
		t.Errorf("%d embeddings of another length, %d without, type %s", wrong, blanks, kind)
	}
	for _, d := range sample() {
		for _, c := range d.Cut {
			var text string
			read(t, path, fmt.Sprintf("SELECT chunk_text FROM d.content_chunks WHERE collection_path = %s AND file_path = %s AND chunk_index = %d",
				literal(string(d.Collection)), literal(string(d.File)), c.Index), &text)
			if text != c.Characters {
				t.Errorf("%s chunk %d reads %q, want %q", d.File, c.Index, text, c.Characters)
			}
			if c.Index > 2 {
				break
			}
		}
	}
}

func TestTextIsCompressedAndCodesAreNot(t *testing.T) {
	var documents []NewDocument
	for i := range 3 {
		documents = append(documents, newDocument("ACME", fmt.Sprint(i), strings.Repeat(fmt.Sprintf("words that repeat %d ", i), 2000)))
	}
	path := built(t, documents...)
	r := openReader(t, path).(*fileReader)
	for column, want := range map[string]string{"chunks.part": "ZSTD", "vectors_documents_1.code": "Uncompressed"} {
		table, name, _ := strings.Cut(column, ".")
		found := false
		var all []string
		err := each(context.Background(), r.db, "SELECT compression FROM pragma_storage_info("+literal(table)+") WHERE column_name = "+literal(name)+" AND segment_type IN ('VARCHAR', 'TINYINT')", nil, func(scan func(...any) error) error {
			var compression string
			err := scan(&compression)
			all = append(all, compression)
			found = found || strings.EqualFold(compression, want)
			return err
		})
		must(t, err)
		if !found {
			t.Errorf("%s is stored as %v, want %s", column, all, want)
		}
	}
}

func TestATextLargerThanTheMemoryOfAOneShotProcessIsRead(t *testing.T) {
	if testing.Short() {
		t.Skip("80 MB of text")
	}
	window := strings.Repeat("0123456789", 100)
	d := newDocument("ACME", "large.txt", "")
	var chunks []corpus.Chunk
	for i := range 95_000 {
		c := corpus.Chunk{Index: i, Start: i * 850, End: i*850 + 1000, Overlap: 150, Characters: window}
		if i == 0 {
			c.Overlap = 0
		}
		chunks = append(chunks, c)
	}
	cut(&d, chunks)
	path := built(t, d)
	r, err := OpenReader(context.Background(), path, ReaderOptions{OneShot: true})
	must(t, err)
	defer func() { must(t, r.Close()) }()
	text, err := r.Text(context.Background(), Locator{Collection: "ACME", File: "large.txt"})
	must(t, err)
	if want := 94_999*850 + 1000; len(text.Characters) != want {
		t.Errorf("%d characters, want %d", len(text.Characters), want)
	}
	if matches, err := r.Nearest(context.Background(), vectorOf(window), Filter{}, 20); err != nil || len(matches) != 20 || matches[19].Index != 19 {
		t.Errorf("%v, %v", matches, err)
	}
}

func TestAReaderCannotReachOutside(t *testing.T) {
	r := openReader(t, built(t)).(*fileReader)
	for _, text := range []string{"SELECT * FROM read_csv('/etc/hosts')", "INSTALL vss", "SET enable_external_access = true", "CREATE TABLE t(a INTEGER)"} {
		if _, err := r.db.Exec(text); err == nil {
			t.Errorf("%s ran", text)
		}
	}
}

func TestACancelledContextEndsACall(t *testing.T) {
	path := built(t)
	ctx, cancel := context.WithCancel(context.Background())
	r := openReader(t, path)
	w := openWriter(t, path)
	cancel()
	if _, err := r.Nearest(ctx, vectorOf("q"), Filter{}, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("nearest gives %v", err)
	}
	if err := w.SetCollection(ctx, Collection{Path: "new"}); !errors.Is(err, context.Canceled) {
		t.Errorf("a write gives %v", err)
	}
	if _, err := w.Publish(ctx, PublishOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("publish gives %v", err)
	}
	collections, err := w.Collections(context.Background())
	must(t, err)
	if len(collections) != 2 {
		t.Errorf("after a cancelled write there are %d collections", len(collections))
	}
}
