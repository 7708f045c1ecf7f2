package render

import (
	"bytes"
	"encoding/json"
	"math"
	"time"

	"octavo/engine"
	"octavo/engine/corpus"
	"octavo/engine/index"
	"octavo/engine/search"
)

// JSON writes each answer as one object and a newline.
type JSON struct{ options Options }

var _ Printer = (*JSON)(nil)

// NewJSON returns a printer for programs.
func NewJSON(o Options) *JSON { return &JSON{options: o} }

// print leaves < > & as they are: the text of documents is not going into a web page.
func (p *JSON) print(envelope any) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(envelope); err != nil {
		return err
	}
	return write(p.options.Out, b.Bytes())
}

func (p *JSON) timings() *timingsJSON {
	if p.options.Elapsed == nil {
		return nil
	}
	return &timingsJSON{Seconds: seconds(p.options.Elapsed())}
}

// Search prints one hit per file.
func (p *JSON) Search(a engine.SearchAnswer) error { return p.search("octavo.search/1", a) }

// SearchChunks prints one hit per chunk.
func (p *JSON) SearchChunks(a engine.SearchAnswer) error {
	return p.search("octavo.search_chunks/1", a)
}

func (p *JSON) search(schema string, a engine.SearchAnswer) error {
	hits := make([]hitJSON, 0, len(a.Hits))
	for _, h := range a.Hits {
		hits = append(hits, p.hit(h))
	}
	return p.print(searchJSON{
		Schema: schema, Searched: true, Count: len(hits),
		Query: queryOf(a.ID, a.Answer),
		Index: indexOf(a.Index), Hits: hits, Hint: optional(a.Hint), Timings: p.timings(),
	})
}

func queryOf(id string, a search.Answer) queryJSON {
	q := queryJSON{
		ID: id, Text: a.Text, Mode: string(a.Mode), Scope: optional(a.Scope),
		Collections: names(a.Collections), Limit: a.Limit,
	}
	if a.Like != nil {
		q.Like = &likeJSON{CollectionPath: string(a.Like.At.Collection), FilePath: string(a.Like.At.File), ChunkIndex: unlessNegative(a.Like.Chunk)}
	}
	return q
}

func unlessNegative(n int) *int {
	if n < 0 {
		return nil
	}
	return &n
}

func indexOf(i engine.IndexState) indexJSON {
	return indexJSON{
		Snapshot: i.Snapshot, Generation: i.Generation, Preview: i.Preview,
		Version: optional(i.Version), VectorIndex: i.VectorIndex, Degraded: optional(i.Degraded),
	}
}

func (p *JSON) hit(h search.Hit) hitJSON {
	out := hitJSON{
		DocumentPath: h.DocumentPath, CollectionPath: string(h.Collection), FilePath: string(h.File),
		ChunkIndex: h.ChunkIndex, Rank: h.Rank, Title: h.Title, Snippet: h.Snippet,
		Page: h.Page, BBox: box(h.Box), Text: h.Text,
		Before: neighbours(h.Before), After: neighbours(h.After),
	}
	for _, c := range h.Copies {
		out.Copies = append(out.Copies, copyJSON{DocumentPath: c.DocumentPath, CollectionPath: string(c.Collection), FilePath: string(c.File)})
	}
	if p.options.Explain {
		out.Explain = explain(h.Legs)
	}
	return out
}

func explain(legs []search.LegDetail) *explainJSON {
	out := new(explainJSON)
	for _, leg := range legs {
		var rank *int
		if leg.Rank >= 0 {
			rank = &leg.Rank
		}
		switch leg.Name {
		case search.LegSemantic:
			out.Semantic = &semanticJSON{Rank: rank, Cosine: round(leg.Value, 6), Weight: leg.Weight}
		case search.LegLexical:
			out.Lexical = &lexicalJSON{Rank: rank, BM25: round(leg.Value, 6), Weight: leg.Weight, Terms: []termJSON{}}
			for _, t := range leg.Terms {
				out.Lexical.Terms = append(out.Lexical.Terms, termJSON{Term: t.Term, TF: t.TF, DF: t.DF, Score: round(t.Score, 6)})
			}
		case search.LegSmoothing:
			change := round(leg.Value, 6)
			out.Smoothing = &change
		}
	}
	return out
}

