package engine

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"octavo/engine/chunk"
	"octavo/engine/config"
	"octavo/engine/corpus"
	"octavo/engine/embed"
	"octavo/engine/embed/bundled"
	"octavo/engine/index"
	"octavo/engine/search"
)

// Options say what an Engine works on.
type Options struct {
	Config  config.Config
	Version string // of the program
	Command string // how the program was called; shown to those who meet our lock
	OneShot bool   // the process ends after one request: memory is kept small
	Follow  bool   // each request looks whether the file was replaced; else all read one snapshot
	Log     *slog.Logger
}

// Engine answers requests over one Octavo file. It opens the file and the model when a request
// first needs them, and is safe for concurrent use.
type Engine struct {
	Options
	*held
	version string // of the content that is read: a label, index.VersionActive; empty: live content
}

// held is what an engine has open, whatever version it reads.
type held struct {
	mu       sync.Mutex
	opened   *opened // nil until a request needs it
	closed   bool
	embedder embed.Embedder
}

// New returns an engine that has opened nothing yet.
func New(o Options) *Engine {
	if target, err := filepath.EvalSymlinks(o.Config.Database); err == nil {
		o.Config.Database = target // the file itself is replaced, not a link to it
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Engine{Options: o, held: new(held)}
}

// At is the same engine over the content of a version: a label, "active", or "live". Whether there
// is such a version is found out by each request; its error is *index.VersionMissingError. What
// changes the file is no business of a version: build, cut and the like are as they were.
func (e *Engine) At(version string) *Engine {
	if version == index.VersionLive {
		version = ""
	}
	return &Engine{Options: e.Options, held: e.held, version: version}
}

// Search answers with one hit per file. See search.Searcher for order and errors.
func (e *Engine) Search(ctx context.Context, r SearchRequest) (SearchAnswer, error) {
	return e.search(ctx, r, search.Searcher.Documents)
}

// SearchChunks answers with every chunk as a hit of its own.
func (e *Engine) SearchChunks(ctx context.Context, r SearchRequest) (SearchAnswer, error) {
	return e.search(ctx, r, search.Searcher.Chunks)
}

func (e *Engine) search(ctx context.Context, r SearchRequest, run func(search.Searcher, context.Context, search.Request) (search.Answer, error)) (SearchAnswer, error) {
	if _, err := search.Parse(r); err != nil {
		return SearchAnswer{}, err
	}
	reader, info, err := e.searchable(ctx)
	if err != nil {
		return SearchAnswer{}, err
	}
	defer reader.Close()
	if r.Like, err = e.resolveLike(ctx, reader, r.Like); err != nil {
		return SearchAnswer{}, err
	}
	if r.Like != nil && r.Scope == "" && !r.All {
		r.Scope = string(r.Like.At.Collection) // it is named already
	}
	answer, err := run(e.searcher(reader, info), ctx, r)
	if err != nil {
		return SearchAnswer{}, err
	}
	return SearchAnswer{Answer: answer, Index: e.state(info, answer), Hint: searchHint(answer)}, nil
}

// searcher asks an open file under its active generation.
func (e *Engine) searcher(reader index.Reader, info index.Info) search.Searcher {
	return search.Searcher{
		Reader:   reader,
		Embedder: func() (embed.Embedder, error) { return e.embedderOf(info.Generation) },
		Ranking:  e.ranking(info.Generation),
	}
}

// state tells under which state of the file an answer was given.
func (e *Engine) state(info index.Info, answer search.Answer) IndexState {
	return IndexState{
		Snapshot: info.Snapshot, Generation: info.Generation.ID, Version: info.Version,
		VectorIndex: vectorIndex(info, answer), Degraded: e.degraded(answer),
	}
}

// resolveLike finds the document that a request looks for more of, by whatever name it was given.
func (e *Engine) resolveLike(ctx context.Context, reader index.Reader, like *search.Like) (*search.Like, error) {
	if like == nil {
		return nil, nil
	}
	d, err := document(ctx, reader, like.At)
	if errors.Is(err, index.ErrNotFound) {
		return nil, unknownDocument(ctx, reader, like.At)
	}
	return &search.Like{At: index.Locator{Collection: d.Collection, File: d.File}, Chunk: like.Chunk}, err
}

// Ready opens the file, so that what is wrong with it is known before the first question.
// Errors: those of Search that do not come from the request.
func (e *Engine) Ready(ctx context.Context) error {
	reader, _, err := e.searchable(ctx)
	if err != nil {
		return err
	}
	return reader.Close()
}

// searchable opens the file, which the caller closes, and demands vectors that are whole.
func (e *Engine) searchable(ctx context.Context) (index.Reader, index.Info, error) {
	reader, err := e.open(ctx)
	if err != nil {
		return nil, index.Info{}, err
	}
	info, err := reader.Info(ctx)
	if err == nil && info.Generation == nil {
		err = index.ErrNoActiveGeneration
	}
	if err != nil {
		return nil, info, errors.Join(err, reader.Close())
	}
	return reader, info, nil
}

// ranking is what was measured best for the model of a generation, but for what is configured.
func (e *Engine) ranking(g *index.Generation) search.Ranking {
	r := search.RankingFor(g.Spec.MaxTokens == 0) // a static table takes texts of any length
	if f := e.Config.Search.Fusion; f != "" {
		r.Fusion = search.Fusion(f)
	}
	if w := e.Config.Search.Weights; w != nil {
		r.MeaningWeight, r.WordsWeight = w.Semantic, w.Lexical
	}
	if r.Fusion == search.FusionRRF {
		r.Smoothing = search.SmoothingOff // measured: it costs known items a tenth of their rank
	}
	if s := e.Config.Search.Smoothing; s != "" {
		r.Smoothing = search.Smoothing(s)
	}
	return r
}

// degraded names the failure that a search did without, and logs it once.
func (e *Engine) degraded(answer search.Answer) string {
	if answer.Degraded == nil {
		return ""
	}
	e.Log.Warn("searched by words alone", "cause", answer.Degraded)
	return Classify(answer.Degraded).Name
}

// vectorIndex is what answered: an HNSW index serves only searches of the whole file.
func vectorIndex(info index.Info, answer search.Answer) string {
	if len(answer.Collections) < len(info.Collections) {
		return string(index.IndexExact)
	}
	return info.VectorIndex
}

// Embed returns the vectors of texts under the model that the configuration names, else the one
// of the file, else the default one. As a query, a text gets the model's query prefix.
func (e *Engine) Embed(ctx context.Context, texts []string, query bool) (EmbedAnswer, error) {
	embedder, err := e.modelFor(ctx)
	if err != nil {
		return EmbedAnswer{}, err
	}
	answer := EmbedAnswer{Model: embedder.Spec().Model, Dimension: embedder.Spec().Dimension, Texts: texts}
	if !query {
		answer.Vectors, err = embedder.EmbedDocuments(ctx, texts)
		return answer, err
	}
	for _, text := range texts {
		vector, err := embedder.EmbedQuery(ctx, text)
		if err != nil {
			return EmbedAnswer{}, err
		}
		answer.Vectors = append(answer.Vectors, vector)
	}
	return answer, nil
}

// Status describes the file.
func (e *Engine) Status(ctx context.Context) (StatusAnswer, error) {
	reader, err := e.open(ctx)
	if err != nil {
		return StatusAnswer{}, err
	}
	defer reader.Close()
	info, err := reader.Info(ctx)
	if err != nil {
		return StatusAnswer{}, err
	}
	answer := StatusAnswer{Database: e.Config.Database, Info: info}
	if info.Generation != nil {
		answer.Model = info.Generation.Spec.Model
	}
	answer.VSS, _, _ = index.LocateVSS(e.extension())
	answer.Versions, err = reader.Versions(ctx)
	return answer, err
}

func (e *Engine) extension() index.ExtensionOptions {
	return index.ExtensionOptions{Path: e.Config.Index.VSSExtension, AllowNetwork: e.Config.Index.Network, CacheDir: cacheFolder()}
}

// cacheFolder is where what can be made again is kept; empty where the user has no such folder.
func cacheFolder() string {
	folder, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "octavo")
}

