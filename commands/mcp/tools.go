package mcp

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"octavo/commands/render"
	"octavo/engine"
)

// toolsOf are the tools of an engine by name: the fixed ones, and those of File Search that its
// settings enable.
func toolsOf(e *engine.Engine) map[string]tool {
	out := map[string]tool{}
	for _, t := range append(fixedTools(), fileSearchTools(e)...) {
		out[t.name] = t
	}
	return out
}

// versioned is the argument of the tools that read content.
type versioned struct {
	Version string `json:"version,omitempty" jsonschema:"Which content to read: the label of a version, active for the one that is released, or live (the usual choice) for the latest build"`
}

type searchInput struct {
	versioned
	Query string `json:"query" jsonschema:"What to look for, in natural language or words. A word namespace:PATH names a collection and all below it and wins over scope"`
	Scope string `json:"scope,omitempty" jsonschema:"A collection path such as ACME/Reports: that collection and those above it are searched"`
	All   bool   `json:"all,omitempty" jsonschema:"Search every collection. Needed only where there are several and neither scope nor namespace: names one"`
	Mode  string `json:"mode,omitempty" jsonschema:"semantic finds by meaning, lexical by words, hybrid by both, substring and regex (RE2) find what is written. auto, the usual choice, is hybrid where a model is there, else lexical"`
	Limit *int   `json:"limit,omitempty" jsonschema:"At most so many hits, from 1 to 200; 20 without it"`
}

type searchChunksInput struct {
	searchInput
	Full    bool `json:"full,omitempty" jsonschema:"Give the whole text of each passage, not only its snippet"`
	Context *int `json:"context,omitempty" jsonschema:"Also give the text of so many passages before and after each hit"`
}

func (in searchInput) request(e *engine.Engine) engine.SearchRequest {
	r := engine.SearchRequest{
		Query: in.Query, Scope: in.Scope, All: in.All,
		Mode: engine.SearchMode(e.Config.Search.Mode), Limit: e.Config.Search.Limit,
	}
	if in.Mode != "" {
		r.Mode = engine.SearchMode(in.Mode)
	}
	if in.Limit != nil {
		r.Limit = *in.Limit
	}
	return r
}

type documentInput struct {
	versioned
	Collection string `json:"collectionPath,omitempty" jsonschema:"The collection of the document, as a hit names it; goes with filePath"`
	File       string `json:"filePath,omitempty" jsonschema:"The path of the file inside the collection, as a hit names it"`
	Document   string `json:"documentPath,omitempty" jsonschema:"Instead of both: the documentPath of a hit, which has the form COLLECTION/_Documents/NAME"`
}

type chunkInput struct {
	documentInput
	Chunk int `json:"chunkIndex" jsonschema:"Which passage, counted from 0, as a hit names it"`
}

func (in documentInput) locate() (engine.Locator, error) {
	switch {
	case in.Document != "" && in.Collection == "" && in.File == "":
		return engine.Locate(in.Document)
	case in.Document == "" && in.Collection != "" && in.File != "":
		return engine.Locate(in.Collection, in.File)
	}
	return engine.Locator{}, &engine.UsageError{
		Message: "a document is named by collectionPath and filePath together, or by documentPath alone",
		Hint:    "Take them from a hit of search or search_chunks as they are",
	}
}

type noInput struct{}

func withModes(s *jsonschema.Schema) {
	for _, mode := range engine.SearchModes() {
		s.Properties["mode"].Enum = append(s.Properties["mode"].Enum, string(mode))
	}
}

func fixedTools() []tool {
	search := newTool("search", "Find documents",
		"Which documents are about a subject? One hit per document, best first, with its best passage. Use search_chunks to gather passages.",
		"search", withModes, runSearch)
	chunks := newTool("search_chunks", "Find passages",
		"Find the passages about a subject, best first; one document may come several times. Each hit names the passage for get_chunk.",
		"search_chunks", withModes, runSearchChunks)
	search.searches, chunks.searches = true, true
	return []tool{
		search, chunks,
		newTool("get_chunk", "Read a passage",
			"Read one passage in full. prevIndex and nextIndex lead to its neighbours and are null where the document begins and ends. A passage that is not there is answered with found:false and the valid range.",
			"get_chunk", nil, runGetChunk),
		newTool("get_file", "Read a document",
			"Read the whole text of a document. Use it for tables and whatever must not be cut.",
			"get_file", nil, runGetFile),
		newTool("get_document", "Look at a document",
			"Title, summary, sizes and metadata of a document, never its text.",
			"get_document", nil, runGetDocument),
		newTool("status", "Look at the index",
			"What the index holds: collections with their sizes, the model, how vectors are searched.",
			"status", nil, runStatus),
	}
}

func runSearch(ctx context.Context, e *engine.Engine, in searchInput) (show, error) {
	answer, err := e.At(in.Version).Search(ctx, in.request(e))
	return func(p render.Printer) error { return p.Search(answer) }, err
}

func runSearchChunks(ctx context.Context, e *engine.Engine, in searchChunksInput) (show, error) {
	r := in.request(e)
	r.Full = in.Full
	if in.Context != nil {
		if *in.Context < 0 {
			return nil, &engine.UsageError{Message: "context cannot be negative"}
		}
		r.Context = *in.Context
	}
	answer, err := e.At(in.Version).SearchChunks(ctx, r)
	return func(p render.Printer) error { return p.SearchChunks(answer) }, err
}

func runGetChunk(ctx context.Context, e *engine.Engine, in chunkInput) (show, error) {
	at, err := in.locate()
	if err != nil {
		return nil, err
	}
	answer, err := e.At(in.Version).Chunk(ctx, at, in.Chunk)
	return func(p render.Printer) error { return p.Chunk(answer) }, err
}

func runGetFile(ctx context.Context, e *engine.Engine, in documentInput) (show, error) {
	at, err := in.locate()
	if err != nil {
		return nil, err
	}
	answer, err := e.At(in.Version).File(ctx, at)
	return func(p render.Printer) error { return p.File(answer) }, err
}

func runGetDocument(ctx context.Context, e *engine.Engine, in documentInput) (show, error) {
	at, err := in.locate()
	if err != nil {
		return nil, err
	}
	answer, err := e.At(in.Version).Document(ctx, at)
	return func(p render.Printer) error { return p.Document(answer) }, err
}

func runStatus(ctx context.Context, e *engine.Engine, _ noInput) (show, error) {
	answer, err := e.Status(ctx)
	return func(p render.Printer) error { return p.Status(answer) }, err
}
