package render_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"octavo/commands/render"
)

// fields are the names that programs may rely on, typed out: taking them from the code would
// compare the code with itself. A dot leads into an object, [] into a list.
var fields = map[string]string{
	"search": `schema searched count hint query query.text query.mode query.scope query.collections query.limit
		index index.snapshot index.generation index.preview index.version index.vectorIndex index.degraded
		hits hits[].documentPath hits[].collectionPath hits[].filePath hits[].chunkIndex hits[].rank hits[].title hits[].snippet
		hits[].page hits[].bbox hits[].bbox.x hits[].bbox.y hits[].bbox.w hits[].bbox.h`,
	"search-nothing": `schema searched count hint query query.text query.mode query.scope query.collections query.limit
		index index.snapshot index.generation index.preview index.version index.vectorIndex index.degraded hits`,
	"search-chunks": `schema searched count hint query query.text query.mode query.scope query.collections query.limit
		index index.snapshot index.generation index.preview index.version index.vectorIndex index.degraded
		hits hits[].documentPath hits[].collectionPath hits[].filePath hits[].chunkIndex hits[].rank hits[].title hits[].snippet
		hits[].page hits[].bbox hits[].bbox.x hits[].bbox.y hits[].bbox.w hits[].bbox.h
		hits[].explain hits[].explain.semantic hits[].explain.semantic.rank hits[].explain.semantic.cosine`,
	"search-chunks-wide": `schema searched count hint query query.text query.mode query.scope query.collections query.limit
		index index.snapshot index.generation index.preview index.version index.vectorIndex index.degraded
		hits hits[].documentPath hits[].collectionPath hits[].filePath hits[].chunkIndex hits[].rank hits[].title hits[].snippet
		hits[].page hits[].bbox hits[].bbox.x hits[].bbox.y hits[].bbox.w hits[].bbox.h hits[].text
		hits[].before hits[].before[].chunkIndex hits[].before[].text hits[].after hits[].after[].chunkIndex hits[].after[].text`,
	"get-chunk":         `schema found collectionPath filePath chunkIndex text prevIndex nextIndex totalChunks page bbox bbox.x bbox.y bbox.w bbox.h`,
	"get-chunk-only":    `schema found collectionPath filePath chunkIndex text prevIndex nextIndex totalChunks`,
	"get-chunk-missing": `schema found collectionPath filePath chunkIndex totalChunks message`,
	"get-file":          `schema collectionPath filePath documentPath title mime contentHash pages characters text`,
	"get-document": `schema collectionPath filePath documentPath title summary mime extractor contentHash bytes pages
		pagesWithoutText characters chunks metadata metadata.author metadata.tags metadata.year lastModified`,
	"status": `schema database bytes schemaVersion snapshot model vectorIndex vectorNote vss
		collections collections[].path collections[].documents collections[].chunks collections[].characters
		collections[].roots collections[].roots[].path collections[].roots[].include collections[].roots[].exclude
		generation generation.store generation.id generation.state generation.model generation.dimension generation.fingerprint
		generation.embedded generation.missing generation.skipped generation.recall generation.created generation.activated`,
	"status-empty": `schema database bytes schemaVersion snapshot model vectorIndex vectorNote vss collections generation`,
	"build": `schema database published dryRun collections files files.seen files.added files.changed files.unchanged files.skipped
		files.failed files.removed reasons reasons[].outcome reasons[].code reasons[].count reasons[].example reasons[].detail
		chunks embedded reused bytes index index.snapshot index.bytes index.vectorIndex index.vectorNote index.recall`,
	"build-dry": `schema database published dryRun collections files files.seen files.added files.changed files.unchanged files.skipped
		files.failed files.removed reasons reasons[].outcome reasons[].code reasons[].count reasons[].example reasons[].detail
		chunks embedded reused bytes index`,
	"build-unchanged": `schema database published dryRun collections files files.seen files.added files.changed files.unchanged
		files.skipped files.failed files.removed reasons chunks embedded reused bytes index`,
	"collections": `schema action collections collections[].path collections[].documents collections[].chunks collections[].characters
		collections[].roots collections[].roots[].path collections[].roots[].include collections[].roots[].exclude`,
	"collections-none":    `schema action collections`,
	"collections-removed": `schema action collection to`,
	"collections-renamed": `schema action collection to`,
	"embed":               `schema model dimension vectors vectors[].text vectors[].vector`,
	"version":             `schema octavo go duckdb vss schemaVersion models models[].name models[].dimension models[].weights`,
	"init":                `schema file`,
	"error":               `schema error message hint detail`,
	"error-scope":         `schema searched error message hits hint detail detail.collections`,
}

func object(t *testing.T, name string, o render.Options) (map[string]any, []byte) {
	t.Helper()
	var out bytes.Buffer
	o.Out, o.Err, o.Explain = &out, &out, strings.HasSuffix(name, "-chunks")
	if err := shown[name](render.NewJSON(o)); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	decoder := json.NewDecoder(bytes.NewReader(out.Bytes()))
	if err := decoder.Decode(&got); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if rest, _ := bytes.CutPrefix(out.Bytes()[decoder.InputOffset():], []byte("\n")); len(rest) > 0 {
		t.Errorf("%s: more than one object and a newline: %q", name, rest)
	}
	return got, out.Bytes()
}

func TestFieldNamesArePromised(t *testing.T) {
	for name := range shown {
		got, _ := object(t, name, render.Options{})
		names := slices.Sorted(slices.Values(slices.Compact(slices.Sorted(slices.Values(collect(got, ""))))))
		want := slices.Sorted(slices.Values(strings.Fields(fields[name])))
		if !slices.Equal(names, want) {
			t.Errorf("%s has the fields\n%v\nwant\n%v", name, names, want)
		}
	}
}

func collect(value any, path string) []string {
	var out []string
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			at := strings.TrimPrefix(path+"."+key, ".")
			out = append(append(out, at), collect(inner, at)...)
		}
	case []any:
		for _, inner := range v {
			out = append(out, collect(inner, path+"[]")...)
		}
	}
	return out
}

func TestEveryAnswerKeepsToItsSchema(t *testing.T) {
	for name := range shown {
		for _, o := range []render.Options{{}, {Elapsed: func() time.Duration { return 1234567 * time.Microsecond }}} {
			got, text := object(t, name, o)
			short, _ := strings.CutSuffix(strings.TrimPrefix(got["schema"].(string), "octavo."), "/1")
			compiler := jsonschema.NewCompiler()
			compiler.AssertFormat()
			schema, err := compiler.Compile(filepath.Join("..", "..", "docs", "schema", short+".schema.json"))
			if err != nil {
				t.Fatal(err)
			}
			instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(instance); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if _, has := got["timings"]; has != (o.Elapsed != nil && !strings.HasPrefix(name, "error")) {
				t.Errorf("%s: timings there: %v", name, has)
			}
		}
	}
}

func TestSearchedFalseNeverComesWithCount(t *testing.T) {
	for name := range shown {
		got, _ := object(t, name, render.Options{})
		searched, has := got["searched"]
		_, counted := got["count"]
		isSearch := strings.HasPrefix(name, "search") || name == "error-scope"
		if has != isSearch || counted != (searched == true) {
			t.Errorf("%s: searched %v, count there: %v", name, searched, counted)
		}
	}
}

func TestTheSameAnswerGivesTheSameBytes(t *testing.T) {
	for name := range shown {
		_, first := object(t, name, render.Options{})
		for range 5 {
			if _, again := object(t, name, render.Options{}); !bytes.Equal(first, again) {
				t.Errorf("%s: %s then %s", name, first, again)
			}
		}
	}
}
