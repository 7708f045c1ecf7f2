// Package lexical says what the words of a text are, which of them a question asks for, and what a
// match is worth.
//
//	build:  text -> Detect -> Analyze -> CountByChunk -> the index stores terms, counts, lengths
//	query:  text -> Parse -> Query.Plan -> the index looks terms up, BM25 weighs them
//
// Where a text is cut into words does not depend on the language; only stemming does. So one
// question can be analysed in each language that an index holds, and the terms that stand on the
// same characters are alternatives of one word: see Group.
//
// The package opens nothing, remembers nothing that changes an answer, and holds no SQL.
package lexical
