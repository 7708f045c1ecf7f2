-- reader/copies.sql: the documents that have the text of some others.
-- In:    {{documents}}; $store VARCHAR; $anywhere, $collections, $any, $documents: as in
--        reader/document_revisions.sql; $paths VARCHAR[] and $files VARCHAR[], of one length: names, pairwise
-- Out:   collection path and file_path of the one asked about; collection path, file_path, slug of the other
-- Order: the other's collection path, file_path
SELECT a.path, a.file_path, d.path, d.file_path, d.slug
FROM (
    SELECT d.path, d.file_path, d.id, d.revision_id
    FROM (SELECT unnest($paths::VARCHAR[]) AS path, unnest($files::VARCHAR[]) AS file_path) asked
    JOIN {{documents}} d ON d.path = asked.path AND d.file_path = asked.file_path
    WHERE d.store = $store
) a
JOIN {{documents}} d ON d.revision_id = a.revision_id AND d.id <> a.id
WHERE d.store = $store
  AND ($anywhere OR d.path IN (SELECT unnest($collections::VARCHAR[])))
  AND ($any OR d.id IN (SELECT unnest($documents::INTEGER[])))
ORDER BY d.path, d.file_path;
