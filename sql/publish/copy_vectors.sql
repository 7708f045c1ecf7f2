-- publish/copy_vectors.sql: copies live rows into the fresh file, laid out in order.
-- In:    {{from}}, {{to}} qualified table names
-- Out:   nothing
-- Order: collection path, file_path, chunk_index
INSERT INTO {{to}}
SELECT v.*
FROM {{from}} v
JOIN live_documents d ON d.id = v.document_id
JOIN collections c ON c.id = v.collection_id
ORDER BY c.path, d.file_path, v.chunk_index;
