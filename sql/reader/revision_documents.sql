-- reader/revision_documents.sql: the live documents that have one of some revisions.
-- In:    $store VARCHAR; $anywhere, $collections, $any, $documents: as in reader/live_revisions.sql;
--        $revisions INTEGER[]
-- Out:   revision_id, collection path, file_path, digest of the text
-- Order: none
SELECT d.revision_id, c.path, d.file_path, r.digest
FROM live_documents d
JOIN collections c ON c.id = d.collection_id
JOIN revisions r ON r.id = d.revision_id
WHERE d.store = $store AND d.revision_id IN (SELECT unnest($revisions::INTEGER[]))
  AND ($anywhere OR c.path IN (SELECT unnest($collections::VARCHAR[])))
  AND ($any OR d.id IN (SELECT unnest($documents::INTEGER[])));
