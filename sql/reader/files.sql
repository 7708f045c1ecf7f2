-- reader/files.sql: the hash gate of each document of a collection.
-- In:    {{documents}}; $store VARCHAR; $collection VARCHAR
-- Out:   file_path, content_hash, extractor
-- Order: none
SELECT d.file_path, r.content_hash, r.extractor
FROM {{documents}} d
JOIN revisions r ON r.id = d.revision_id
WHERE d.store = $store AND d.path = $collection;
