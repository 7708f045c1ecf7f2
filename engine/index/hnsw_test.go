package index

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"octavo/assets"
	"octavo/engine/corpus"
)

// hnswFile builds a file with an HNSW index over many short documents.
func hnswFile(t *testing.T) (path string, published Published) {
	t.Helper()
	needVSS(t)
	path = filepath.Join(t.TempDir(), "octavo.duckdb")
	w, err := OpenWriter(context.Background(), path, WriterOptions{VSS: testVSS()})
	must(t, err)
	begin(t, w, "a", "b")
	var documents []NewDocument
	for i := range 300 {
		documents = append(documents, newDocument([]string{"a", "b"}[i%2], fmt.Sprintf("%03d.txt", i), fmt.Sprintf("passage %d about topic %d", i, i%7)))
	}
	put(t, w, documents...)
	published, err = w.Publish(context.Background(), PublishOptions{Index: IndexHNSW})
	must(t, err)
	must(t, Check(context.Background(), path))
	return path, published
}

func openIndexed(t testing.TB, path string) Reader {
	t.Helper()
	r, err := OpenReader(context.Background(), path, ReaderOptions{VSS: testVSS()})
	must(t, err)
	t.Cleanup(func() { must(t, r.Close()) })
	return r
}

func TestAnIndexedSearchAnswersAsAnExactOne(t *testing.T) {
	path, published := hnswFile(t)
	if published.VectorIndex != "hnsw" || published.Recall < hnswRecall || published.VectorNote != "" {
		t.Fatalf("published %+v", published)
	}
	ctx := context.Background()
	indexed, exact := openIndexed(t, path), openReader(t, path)
	info, err := indexed.Info(ctx)
	must(t, err)
	if info.VectorIndex != "hnsw" || info.Generation.Recall != published.Recall {
		t.Errorf("info %+v", info)
	}
	exactInfo, err := OpenReader(ctx, path, ReaderOptions{VSS: testVSS(), Exact: true})
	must(t, err)
	if info, err := exactInfo.Info(ctx); err != nil || info.VectorIndex != "exact" {
		t.Errorf("a reader that was told to be exact says %+v, %v", info, err)
	}
	must(t, exactInfo.Close())
	if indexed.(*fileReader).hnsw.tried {
		t.Error("the extension was loaded before it was needed")
	}
	scoped := Filter{Collections: []corpus.CollectionPath{"a"}}
	if _, err := indexed.Nearest(ctx, vectorOf("q"), scoped, 5); err != nil || indexed.(*fileReader).hnsw.tried {
		t.Errorf("a scoped search loaded the extension, or failed: %v", err)
	}
	same := 0
	for i := range 40 {
		q := vectorOf(fmt.Sprint("question", i))
		got, err := indexed.Nearest(ctx, q, Filter{}, 10)
		must(t, err)
		want, err := exact.Nearest(ctx, q, Filter{}, 10)
		must(t, err)
		if reflect.DeepEqual(got, want) {
			same++
		}
	}
	if !indexed.(*fileReader).hnsw.tried {
		t.Error("the index was never asked")
	}
	if same < 36 {
		t.Errorf("%d of 40 answers are those of an exact search", same)
	}
	many, err := indexed.Nearest(ctx, vectorOf("q"), Filter{}, 1000)
	must(t, err)
	if len(many) != info.Generation.Embedded {
		t.Errorf("a search for more than the index gives returns %d of %d", len(many), info.Generation.Embedded)
	}
	if _, err := indexed.(*fileReader).db.Exec("SELECT * FROM read_csv('/etc/hosts')"); err == nil {
		t.Error("a reader with an index reaches outside")
	}
}

func TestAnIndexedSearchUsesTheIndex(t *testing.T) {
	path, _ := hnswFile(t)
	r := openIndexed(t, path).(*fileReader)
	if !r.hnsw.ready(context.Background()) {
		t.Fatal(r.hnsw.note)
	}
	text := plan(t, r.db, statement("reader/nearest_indexed.sql", r.active.tables()...), bind("query", vectorOf("q"), "limit", 10))
	if !strings.Contains(text, "HNSW_INDEX_SCAN") || strings.Contains(text, "HASH_JOIN") {
		t.Errorf("plan\n%s", text)
	}
}

func TestAOneShotReaderGivesAnIndexTheMemoryThatItNeeds(t *testing.T) {
	path, _ := hnswFile(t)
	opened, err := OpenReader(context.Background(), path, ReaderOptions{VSS: testVSS(), OneShot: true})
	must(t, err)
	r := opened.(*fileReader)
	defer func() { must(t, r.Close()) }()
	limit := func() (limit string) {
		must(t, r.db.QueryRow("SELECT current_setting('memory_limit')").Scan(&limit))
		return limit
	}
	before := limit()
	if _, err := r.Nearest(context.Background(), vectorOf("q"), Filter{}, 5); err != nil || !r.hnsw.tried {
		t.Errorf("the index was not asked: %v", err)
	}
	if after := limit(); before != "61.0 MiB" || after == before {
		t.Errorf("memory limit %s, then %s", before, after)
	}
}

func TestIndexedSearchesFromManyGoroutinesTakeTurns(t *testing.T) {
	path, _ := hnswFile(t)
	r := openIndexed(t, path)
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			for i := range 25 {
				if matches, err := r.Nearest(context.Background(), vectorOf(fmt.Sprint(worker, i)), Filter{}, 5); err != nil || len(matches) != 5 {
					t.Errorf("%d matches, %v", len(matches), err)
				}
			}
		})
	}
	all.Wait()
}

