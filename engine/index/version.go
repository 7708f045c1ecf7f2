package index

// SchemaVersion is the layout of the file that this program writes and reads. Each number has its
// reason:
//
//	1: stores, revisions, generations, one vector table per generation
//	2: words: terms, postings by revision and chunk, the language and length of each revision
//	3: versions that share the states of documents
const SchemaVersion = 3
