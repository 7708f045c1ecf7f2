-- reader/profile_vectors.sql: the vectors of some documents.
-- In:    {{vectors}}; $documents INTEGER[]
-- Out:   document_id, scale, code
-- Order: document, chunk_index: the order in which they are added up
SELECT document_id, scale, code
FROM {{vectors}}
WHERE document_id IN (SELECT unnest($documents::INTEGER[]))
ORDER BY document_id, chunk_index;
