-- publish/facts.sql: what the snapshot hashes.
-- In:    $store VARCHAR
-- Out:   collection path, file_path, content_hash, extractor, chunker
-- Order: none; the hash sorts
SELECT c.path, d.file_path, r.content_hash, r.extractor, r.chunker
FROM live_documents d
JOIN collections c ON c.id = d.collection_id
JOIN revisions r ON r.id = d.revision_id
WHERE d.store = $store;
