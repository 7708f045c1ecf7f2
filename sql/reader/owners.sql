-- reader/owners.sql: where documents stand.
-- In:    {{documents}}; $documents INTEGER[]
-- Out:   id, collection path, file_path, digest of the text
-- Order: none
SELECT d.id, d.path, d.file_path, r.digest
FROM {{documents}} d
JOIN revisions r ON r.id = d.revision_id
WHERE d.id IN (SELECT unnest($documents));
