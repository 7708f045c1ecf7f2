-- archive/facts.sql: what the snapshot of an archive hashes, and how large its documents are.
-- In:    the temporary table archived
-- Out:   collection path, file_path, content_hash, extractor, chunker, chunks
-- Order: position
SELECT c.path, d.file_path, r.content_hash, r.extractor, r.chunker, r.chunks
FROM archived a
JOIN live_documents d ON d.id = a.id
JOIN collections c ON c.id = d.collection_id
JOIN revisions r ON r.id = d.revision_id
ORDER BY a.position;
