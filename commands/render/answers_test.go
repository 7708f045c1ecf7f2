package render_test

import (
	"time"

	"octavo/engine"
	"octavo/engine/build"
	"octavo/engine/corpus"
	"octavo/engine/filesearch"
	"octavo/engine/index"
	"octavo/engine/search"
)

// The answers that the golden files show: one full, one empty of each kind that can be either.

var pension = search.Hit{
	DocumentPath: "ACME/Reports/_Documents/pension-2025-1c9a7e02", Collection: "ACME/Reports", File: "pension/2025.pdf",
	Title: "Pension report 2025", ChunkIndex: 4, Chunks: 12, Rank: 0,
	Snippet: "… the discount rate is chosen each year by the trustees, who look at the yield of corporate bonds of high quality & <long> term; the rate rose to 4.1 %…",
	Page:    4, Box: &corpus.Box{X: 0.123456, Y: 0.34, W: 0.61, H: 0.080001},
	Legs: []search.LegDetail{{Name: search.LegSemantic, Rank: 0, Value: 0.81234567, Weight: 0.6}, {Name: search.LegLexical, Rank: 3, Value: 7.25, Weight: 0.4, Terms: []index.TermScore{{Term: "discount", TF: 2, DF: 11, Score: 7.25}}}, {Name: search.LegSmoothing, Rank: -1, Value: -0.0125}},
}

var notes = search.Hit{
	DocumentPath: "ACME/_Documents/notes-8d2f01aa", Collection: "ACME", File: "notes from Jürgen.md",
	Title: "Notes\x1b[31m", ChunkIndex: 0, Chunks: 1, Rank: 1, Snippet: "Discount? Ask Jürgen.",
	Legs: []search.LegDetail{{Name: search.LegSemantic, Rank: -1, Value: 0.5, Weight: 1}},
}

func searchAnswer() engine.SearchAnswer {
	return engine.SearchAnswer{
		Answer: search.Answer{
			Text: "discount rate", Mode: search.ModeSemantic, Scope: "ACME/Reports",
			Collections: []corpus.CollectionPath{"ACME", "ACME/Reports"}, Limit: 2, Passages: 1204,
			Hits: []search.Hit{pension, notes},
		},
		Index: engine.IndexState{Snapshot: "9f2c", Generation: 2, VectorIndex: "exact"},
		Hint:  "limit 500 is above 200",
	}
}

func emptySearchAnswer() engine.SearchAnswer {
	return engine.SearchAnswer{
		Answer: search.Answer{Text: "x", Mode: search.ModeSemantic, Collections: []corpus.CollectionPath{"ACME"}, Limit: 20},
		Index:  engine.IndexState{Snapshot: "9f2c", Generation: 2, VectorIndex: "exact"},
		Hint:   "The collections searched hold no passages",
	}
}

// widerAnswer is what search-chunks gives with --full and --context.
func widerAnswer() engine.SearchAnswer {
	a := searchAnswer()
	first, second := pension, notes
	first.Text, first.Before, first.After = "The discount rate\nis 4.1 %.", []search.Neighbour{{ChunkIndex: 3, Text: "Before it."}}, []search.Neighbour{{ChunkIndex: 5, Text: "After it."}}
	second.Text = "Discount? Ask Jürgen."
	a.Hits, a.Hint = []search.Hit{first, second}, ""
	return a
}

// copiesAnswer is more like a passage, with copies folded.
func copiesAnswer() engine.SearchAnswer {
	a := searchAnswer()
	a.Text, a.Like = "", &search.Like{At: index.Locator{Collection: "ACME", File: "a.md"}, Chunk: 3}
	folded := notes
	for _, file := range []corpus.FilePath{"b.md", "c.md", "d.md", "e\x1b.md"} {
		folded.Copies = append(folded.Copies, index.Copy{
			DocumentRef: index.DocumentRef{Collection: "ACME", File: file}, DocumentPath: "ACME/_Documents/" + string(file),
		})
	}
	a.Hits, a.Hint = []search.Hit{folded}, ""
	return a
}

// whyAnswer is about a document that ranks below the results.
func whyAnswer() engine.WhyAnswer {
	return engine.WhyAnswer{
		Collection: "ACME/Reports", File: "pension/2025.pdf", Indexed: true, Index: searchAnswer().Index,
		Standing: search.Standing{
			Answer: searchAnswer().Answer, Chunk: -1, Rank: 4, Reasons: []search.Reason{{Obstacle: search.BeyondLimit}},
			Legs: pension.Legs, Lacks: []string{"obligation", "trustee"}, Score: 0.25, Last: 1.5, Limit: 5,
		},
		Remedies: []string{"--limit 5 shows it", "ask among fewer files, for example with file:pension/2025.pdf"},
	}
}

