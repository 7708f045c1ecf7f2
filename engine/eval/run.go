package eval

// Unit is what a run ranks.
type Unit string

// The units. In a run of documents each document occurs once per question; in a run of chunks it
// may occur once per chunk.
const (
	Documents Unit = "documents"
	Chunks    Unit = "chunks"
)

// Run is what one way of searching found.
type Run struct {
	Name string
	Unit Unit
	Hits map[string][]Hit // by the question's id, best first; the order is total and is the ranking
}

// Hit is one result. Its rank is its place in the list.
type Hit struct {
	Document DocumentName
	Chunk    int    // 0-based index of the chunk found; of the best one in a run of documents
	Page     int    // 1-based page on which that chunk begins; 0 where there is none
	Text     string // the chunk's whole text, where passages are judged; not saved
	// Score is what the ranking was made of, where that is one number; else 0. Only the files of
	// other programs and TREC files use it: our ranks do not come from it.
	Score float64
}
