-- reader/owners.sql: where documents stand.
-- In:    $documents INTEGER[]
-- Out:   id, collection path, file_path
-- Order: none
SELECT d.id, c.path, d.file_path
FROM live_documents d
JOIN collections c ON c.id = d.collection_id
WHERE d.id IN (SELECT unnest($documents));