// obstaclesAnswer has every obstacle, which no passage has.
func obstaclesAnswer() engine.WhyAnswer {
	a := whyAnswer()
	a.Chunk, a.Rank, a.Limit, a.Reasons, a.Lacks, a.Remedies = 7, -1, 0, nil, nil, nil
	for _, o := range []search.Obstacle{
		search.OutsideScope, search.Filtered, search.PhraseMissing, search.Excluded, search.PatternAbsent,
		search.WordsAbsent, search.Folded, search.TextItself, search.NoCandidate,
	} {
		a.Reasons = append(a.Reasons, search.Reason{Obstacle: o, What: "what it is"})
	}
	return a
}

func absentAnswer() engine.WhyAnswer {
	return engine.WhyAnswer{
		Collection: "ACME", File: "scan.pdf", Standing: search.Standing{Chunk: -1, Rank: -1},
		Outcome:  &index.Outcome{Outcome: "skipped", Reason: "no-text-layer", Detail: "3 pages"},
		Remedies: []string{"once the cause is mended: octavo build"},
	}
}

func versions() []engine.Version {
	at := time.Date(2026, 3, 31, 9, 30, 0, 0, time.UTC)
	return []engine.Version{
		{Label: "2026-Q1", State: index.VersionIsActive, Note: "after the audit\x07", Snapshot: "9f2c", Documents: 1204, Chunks: 9000, Created: at, Activations: []time.Time{at, at.AddDate(0, 1, 0)}},
		{Label: "2026-Q2", State: index.VersionCut, Snapshot: "77aa", Documents: 1, Chunks: 1, Created: at.AddDate(0, 3, 0)},
	}
}

func chunkAnswer() engine.ChunkAnswer {
	return engine.ChunkAnswer{
		Found: true, Collection: "ACME/Reports", File: "pension/2025.pdf", ChunkIndex: 4, Total: 12,
		Passage: index.Passage{
			ChunkRef: index.ChunkRef{Collection: "ACME/Reports", File: "pension/2025.pdf", Index: 4},
			Title:    "Pension report 2025", Chunks: 12, Page: 4, Box: pension.Box,
			Text: "The discount rate is chosen each year by the trustees, who look at the yield of corporate bonds of high quality and long term.\n\nIt rose to 4.1 %.\a",
		},
	}
}

func firstChunkAnswer() engine.ChunkAnswer {
	return engine.ChunkAnswer{
		Found: true, Collection: "ACME", File: "a.md", ChunkIndex: 0, Total: 1,
		Passage: index.Passage{Title: "A", Text: "only"},
	}
}

func missingChunkAnswer() engine.ChunkAnswer {
	return engine.ChunkAnswer{
		Collection: "ACME", File: "a.md", ChunkIndex: -1, Total: 1, Message: "a.md has no chunk -1: its chunks are 0 to 0",
	}
}

func document() index.Document {
	return index.Document{
		Collection: "ACME/Reports", File: "pension/2025.pdf", DocumentPath: "ACME/Reports/_Documents/pension-2025-1c9a7e02",
		Title: "Pension report 2025", Summary: "How the fund chose its discount rate in 2025, and what that did to the obligation that it reports to its members.",
		MIME: "application/pdf", Extractor: "pdf/1", ContentHash: corpus.ContentHash{0xab, 0xcd}, Bytes: 1234567, Pages: 40,
		Characters: 98765, Chunks: 12, PagesWithoutText: []int{3},
		Metadata:     map[string]any{"year": 2025, "author": "B. Clerk", "tags": []string{"fund", "rate"}},
		LastModified: time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC),
	}
}

func collections() []index.Collection {
	return []index.Collection{
		{Path: "ACME", Documents: 3, Chunks: 20, Characters: 17000, Roots: []index.Root{{Path: "/srv/acme"}}},
		{Path: "ACME/Reports", Documents: 120, Chunks: 1184, Characters: 1002003, Roots: []index.Root{
			{Path: "/srv/reports", Include: []string{"**/*.pdf"}, Exclude: []string{"drafts/**"}},
		}},
	}
}

func statusAnswer() engine.StatusAnswer {
	return engine.StatusAnswer{
		Database: "/srv/octavo.duckdb", Model: "bge-small-en-v1.5", VSS: "embedded",
		Info: index.Info{
			SchemaVersion: 1, Snapshot: "9f2c", Collections: collections(), Bytes: 12345678, VectorIndex: "exact",
			VectorNote: "the HNSW index finds too little",
			Generation: &index.Generation{
				Store: index.StoreDocuments, ID: 2, State: index.Active, Spec: index.GenerationSpec{Model: "bge-small-en-v1.5", Dimension: 384},
				Fingerprint: "0011223344556677", Embedded: 1201, Skipped: 3, Recall: 0.912,
				Created: time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC), Activated: time.Date(2026, 2, 3, 4, 6, 0, 0, time.UTC),
			},
		},
	}
}

func emptyStatusAnswer() engine.StatusAnswer {
	return engine.StatusAnswer{Database: "/srv/octavo.duckdb", VSS: "none", Info: index.Info{SchemaVersion: 1, VectorIndex: "exact"}}
}