// Chunk prints one chunk, or where one could have been found.
func (p *JSON) Chunk(a engine.ChunkAnswer) error {
	if !a.Found {
		return p.print(chunkMissingJSON{
			Schema: "octavo.get_chunk/1", CollectionPath: string(a.Collection), FilePath: string(a.File),
			ChunkIndex: a.ChunkIndex, TotalChunks: a.Total, Message: a.Message, Timings: p.timings(),
		})
	}
	previous, next := steps(a)
	return p.print(chunkJSON{
		Schema: "octavo.get_chunk/1", Found: true, CollectionPath: string(a.Collection), FilePath: string(a.File),
		ChunkIndex: a.ChunkIndex, Text: a.Passage.Text, PrevIndex: previous, NextIndex: next, TotalChunks: a.Total,
		Page: a.Passage.Page, BBox: box(a.Passage.Box), Timings: p.timings(),
	})
}

// steps are the indices beside a chunk, nil where the document ends.
func steps(a engine.ChunkAnswer) (previous, next *int) {
	if before := a.ChunkIndex - 1; before >= 0 {
		previous = &before
	}
	if after := a.ChunkIndex + 1; after < a.Total {
		next = &after
	}
	return previous, next
}

// File prints a document's whole text.
func (p *JSON) File(a engine.FileAnswer) error {
	d := a.Document
	return p.print(fileJSON{
		Schema: "octavo.get_file/1", CollectionPath: string(d.Collection), FilePath: string(d.File),
		DocumentPath: d.DocumentPath, Title: d.Title, MIME: d.MIME, ContentHash: d.ContentHash.String(),
		Pages: d.Pages, Characters: d.Characters, Text: a.Text, Timings: p.timings(),
	})
}

// Document prints what is known of a document, without its text.
func (p *JSON) Document(d index.Document) error {
	metadata := d.Metadata
	if metadata == nil {
		metadata = map[string]any{}
	}
	return p.print(documentJSON{
		Schema: "octavo.get_document/1", CollectionPath: string(d.Collection), FilePath: string(d.File),
		DocumentPath: d.DocumentPath, Title: d.Title, Summary: d.Summary, MIME: d.MIME, Extractor: d.Extractor,
		ContentHash: d.ContentHash.String(), Bytes: d.Bytes, Pages: d.Pages, PagesWithoutText: full(d.PagesWithoutText),
		Characters: d.Characters, Chunks: d.Chunks, Metadata: metadata, LastModified: d.LastModified.UTC(), Timings: p.timings(),
	})
}

// Status prints the state of the file.
func (p *JSON) Status(a engine.StatusAnswer) error {
	return p.print(statusJSON{
		Schema: "octavo.status/1", Database: a.Database, Bytes: a.Info.Bytes, SchemaVersion: a.Info.SchemaVersion,
		Snapshot: a.Info.Snapshot, Collections: collectionsOf(a.Info.Collections), Generation: generation(a.Info.Generation),
		Model: a.Model, VectorIndex: a.Info.VectorIndex, VectorNote: optional(a.Info.VectorNote), VSS: a.VSS,
		Versions: len(a.Versions), ActiveVersion: optional(activeOf(a.Versions)), Timings: p.timings(),
	})
}

func generation(g *index.Generation) *generationJSON {
	if g == nil {
		return nil
	}
	out := &generationJSON{
		Store: string(g.Store), ID: g.ID, State: string(g.State), Model: g.Spec.Model, Dimension: g.Spec.Dimension,
		Fingerprint: g.Fingerprint, Embedded: g.Embedded, Missing: g.Missing, Skipped: g.Skipped,
		Recall: recall(g.Recall), Created: g.Created.UTC(),
	}
	if !g.Activated.IsZero() {
		activated := g.Activated.UTC()
		out.Activated = &activated
	}
	return out
}

