-- reader/owners.sql: where documents stand.
-- In:    $documents INTEGER[]
-- Out:   id, collection path, file_path, digest of the text
-- Order: none
SELECT d.id, c.path, d.file_path, r.digest
FROM live_documents d
JOIN collections c ON c.id = d.collection_id
JOIN revisions r ON r.id = d.revision_id
WHERE d.id IN (SELECT unnest($documents));