func buildAnswer() engine.BuildAnswer {
	return engine.BuildAnswer{
		Summary: build.Summary{
			Collections: []corpus.CollectionPath{"ACME/Reports"}, Seen: 1407, Added: 1400, Changed: 2, Unchanged: 1, Removed: 5, Skipped: 3, Failed: 1,
			Reasons: []build.Reason{
				{Outcome: "skipped", Code: "binary", Count: 3, Example: "logo.png"},
				{Outcome: "failed", Code: "unreadable", Count: 1, Example: "secret.pdf", Detail: "permission denied"},
			},
			Chunks: 2000, Embedded: 1900, Reused: 100, Bytes: 3456789, Elapsed: 95 * time.Second,
		},
		Database: "/srv/octavo.duckdb", Published: true,
		Index: index.Published{Snapshot: "9f2c", Bytes: 12345678, VectorIndex: "hnsw", Recall: 0.987},
	}
}

func dryAnswer() engine.BuildAnswer {
	a := buildAnswer()
	a.Published, a.DryRun, a.Expected, a.Index = false, true, 3725*time.Second, index.Published{}
	return a
}

func unchangedAnswer() engine.BuildAnswer {
	return engine.BuildAnswer{
		Summary:  build.Summary{Collections: []corpus.CollectionPath{"ACME"}, Seen: 3, Unchanged: 3, Elapsed: 40 * time.Millisecond},
		Database: "/srv/octavo.duckdb",
	}
}

func embedAnswer() engine.EmbedAnswer {
	return engine.EmbedAnswer{Model: "m", Dimension: 2, Texts: []string{"a", "b"}, Vectors: [][]float32{{0.6, 0.8}, {1, 0}}}
}

func versionAnswer() engine.VersionAnswer {
	return engine.VersionAnswer{
		Octavo: "0.1.0", Go: "go1.26", DuckDB: "v1.5.5", VSS: "embedded", Schema: 1,
		Models: []engine.ModelVersion{
			{Name: "bge-small-en-v1.5", Dimension: 384, Weights: "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"},
			{Name: "potion-base-8M"},
		},
	}
}

func scopeRequired() engine.Failure {
	return engine.Failure{
		Name: "scope-required", Exit: 2, HTTP: 400, Message: "the file holds 2 collections and the request names none",
		Hint: "Add --scope ACME, or --all", Detail: map[string]any{"collections": []string{"ACME", "ACME/Reports"}},
	}
}

var released = engine.Released{Snapshot: "9f2c", Version: "2026-Q1"}

func categoriesAnswer() engine.CategoriesAnswer {
	return engine.CategoriesAnswer{Released: released, Overview: filesearch.Overview{Documents: 1300, Unsorted: 3, Categories: []filesearch.Category{
		{Name: "Pensions", Description: "Reports and letters\x07 of the scheme", Groups: 2, Documents: 1200}, {Name: "works", Documents: 97},
	}}}
}

func groupsAnswer() engine.GroupsAnswer {
	return engine.GroupsAnswer{Released: released, Category: "Pensions", Groups: []filesearch.Group{
		{Category: "Pensions", Name: "Letters to members", Documents: 1100}, {Name: "reports", Description: "Yearly", Documents: 100},
	}}
}

func shelvedRow() engine.Row {
	return engine.Row{Place: filesearch.Place{Category: "Pensions", Group: "reports"}, Document: index.Document{
		Collection: "ACME/Reports", File: "pension/2025.pdf", DocumentPath: "ACME/Reports/_Documents/2025-0a1b", Title: "Pension report\x1b 2025",
		Characters: 9000, Chunks: 10, Pages: 4,
	}}
}

func fullTextAnswer() engine.FullTextAnswer {
	return engine.FullTextAnswer{
		Released: released, Query: "discount rate", FileSearchQuestion: engine.FileSearchQuestion{Category: "Pensions", Limit: 1},
		Results: filesearch.Results{Next: "c3Vyc29y", Hits: []filesearch.Hit{
			{Row: shelvedRow(), Rank: 10, Score: 7.5, Chunk: 4, Page: 3, Snippet: "… A **discount** **rate** of 4.1 % a year was used\x07 for the pension obligation…"},
		}},
	}
}

func filesAnswer() engine.FilesAnswer {
	plain := engine.Row{Document: index.Document{Collection: "ACME", File: "a.txt", DocumentPath: "ACME/_Documents/a-1", Title: "a", Characters: 12, Chunks: 1}}
	return engine.FilesAnswer{
		Released: engine.Released{Snapshot: "9f2c"}, FileSearchQuestion: engine.FileSearchQuestion{Group: "reports", Limit: 20},
		Listing: filesearch.Listing{Total: 2, Documents: []filesearch.Listed{
			{Row: plain, Preview: "One line."}, {Row: shelvedRow(), Preview: "# Pension report\n\nOf the year 2025."},
		}},
	}
}

func nothingByWords() engine.FullTextAnswer {
	return engine.FullTextAnswer{Released: released, Query: "zebra", FileSearchQuestion: engine.FileSearchQuestion{Limit: 10}}
}
