-- reader/revision_documents.sql: the documents that have one of some revisions.
-- In:    {{documents}}; $store VARCHAR; $anywhere, $collections, $any, $documents: as in reader/document_revisions.sql;
--        $revisions INTEGER[]
-- Out:   revision_id, collection path, file_path, digest of the text
-- Order: none
SELECT d.revision_id, d.path, d.file_path, r.digest
FROM {{documents}} d
JOIN revisions r ON r.id = d.revision_id
WHERE d.store = $store AND d.revision_id IN (SELECT unnest($revisions::INTEGER[]))
  AND ($anywhere OR d.path IN (SELECT unnest($collections::VARCHAR[])))
  AND ($any OR d.id IN (SELECT unnest($documents::INTEGER[])));
