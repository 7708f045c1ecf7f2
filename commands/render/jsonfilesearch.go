package render

import (
	"octavo/engine"
)

// categoriesJSON is the envelope of list-categories.
type categoriesJSON struct {
	Schema     string         `json:"schema"`
	Index      releasedJSON   `json:"index"`
	Documents  int            `json:"documents"`
	Unsorted   int            `json:"unsorted"`
	Categories []categoryJSON `json:"categories"`
	Timings    *timingsJSON   `json:"timings,omitempty"`
}

// releasedJSON is the content that File Search read; version is null where that is live.
type releasedJSON struct {
	Snapshot string  `json:"snapshot"`
	Version  *string `json:"version"`
}

type categoryJSON struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Groups      int    `json:"groups"`
	Documents   int    `json:"documents"`
}

// groupsJSON is the envelope of list-groups.
type groupsJSON struct {
	Schema   string       `json:"schema"`
	Index    releasedJSON `json:"index"`
	Category *string      `json:"category"`
	Groups   []groupJSON  `json:"groups"`
	Timings  *timingsJSON `json:"timings,omitempty"`
}

type groupJSON struct {
	Category    *string `json:"category"`
	Name        string  `json:"name"`
	Description string  `json:"description"`
	Documents   int     `json:"documents"`
}

// fullTextJSON is the envelope of full-text-search.
type fullTextJSON struct {
	Schema     string            `json:"schema"`
	Searched   bool              `json:"searched"`
	Count      int               `json:"count"`
	Query      fullTextQueryJSON `json:"query"`
	Index      releasedJSON      `json:"index"`
	Hits       []fullTextHitJSON `json:"hits"`
	NextCursor *string           `json:"nextCursor"`
	Timings    *timingsJSON      `json:"timings,omitempty"`
}

type fullTextQueryJSON struct {
	Text string `json:"text"`
	narrowedJSON
}

type narrowedJSON struct {
	Category *string `json:"category"`
	Group    *string `json:"group"`
	Limit    int     `json:"limit"`
}

// rowJSON is a document with its place.
type rowJSON struct {
	DocumentPath   string  `json:"documentPath"`
	CollectionPath string  `json:"collectionPath"`
	FilePath       string  `json:"filePath"`
	Title          string  `json:"title"`
	Category       *string `json:"category"`
	Group          *string `json:"group"`
}

type fullTextHitJSON struct {
	rowJSON
	Rank       int    `json:"rank"`
	ChunkIndex int    `json:"chunkIndex"`
	Page       int    `json:"page,omitempty"`
	Snippet    string `json:"snippet"`
}

// listingJSON is the envelope of list-files.
type listingJSON struct {
	Schema     string       `json:"schema"`
	Total      int          `json:"total"`
	Query      narrowedJSON `json:"query"`
	Index      releasedJSON `json:"index"`
	Files      []listedJSON `json:"files"`
	NextCursor *string      `json:"nextCursor"`
	Timings    *timingsJSON `json:"timings,omitempty"`
}

type listedJSON struct {
	rowJSON
	Characters int    `json:"characters"`
	Chunks     int    `json:"chunks"`
	Pages      int    `json:"pages,omitempty"`
	Preview    string `json:"preview"`
}

// Categories prints the categories.
func (p *JSON) Categories(a engine.CategoriesAnswer) error {
	out := categoriesJSON{
		Schema: "octavo.list_categories/1", Index: releasedOf(a.Released), Documents: a.Documents, Unsorted: a.Unsorted,
		Categories: make([]categoryJSON, len(a.Categories)), Timings: p.timings(),
	}
	for i, c := range a.Categories {
		out.Categories[i] = categoryJSON(c)
	}
	return p.print(out)
}

// Groups prints groups.
func (p *JSON) Groups(a engine.GroupsAnswer) error {
	out := groupsJSON{
		Schema: "octavo.list_groups/1", Index: releasedOf(a.Released), Category: optional(a.Category),
		Groups: make([]groupJSON, len(a.Groups)), Timings: p.timings(),
	}
	for i, g := range a.Groups {
		out.Groups[i] = groupJSON{optional(g.Category), g.Name, g.Description, g.Documents}
	}
	return p.print(out)
}

// FullText prints a page of documents that were found by words.
func (p *JSON) FullText(a engine.FullTextAnswer) error {
	out := fullTextJSON{
		Schema: "octavo.full_text_search/1", Searched: true, Count: len(a.Hits), Query: fullTextQueryJSON{a.Query, narrowed(a.FileSearchQuestion)},
		Index: releasedOf(a.Released), Hits: make([]fullTextHitJSON, len(a.Hits)), NextCursor: optional(a.Next), Timings: p.timings(),
	}
	for i, h := range a.Hits {
		out.Hits[i] = fullTextHitJSON{rowOf(h.Row), h.Rank, h.Chunk, h.Page, h.Snippet}
	}
	return p.print(out)
}

// Files prints a page of documents.
func (p *JSON) Files(a engine.FilesAnswer) error {
	out := listingJSON{
		Schema: "octavo.list_files/1", Total: a.Total, Query: narrowed(a.FileSearchQuestion),
		Index: releasedOf(a.Released), Files: make([]listedJSON, len(a.Documents)), NextCursor: optional(a.Next), Timings: p.timings(),
	}
	for i, d := range a.Documents {
		out.Files[i] = listedJSON{rowOf(d.Row), d.Characters, d.Chunks, d.Pages, d.Preview}
	}
	return p.print(out)
}

func releasedOf(r engine.Released) releasedJSON { return releasedJSON{r.Snapshot, optional(r.Version)} }

func narrowed(q engine.FileSearchQuestion) narrowedJSON {
	return narrowedJSON{optional(q.Category), optional(q.Group), q.Limit}
}

func rowOf(r engine.Row) rowJSON {
	return rowJSON{r.DocumentPath, string(r.Collection), string(r.File), r.Title, optional(r.Category), optional(r.Group)}
}
