package index

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// Each row breaks one promise by hand; a check that misses it is no check.
func TestTheCheckFindsWhatIsBroken(t *testing.T) {
	path := built(t)
	must(t, Check(context.Background(), path))
	for _, tc := range []struct{ problem, damage string }{
		{"a chunk without a revision", "DELETE FROM revisions WHERE id = 1"},
		{"a document without its revision", "DELETE FROM revisions WHERE id = 1"},
		{"a document without its collection", "DELETE FROM collections WHERE id = 1"},
		{"a revision that nothing refers to", "DELETE FROM live_documents WHERE id = 1"},
		{"an id, a digest or a name twice", "INSERT INTO collections SELECT * FROM collections"},
		{"an id, a digest or a name twice", "UPDATE chunks SET chunk_index = 0 WHERE chunk_index = 1"},
		{"a revision whose chunks do not join", "UPDATE chunks SET part = part || '!' WHERE chunk_index = 0"},
		{"a revision whose chunks do not join", "DELETE FROM chunks WHERE revision_id = 1 AND chunk_index = 1"},
		{"a chunk that does not begin", "UPDATE chunks SET start = start + 1 WHERE chunk_index = 1"},
		{"a chunk that does not begin", "UPDATE chunks SET part = NULL WHERE chunk_index = 1"},
		{"a vector without a live chunk", "DELETE FROM live_documents WHERE id = 1"},
		{"a live chunk without a vector", "DELETE FROM vectors_documents_1 WHERE document_id = 1 AND chunk_index = 1"},
		{"a blank chunk with a vector", "UPDATE chunks SET blank = true WHERE revision_id = 1"},
		{"a vector of another collection", "UPDATE vectors_documents_1 SET collection_id = 9 WHERE document_id = 1"},
		{"a chunk with two vectors", "INSERT INTO vectors_documents_1 SELECT * FROM vectors_documents_1 LIMIT 1"},
		{"a kept vector twice", "INSERT INTO kept_documents_1 SELECT '00000000-0000-0000-0000-000000000000', scale, code FROM vectors_documents_1 LIMIT 2"},
		{"a vector that is not of unit length", "UPDATE vectors_documents_1 SET scale = 2 * scale WHERE document_id = 1"},
		{"a term twice", "INSERT INTO terms SELECT id, 'another' FROM terms LIMIT 1"},
		{"a term that no text holds", "INSERT INTO terms VALUES (1000000, 'another')"},
		{"a term without its name", "DELETE FROM terms WHERE id = 1"},
		{"a posting twice", "INSERT INTO postings SELECT * FROM postings LIMIT 1"},
		{"a revision without one row of terms", "DELETE FROM revision_terms WHERE revision_id = 1"},
		{"a row of terms that differs", "DELETE FROM postings WHERE term_id = 1 AND revision_id = 1"},
		{"live documents are miscounted", "UPDATE term_documents SET documents = documents + 1 WHERE term_id = 1"},
		{"words that are not those of the text", "UPDATE postings SET length = length + 1 WHERE term_id = 1"},
		{"words that are not those of the text", "UPDATE revisions SET length = length + 1 WHERE id = 1"},
		{"words that are not those of the text", "UPDATE terms SET term = term || 'x' WHERE id = 1"},
	} {
		broken := t.TempDir() + "/octavo.duckdb"
		must(t, clone(path, broken))
		runSQL(t, broken, tc.damage)
		var found *InconsistencyError
		if err := Check(context.Background(), broken); !errors.As(err, &found) || !strings.Contains(err.Error(), tc.problem) {
			t.Errorf("after %s the check says %v, not %q", tc.damage, err, tc.problem)
		}
	}
}
