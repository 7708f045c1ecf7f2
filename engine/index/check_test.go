package index

import (
	"context"
	"errors"
	"strings"
	"testing"

	"octavo/engine/corpus"
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
		finds(t, path, tc.problem, tc.damage)
	}
}

func TestTheCheckFindsWhatIsBrokenInVersions(t *testing.T) {
	path := built(t)
	w := openWriter(t, path)
	_, err := w.Cut(context.Background(), "one", "")
	must(t, err)
	must(t, w.Remove(context.Background(), "ACME/Reports", []corpus.FilePath{"a.md"}))
	publish(t, w)
	for _, tc := range []struct{ problem, damage string }{
		{"a document of a version without its revision", "UPDATE version_documents SET revision_id = 1000 WHERE revision_id = 1"},
		{"a state of a document that no version has", "UPDATE version_documents SET first = 2"},
		{"a version with a document twice or missing", "INSERT INTO version_documents SELECT * FROM version_documents LIMIT 1"},
		{"a version with a document twice or missing", "DELETE FROM version_documents WHERE file_path = 'blank.txt'"},
		{"several active versions", "UPDATE content_versions SET state = 'active'; INSERT INTO content_versions SELECT 2, 'other', * EXCLUDE (id, label) FROM content_versions"},
		{"an id, a digest or a name twice", "INSERT INTO content_versions SELECT 2, * EXCLUDE (id) FROM content_versions"},
		{"a text of a version without a vector", "DELETE FROM kept_documents_1"},
	} {
		finds(t, path, tc.problem, tc.damage)
	}
}

func finds(t *testing.T, path, problem, damage string) {
	t.Helper()
	broken := t.TempDir() + "/octavo.duckdb"
	must(t, clone(path, broken))
	runSQL(t, broken, damage)
	var found *InconsistencyError
	if err := Check(context.Background(), broken); !errors.As(err, &found) || !strings.Contains(err.Error(), problem) {
		t.Errorf("after %s the check says %v, not %q", damage, err, problem)
	}
}
