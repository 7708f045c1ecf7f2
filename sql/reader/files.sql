-- reader/files.sql: the hash gate of each document of a collection.
-- In:    $store VARCHAR; $collection VARCHAR
-- Out:   file_path, content_hash, extractor
-- Order: none
SELECT d.file_path, r.content_hash, r.extractor
FROM live_documents d
JOIN collections c ON c.id = d.collection_id
JOIN revisions r ON r.id = d.revision_id
WHERE d.store = $store AND c.path = $collection;