// Build prints what a build did.
func (p *JSON) Build(a engine.BuildAnswer) error {
	reasons := make([]reasonJSON, 0, len(a.Reasons))
	for _, r := range a.Reasons {
		reasons = append(reasons, reasonJSON{Outcome: r.Outcome, Code: r.Code, Count: r.Count, Example: string(r.Example), Detail: r.Detail})
	}
	out := buildJSON{
		Schema: "octavo.build/1", Database: a.Database, Published: a.Published, DryRun: a.DryRun, Collections: names(a.Collections),
		Files: filesJSON{
			Seen: a.Seen, Added: a.Added, Changed: a.Changed, Unchanged: a.Unchanged,
			Skipped: a.Skipped, Failed: a.Failed, Removed: a.Removed,
		},
		Reasons: reasons, Chunks: a.Chunks, Embedded: a.Embedded, Reused: a.Reused, Bytes: a.Bytes,
	}
	if a.Published {
		out.Index = &publishedJSON{
			Snapshot: a.Index.Snapshot, Bytes: a.Index.Bytes, VectorIndex: a.Index.VectorIndex,
			VectorNote: optional(a.Index.VectorNote), Recall: recall(a.Index.Recall),
		}
	}
	if t := p.timings(); t != nil {
		out.Timings = &buildTimingsJSON{Seconds: t.Seconds, BuildSeconds: seconds(a.Elapsed), ExpectedSeconds: seconds(a.Expected)}
	}
	return p.print(out)
}

// Collections prints the collections of the file.
func (p *JSON) Collections(list []index.Collection) error {
	return p.print(collectionsJSON{Schema: "octavo.collections/1", Action: "list", Collections: collectionsOf(list), Timings: p.timings()})
}

// CollectionRemoved says that a collection is gone.
func (p *JSON) CollectionRemoved(path string) error {
	return p.print(collectionChangedJSON{Schema: "octavo.collections/1", Action: "remove", Collection: path, Timings: p.timings()})
}

// CollectionRenamed says that a collection has another name.
func (p *JSON) CollectionRenamed(from, to string) error {
	return p.print(collectionChangedJSON{Schema: "octavo.collections/1", Action: "rename", Collection: from, To: &to, Timings: p.timings()})
}

// Embed prints the vectors with their texts.
func (p *JSON) Embed(a engine.EmbedAnswer) error {
	vectors := make([]vectorJSON, 0, len(a.Vectors))
	for i, v := range a.Vectors {
		vectors = append(vectors, vectorJSON{Text: a.Texts[i], Vector: v})
	}
	return p.print(embedJSON{Schema: "octavo.embed/1", Model: a.Model, Dimension: a.Dimension, Vectors: vectors, Timings: p.timings()})
}

// Version prints what the binary is made of.
func (p *JSON) Version(a engine.VersionAnswer) error {
	models := make([]modelJSON, 0, len(a.Models))
	for _, m := range a.Models {
		models = append(models, modelJSON{Name: m.Name, Dimension: m.Dimension, Weights: optional(m.Weights)})
	}
	return p.print(versionJSON{
		Schema: "octavo.version/1", Octavo: a.Octavo, Go: a.Go, DuckDB: a.DuckDB, VSS: a.VSS,
		SchemaVersion: a.Schema, Models: models, Timings: p.timings(),
	})
}

// Init says which file was written.
func (p *JSON) Init(file string) error {
	return p.print(initJSON{Schema: "octavo.init/1", File: file, Timings: p.timings()})
}

// Failure prints an error as an answer.
func (p *JSON) Failure(f Failure) error {
	out := errorJSON{Schema: "octavo.error/1", Error: f.Name, Message: f.Message, Hint: optional(f.Hint), Detail: f.Detail}
	if f.Search {
		out.Searched = new(bool)
		if f.Name == "scope-required" {
			out.Hits = &[]hitJSON{}
		}
	}
	return p.print(out)
}

func names(paths []corpus.CollectionPath) []string {
	out := make([]string, 0, len(paths))
	for _, p := range paths {
		out = append(out, string(p))
	}
	return out
}

func neighbours(list []search.Neighbour) []neighbourJSON {
	var out []neighbourJSON
	for _, n := range list {
		out = append(out, neighbourJSON{ChunkIndex: n.ChunkIndex, Text: n.Text})
	}
	return out
}

func box(b *corpus.Box) *boxJSON {
	if b == nil {
		return nil
	}
	return &boxJSON{X: round(b.X, 4), Y: round(b.Y, 4), W: round(b.W, 4), H: round(b.H, 4)}
}

// recall is null where no index was measured.
func recall(r float64) *float64 {
	if r == 0 {
		return nil
	}
	rounded := round(r, 4)
	return &rounded
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func round(x float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(x*scale) / scale
}

func seconds(d time.Duration) float64 { return round(d.Seconds(), 3) }
