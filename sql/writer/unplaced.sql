-- writer/unplaced.sql: the first chunk of new documents that has no vector.
-- In:    {{vectors}}; $documents INTEGER[]
-- Out:   collection path, file_path, chunk_index; at most one row
-- Order: document, chunk_index
SELECT c.path, d.file_path, k.chunk_index
FROM live_documents d
JOIN collections c ON c.id = d.collection_id
JOIN chunks k ON k.revision_id = d.revision_id
LEFT JOIN {{vectors}} v ON v.document_id = d.id AND v.chunk_index = k.chunk_index
WHERE d.id IN (SELECT unnest($documents)) AND NOT k.blank AND v.document_id IS NULL
ORDER BY d.id, k.chunk_index
LIMIT 1;
