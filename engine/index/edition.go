package index

import (
	"strconv"
	"strings"
)

// edition is the content that statements speak of: what is live, or what a version holds. It fills
// their holes with relations that have the same columns for both, so that no statement is there twice.
type edition struct {
	store   Store
	version int32 // its id; 0: what is live
}

func (e edition) statement(name string, holes ...string) string {
	return statement(name, append(e.relations(), holes...)...)
}

func (e edition) relations() []string {
	if e.version == 0 {
		return []string{
			"documents", relation("reader/documents_live.sql"),
			"collections", relation("reader/collections_live.sql"),
			"counts", relation("reader/counts_live.sql"),
		}
	}
	id := strconv.Itoa(int(e.version))
	documents := relation("reader/documents_cut.sql", "version", id)
	return []string{
		"documents", documents,
		"collections", relation("reader/collections_cut.sql", "version", id),
		"counts", relation("reader/counts_cut.sql", "documents", documents),
	}
}

// relation is a statement in a form that stands inside another one: in parentheses, on one line.
func relation(name string, holes ...string) string {
	var out strings.Builder
	for line := range strings.Lines(statement(name, holes...)) {
		if !strings.HasPrefix(line, "--") {
			out.WriteString(strings.TrimSpace(line) + " ")
		}
	}
	return "(" + strings.TrimSuffix(out.String(), "; ") + ")"
}
