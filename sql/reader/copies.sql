-- reader/copies.sql: the live documents that have the text of some others.
-- In:    $store VARCHAR; $anywhere, $collections, $any, $documents: as in reader/live_revisions.sql;
--        $paths VARCHAR[] and $files VARCHAR[], of one length: names, pairwise
-- Out:   collection path and file_path of the one asked about; collection path, file_path, slug of the other
-- Order: the other's collection path, file_path
SELECT a.path, a.file_path, c.path, d.file_path, d.slug
FROM (
    SELECT c.path, d.file_path, d.id, d.revision_id
    FROM (SELECT unnest($paths::VARCHAR[]) AS path, unnest($files::VARCHAR[]) AS file_path) asked
    JOIN collections c ON c.path = asked.path
    JOIN live_documents d ON d.collection_id = c.id AND d.file_path = asked.file_path
    WHERE d.store = $store
) a
JOIN live_documents d ON d.revision_id = a.revision_id AND d.id <> a.id
JOIN collections c ON c.id = d.collection_id
WHERE d.store = $store
  AND ($anywhere OR c.path IN (SELECT unnest($collections::VARCHAR[])))
  AND ($any OR d.id IN (SELECT unnest($documents::INTEGER[])))
ORDER BY c.path, d.file_path;