// embedderOf opens the model that filled a generation. A model that the configuration names must
// be that one. Errors: embed.ErrNone, *ModelChangedError, *embed.ModelMissing.
func (e *Engine) embedderOf(g *index.Generation) (embed.Embedder, error) {
	if wanted := e.Config.Embedder.Model; wanted != "" && wanted != g.Spec.Model {
		return nil, &ModelChangedError{Have: g.Spec.Model, Want: wanted}
	}
	embedder, err := e.model(g.Spec.Model)
	if err != nil {
		return nil, err
	}
	if have := specOf(embedder).Fingerprint(); have != g.Fingerprint {
		return nil, &ModelChangedError{Have: g.Spec.Model + " (fingerprint " + g.Fingerprint + ")", Want: g.Spec.Model + " as this program carries it (" + have + ")"}
	}
	return embedder, nil
}

func (e *Engine) modelFor(ctx context.Context) (embed.Embedder, error) {
	name := e.Config.Embedder.Model
	if name == "" {
		name = bundled.Default
		if reader, err := e.open(ctx); err == nil {
			defer reader.Close()
			if info, err := reader.Info(ctx); err == nil && info.Generation != nil {
				name = info.Generation.Spec.Model
			}
		}
	}
	return e.model(name)
}

// model opens a bundled model once.
func (e *Engine) model(name string) (embed.Embedder, error) {
	if e.Config.Embedder.Kind == "none" {
		return nil, embed.ErrNone
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.embedder != nil && e.embedder.Spec().Model == name {
		return e.embedder, nil
	}
	embedder, err := bundled.Open(name)
	if err != nil {
		return nil, err
	}
	e.embedder = embedder
	return embedder, nil
}

// specOf is what a generation filled by the embedder is made under.
func specOf(e embed.Embedder) index.GenerationSpec {
	s := e.Spec()
	return index.GenerationSpec{
		Model: s.Model, Weights: s.Weights, Dimension: s.Dimension, Pooling: s.Pooling,
		QueryPrefix: s.QueryPrefix, DocumentPrefix: s.DocumentPrefix, MaxTokens: s.MaxTokens,
		Window: chunk.Window, Overlap: chunk.Overlap, Chunker: chunk.Version,
	}
}

// document finds a document by its exact name, else by the NFC and NFD forms of it.
func document(ctx context.Context, reader index.Reader, at index.Locator) (index.Document, error) {
	found, err := reader.Document(ctx, at)
	for _, form := range []norm.Form{norm.NFC, norm.NFD} {
		if !errors.Is(err, index.ErrNotFound) {
			break
		}
		other := index.Locator{
			Collection:   corpus.CollectionPath(form.String(string(at.Collection))),
			File:         corpus.FilePath(form.String(string(at.File))),
			DocumentPath: form.String(at.DocumentPath),
		}
		found, err = reader.Document(ctx, other)
	}
	return found, err
}

func searchHint(a search.Answer) string {
	if len(a.Notes) > 0 {
		return strings.Join(a.Notes, "; ")
	}
	if len(a.Hits) == 0 && a.Passages == 0 {
		return "The collections searched hold no passages"
	}
	return ""
}

// configured are the collections of octavo.toml.
func (e *Engine) configured() ([]index.Collection, error) {
	var out []index.Collection
	for _, c := range e.Config.Collections {
		path, err := corpus.ParseCollectionPath(c.Path)
		if err != nil {
			return nil, err
		}
		root := index.Root{Path: c.Root, Include: c.Include, Exclude: c.Exclude}
		at := slices.IndexFunc(out, func(known index.Collection) bool { return known.Path == path })
		if at < 0 {
			at = len(out)
			out = append(out, index.Collection{Path: path})
		}
		out[at].Roots = append(out[at].Roots, root)
	}
	return out, nil
}