func TestAFileWithAnIndexIsBuiltFurtherWithAndWithoutIt(t *testing.T) {
	path, _ := hnswFile(t)
	ctx := context.Background()
	w, err := OpenWriter(ctx, path, WriterOptions{VSS: testVSS()})
	must(t, err)
	for kind, want := range map[IndexKind]bool{"": false, IndexHNSW: false, IndexExact: true, IndexAuto: true} {
		if got := w.NeedsIndex(kind); got != want {
			t.Errorf("NeedsIndex(%q) is %v", kind, got)
		}
	}
	must(t, w.Remove(ctx, "a", []corpus.FilePath{"000.txt"}))
	put(t, w, newDocument("b", "new.txt", "passage new"))
	published, err := w.Publish(ctx, PublishOptions{}) // keeps what the file had
	must(t, err)
	if published.VectorIndex != "hnsw" {
		t.Errorf("published %+v", published)
	}
	must(t, Check(ctx, path))
	matches, err := openIndexed(t, path).Nearest(ctx, vectorOf("passage new"), Filter{}, 1)
	must(t, err)
	if len(matches) != 1 || matches[0].File != "new.txt" {
		t.Errorf("the index finds %v", matches)
	}
	w, err = OpenWriter(ctx, path, WriterOptions{})
	must(t, err)
	published, err = w.Publish(ctx, PublishOptions{Index: IndexExact})
	must(t, err)
	if info, err := openIndexed(t, path).Info(ctx); err != nil || info.VectorIndex != "exact" || published.VectorIndex != "exact" {
		t.Errorf("after dropping the index %+v, %v", info, err)
	}
}

func TestWithoutTheExtensionSearchIsExactAndSaysWhy(t *testing.T) {
	path, _ := hnswFile(t)
	ctx := context.Background()
	nowhere := ExtensionOptions{Path: filepath.Join(t.TempDir(), "vss.duckdb_extension")}
	unsigned := ExtensionOptions{Path: filepath.Join(t.TempDir(), "vss.duckdb_extension")}
	must(t, os.WriteFile(unsigned.Path, []byte("no extension"), 0o644))
	want, err := openReader(t, path).Nearest(ctx, vectorOf("q"), Filter{}, 5)
	must(t, err)
	for name, options := range map[string]ExtensionOptions{"missing": nowhere, "unsigned": unsigned} {
		r, err := OpenReader(ctx, path, ReaderOptions{VSS: options})
		must(t, err)
		if got, err := r.Nearest(ctx, vectorOf("q"), Filter{}, 5); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		if info, err := r.Info(ctx); err != nil || info.VectorIndex != "exact" || info.VectorNote == "" {
			t.Errorf("%s: info %+v, %v", name, info, err)
		}
		must(t, r.Close())
	}
	w, err := OpenWriter(ctx, path, WriterOptions{VSS: nowhere})
	must(t, err)
	published, err := w.Publish(ctx, PublishOptions{Index: IndexHNSW})
	must(t, err)
	if published.VectorIndex != "exact" || published.VectorNote == "" {
		t.Errorf("published %+v", published)
	}
	w, err = OpenWriter(ctx, path, WriterOptions{})
	must(t, err)
	if !w.NeedsIndex(IndexHNSW) {
		t.Error("an index that could not be built is not asked for again")
	}
	must(t, w.Close())
}

func TestAutoBuildsAnIndexOnlyWhereItPays(t *testing.T) {
	for _, tc := range []struct {
		kind    IndexKind
		vectors int
		want    IndexKind
	}{{IndexAuto, 0, IndexExact}, {IndexAuto, hnswFrom - 1, IndexExact}, {IndexAuto, hnswFrom, IndexHNSW}, {IndexHNSW, 1, IndexHNSW}, {IndexExact, hnswFrom, IndexExact}} {
		if got := tc.kind.of(tc.vectors); got != tc.want {
			t.Errorf("%s of %d vectors is %s", tc.kind, tc.vectors, got)
		}
	}
}

func TestTheEmbeddedExtensionIsUnpackedOnceAndChecked(t *testing.T) {
	content := []byte(strings.Repeat("stand-in for an extension ", 1000))
	encoder, err := zstd.NewWriter(nil)
	must(t, err)
	carried := assets.Extension{Compressed: string(encoder.EncodeAll(content, nil)), FileName: "vss.duckdb_extension", SHA256: fmt.Sprintf("%x", sha256.Sum256(content))}
	cache := t.TempDir()
	for range 2 {
		path, err := unpack(carried, cache)
		must(t, err)
		got, err := os.ReadFile(path)
		must(t, err)
		if string(got) != string(content) || filepath.Base(path) != carried.FileName || filepath.Base(filepath.Dir(path)) != carried.SHA256 {
			t.Errorf("unpacked to %s", path)
		}
	}
	carried.SHA256 = strings.Repeat("0", 64)
	if path, err := unpack(carried, cache); err == nil {
		t.Errorf("a changed extension was unpacked to %s", path)
	}
	if left, err := os.ReadDir(cache); err != nil || len(left) != 1 {
		t.Errorf("left in the cache: %v, %v", left, err)
	}
}
