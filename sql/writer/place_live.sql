-- writer/place_live.sql: gives chunks of new documents that have no row yet the vector of equal live text.
-- In:    {{vectors}}; $documents INTEGER[]
-- Out:   nothing; the count of rows says how many found theirs
-- Order: document, chunk_index
INSERT INTO {{vectors}}
WITH wanting AS (
    SELECT d.collection_id, d.id AS document_id, k.chunk_index, k.text_key
    FROM live_documents d
    JOIN chunks k ON k.revision_id = d.revision_id
    WHERE d.id IN (SELECT unnest($documents)) AND NOT k.blank
      AND (d.id, k.chunk_index) NOT IN (SELECT (document_id, chunk_index) FROM {{vectors}} WHERE document_id IN (SELECT unnest($documents)))
),
held AS (
    SELECT k.text_key, arg_min(v.scale, v.rowid) AS scale, arg_min(v.code, v.rowid) AS code
    FROM chunks k
    JOIN live_documents d ON d.revision_id = k.revision_id
    JOIN {{vectors}} v ON v.document_id = d.id AND v.chunk_index = k.chunk_index
    WHERE k.text_key IN (SELECT text_key FROM wanting)
    GROUP BY k.text_key
)
SELECT w.collection_id, w.document_id, w.chunk_index, h.scale, h.code
FROM wanting w
JOIN held h ON h.text_key = w.text_key
ORDER BY w.document_id, w.chunk_index;
