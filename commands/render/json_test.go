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
	"search-of-batch": `schema searched count hint query query.id query.text query.mode query.scope query.collections query.limit
		index index.snapshot index.generation index.preview index.version index.vectorIndex index.degraded hits`,
	"search-nothing": `schema searched count hint query query.text query.mode query.scope query.collections query.limit
		index index.snapshot index.generation index.preview index.version index.vectorIndex index.degraded hits`,
	"search-chunks": `schema searched count hint query query.text query.mode query.scope query.collections query.limit
		index index.snapshot index.generation index.preview index.version index.vectorIndex index.degraded
		hits hits[].documentPath hits[].collectionPath hits[].filePath hits[].chunkIndex hits[].rank hits[].title hits[].snippet
		hits[].page hits[].bbox hits[].bbox.x hits[].bbox.y hits[].bbox.w hits[].bbox.h
		hits[].explain hits[].explain.semantic hits[].explain.semantic.rank hits[].explain.semantic.cosine hits[].explain.semantic.weight
		hits[].explain.lexical hits[].explain.lexical.rank hits[].explain.lexical.bm25 hits[].explain.lexical.weight hits[].explain.lexical.terms
		hits[].explain.lexical.terms[].term hits[].explain.lexical.terms[].tf hits[].explain.lexical.terms[].df hits[].explain.lexical.terms[].score
		hits[].explain.smoothing`,
	"search-chunks-wide": `schema searched count hint query query.text query.mode query.scope query.collections query.limit
		index index.snapshot index.generation index.preview index.version index.vectorIndex index.degraded
		hits hits[].documentPath hits[].collectionPath hits[].filePath hits[].chunkIndex hits[].rank hits[].title hits[].snippet
		hits[].page hits[].bbox hits[].bbox.x hits[].bbox.y hits[].bbox.w hits[].bbox.h hits[].text
		hits[].before hits[].before[].chunkIndex hits[].before[].text hits[].after hits[].after[].chunkIndex hits[].after[].text`,
	"search-copies": `schema searched count hint query query.like query.like.collectionPath query.like.filePath query.like.chunkIndex
		query.text query.mode query.scope query.collections query.limit
		index index.snapshot index.generation index.preview index.version index.vectorIndex index.degraded
		hits hits[].documentPath hits[].collectionPath hits[].filePath hits[].chunkIndex hits[].rank hits[].title hits[].snippet
		hits[].copies hits[].copies[].documentPath hits[].copies[].collectionPath hits[].copies[].filePath`,
	"why": `schema collectionPath filePath chunkIndex indexed outcome shown rank reasons legs lacks gap limit remedies query index reasons[].obstacle reasons[].what gap.score gap.last
		query.text query.mode query.scope query.collections query.limit
		index.snapshot index.generation index.preview index.version index.vectorIndex index.degraded
		legs.semantic legs.semantic.rank legs.semantic.cosine legs.semantic.weight legs.lexical legs.lexical.rank legs.lexical.bm25 legs.lexical.weight legs.lexical.terms legs.lexical.terms[].term legs.lexical.terms[].tf legs.lexical.terms[].df legs.lexical.terms[].score legs.smoothing`,
	"why-obstacles": `schema collectionPath filePath chunkIndex indexed outcome shown rank reasons legs lacks gap limit remedies query index reasons[].obstacle reasons[].what
		query.text query.mode query.scope query.collections query.limit
		index.snapshot index.generation index.preview index.version index.vectorIndex index.degraded
		legs.semantic legs.semantic.rank legs.semantic.cosine legs.semantic.weight legs.lexical legs.lexical.rank legs.lexical.bm25 legs.lexical.weight legs.lexical.terms legs.lexical.terms[].term legs.lexical.terms[].tf legs.lexical.terms[].df legs.lexical.terms[].score legs.smoothing`,
	"why-absent":      `schema collectionPath filePath chunkIndex indexed outcome shown rank reasons legs lacks gap limit remedies query index outcome.outcome outcome.reason outcome.detail`,
	"categories":      `schema index index.snapshot index.version documents unsorted categories categories[].name categories[].description categories[].groups categories[].documents`,
	"categories-none": `schema index index.snapshot index.version documents unsorted categories`,
	"groups":          `schema index index.snapshot index.version category groups groups[].category groups[].name groups[].description groups[].documents`,
	"groups-none":     `schema index index.snapshot index.version category groups`,
	"full-text": `schema searched count query query.text query.category query.group query.limit index index.snapshot index.version nextCursor
		hits hits[].documentPath hits[].collectionPath hits[].filePath hits[].title hits[].category hits[].group hits[].rank hits[].chunkIndex hits[].page hits[].snippet`,
	"full-text-none": `schema searched count query query.text query.category query.group query.limit index index.snapshot index.version nextCursor hits`,
	"files": `schema total query query.category query.group query.limit index index.snapshot index.version nextCursor
		files files[].documentPath files[].collectionPath files[].filePath files[].title files[].category files[].group files[].characters files[].chunks files[].pages files[].preview`,
	"versions":      `schema action active versions versions[].label versions[].state versions[].note versions[].snapshot versions[].documents versions[].chunks versions[].created versions[].activations`,
	"versions-none": `schema action active versions`,
	"versions-show": `schema action version version.label version.state version.note version.snapshot version.documents version.chunks version.created version.activations
		collections collections[].path collections[].documents collections[].chunks collections[].characters`,
	"versions-cut":      `schema action version version.label version.state version.note version.snapshot version.documents version.chunks version.created version.activations`,
	"versions-activate": `schema action version version.label version.state version.note version.snapshot version.documents version.chunks version.created version.activations`,
	"versions-drop":     `schema action version version.label version.state version.note version.snapshot version.documents version.chunks version.created version.activations`,
	"compact":           `schema database bytesBefore bytesAfter`,
	"get-chunk":         `schema found collectionPath filePath chunkIndex text prevIndex nextIndex totalChunks page bbox bbox.x bbox.y bbox.w bbox.h`,
	"get-chunk-only":    `schema found collectionPath filePath chunkIndex text prevIndex nextIndex totalChunks`,
	"get-chunk-missing": `schema found collectionPath filePath chunkIndex totalChunks message`,
	"get-file":          `schema collectionPath filePath documentPath title mime contentHash pages characters text`,
	"get-document": `schema collectionPath filePath documentPath title summary mime extractor contentHash bytes pages
		pagesWithoutText characters chunks metadata metadata.author metadata.tags metadata.year lastModified`,
	"status": `schema database bytes schemaVersion snapshot model vectorIndex vectorNote vss versions activeVersion
		collections collections[].path collections[].documents collections[].chunks collections[].characters
		collections[].roots collections[].roots[].path collections[].roots[].include collections[].roots[].exclude
		generation generation.store generation.id generation.state generation.model generation.dimension generation.fingerprint
		generation.embedded generation.missing generation.skipped generation.recall generation.created generation.activated`,
	"status-empty": `schema database bytes schemaVersion snapshot model vectorIndex vectorNote vss versions activeVersion collections generation`,
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
	"sql":                 `schema columns columns[].name columns[].type rows rows[].file_path rows[].bbox rows[].bbox.x rows[].bbox.w rows[].n rows[].n_1`,
	"export":              `schema file format snapshot collections documents chunks versionsLeft`,
	"import": `schema database file format collections documents chunks index index.snapshot index.bytes index.vectorIndex
		index.vectorNote index.recall`,
	"sql-saved": `schema file rows`,
	"embed":     `schema model dimension vectors vectors[].text vectors[].vector`,
	"version":   `schema octavo go duckdb vss schemaVersion models models[].name models[].dimension models[].weights`,
	"init":      `schema file`,
	"eval": `schema passed failure judgements judgements.queries judgements.questions judgements.drafted judgements.unjudged judgements.missing
		query query.unit query.depth query.scope query.all
		index index.snapshot index.generation index.preview index.version index.vectorIndex index.degraded
		runs runs[].name runs[].measures runs[].measures[].measure runs[].measures[].value runs[].questions runs[].withoutHits runs[].withoutRelevant
		gates baseline beside notes
		failure.error failure.message gates[].gate gates[].run gates[].measure gates[].operator gates[].threshold gates[].value gates[].questions gates[].passed gates[].causes gates[].causes[].id gates[].causes[].text gates[].causes[].value gates[].causes[].first
		baseline.before baseline.after baseline.questions baseline.onlyBefore baseline.onlyAfter baseline.changes
		baseline.changes[].measure baseline.changes[].before baseline.changes[].after baseline.changes[].difference baseline.changes[].low baseline.changes[].high baseline.changes[].p baseline.changes[].exact baseline.changes[].maxDrop baseline.changes[].passed baseline.changes[].moves
		baseline.changes[].moves[].id baseline.changes[].moves[].text baseline.changes[].moves[].before baseline.changes[].moves[].after baseline.changes[].moves[].document baseline.changes[].moves[].document.collectionPath baseline.changes[].moves[].document.filePath baseline.changes[].moves[].rankBefore baseline.changes[].moves[].rankAfter
		beside[].before beside[].after beside[].questions beside[].onlyBefore beside[].onlyAfter beside[].changes
		beside[].changes[].measure beside[].changes[].before beside[].changes[].after beside[].changes[].difference beside[].changes[].low beside[].changes[].high beside[].changes[].p beside[].changes[].exact beside[].changes[].maxDrop beside[].changes[].passed beside[].changes[].moves
		beside[].changes[].moves[].id beside[].changes[].moves[].text beside[].changes[].moves[].before beside[].changes[].moves[].after beside[].changes[].moves[].document beside[].changes[].moves[].document.collectionPath beside[].changes[].moves[].document.filePath beside[].changes[].moves[].rankBefore beside[].changes[].moves[].rankAfter`,
	"eval-measured": `schema passed failure judgements judgements.queries judgements.questions judgements.drafted judgements.unjudged judgements.missing
		query query.unit query.depth query.scope query.all
		index index.snapshot index.generation index.preview index.version index.vectorIndex index.degraded
		runs runs[].name runs[].measures runs[].measures[].measure runs[].measures[].value runs[].questions runs[].withoutHits runs[].withoutRelevant
		gates baseline beside notes`,
	"eval-question": `schema passed failure judgements judgements.queries judgements.questions judgements.drafted judgements.unjudged judgements.missing
		query query.unit query.depth query.scope query.all
		index index.snapshot index.generation index.preview index.version index.vectorIndex index.degraded
		runs runs[].name runs[].measures runs[].measures[].measure runs[].measures[].value runs[].questions runs[].withoutHits runs[].withoutRelevant
		gates baseline beside notes runs[].perQuestion
		runs[].perQuestion[].id runs[].perQuestion[].text runs[].perQuestion[].measures runs[].perQuestion[].measures[].measure runs[].perQuestion[].measures[].value runs[].perQuestion[].relevant runs[].perQuestion[].first`,
	"eval-init": `schema file questions documents passages`,
	"diff": `schema before after before.kind before.file before.version before.snapshot before.generation before.model before.documents before.chunks
		after.kind after.file after.version after.snapshot after.generation after.model after.documents after.chunks
		documents documents.added documents.removed documents.changed documents.unchanged documents.added[].collectionPath documents.added[].filePath documents.removed[].collectionPath documents.removed[].filePath
		documents.changed[].collectionPath documents.changed[].filePath documents.changed[].sameBytes documents.changed[].chunksBefore documents.changed[].chunksAfter documents.changed[].chunksKept
		answers answers.depth answers.overlap answers.rankBiasedOverlap answers.onlyBefore answers.onlyAfter answers.questions
		answers.questions[].id answers.questions[].overlap answers.questions[].rankBiasedOverlap answers.questions[].shifts answers.questions[].shifts[].collectionPath answers.questions[].shifts[].filePath answers.questions[].shifts[].chunkIndex answers.questions[].shifts[].rankBefore answers.questions[].shifts[].rankAfter`,
	"diff-unchanged": `schema before after before.kind before.file before.version before.snapshot before.generation before.model before.documents before.chunks
		after.kind after.file after.version after.snapshot after.generation after.model after.documents after.chunks
		documents documents.added documents.removed documents.changed documents.unchanged answers`,
	"diff-runs": `schema before after before.kind before.file before.version before.snapshot before.generation before.model before.documents before.chunks
		after.kind after.file after.version after.snapshot after.generation after.model after.documents after.chunks
		documents answers answers.depth answers.overlap answers.rankBiasedOverlap answers.onlyBefore answers.onlyAfter answers.questions
		answers.questions[].id answers.questions[].overlap answers.questions[].rankBiasedOverlap answers.questions[].shifts answers.questions[].shifts[].collectionPath answers.questions[].shifts[].filePath answers.questions[].shifts[].chunkIndex answers.questions[].shifts[].rankBefore answers.questions[].shifts[].rankAfter`,
	"error":       `schema error message hint detail`,
	"error-scope": `schema searched error message hits hint detail detail.collections`,
}

func object(t *testing.T, name string, o render.Options) (map[string]any, []byte) {
	t.Helper()
	var out bytes.Buffer
	o.Out, o.Err, o.Explain, o.PerQuery = &out, &out, strings.HasSuffix(name, "-chunks"), strings.HasSuffix(name, "-question")
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
		isSearch := strings.HasPrefix(name, "search") || strings.HasPrefix(name, "full-text") || name == "error-scope"
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
