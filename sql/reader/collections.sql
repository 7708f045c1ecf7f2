-- reader/collections.sql: collections with their sizes.
-- In:    $store VARCHAR
-- Out:   path, documents, chunks, characters
-- Order: path, by bytes
SELECT c.path, count(d.id), coalesce(sum(r.chunks), 0)::BIGINT, coalesce(sum(r.characters), 0)::BIGINT
FROM collections c
LEFT JOIN live_documents d ON d.collection_id = c.id AND d.store = $store
LEFT JOIN revisions r ON r.id = d.revision_id
GROUP BY c.path
ORDER BY c.path;
