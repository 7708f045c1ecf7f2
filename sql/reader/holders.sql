-- reader/holders.sql: the documents that some passages belong to.
-- In:    $store VARCHAR; $collections VARCHAR[] and $files VARCHAR[], of one length: names, pairwise
-- Out:   collection path, file_path, slug, title, revision_id, chunks
-- Order: none
SELECT DISTINCT c.path, d.file_path, d.slug, d.title, d.revision_id, r.chunks
FROM (SELECT unnest($collections) AS path, unnest($files) AS file_path) asked
JOIN collections c ON c.path = asked.path
JOIN live_documents d ON d.collection_id = c.id AND d.file_path = asked.file_path
JOIN revisions r ON r.id = d.revision_id
WHERE d.store = $store;
