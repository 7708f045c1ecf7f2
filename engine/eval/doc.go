// Package eval judges answers: what should have been found, what was found, and whether that is
// good enough.
//
//	Judgements  questions with the documents that answer them     (Load, Resolve, Draft)
//	Run         what one way of searching found for each question (ReadTREC, ReadSaved)
//	Report      measures by question and their means               (Evaluate)
//	Verdict     a gate held against a report                       (ParseGate, Check)
//	Comparison  a report held against an earlier one               (Compare)
//	Diff        two runs or two sets of documents without judgement (DiffRuns, DiffDocuments)
//
// Means are over all judged questions: one that found nothing counts 0 and is never left out. The
// package runs no search and opens no index; whoever does hands in the hits and the documents' names.
// Everything random is drawn from a seed, so the same input gives the same report.
package eval
