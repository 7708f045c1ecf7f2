// Package corpus holds the words of the domain: paths, texts, chunks, boxes and slugs.
// It imports nothing of ours, opens nothing and remembers nothing.
package corpus
