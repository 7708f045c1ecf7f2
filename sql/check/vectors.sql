-- check/vectors.sql: what must never be found in the vectors of an active generation.
-- In:    {{vectors}}, {{kept}}; $store VARCHAR
-- Out:   problem, number of rows that have it; only those found
-- Order: problem
SELECT problem, count(*)
FROM (
    SELECT CASE
        WHEN k.chunk_index IS NULL THEN 'a vector without a live chunk'
        WHEN v.chunk_index IS NULL THEN 'a live chunk without a vector'
        WHEN k.blank THEN 'a blank chunk with a vector'
        ELSE 'a vector of another collection than its document'
    END AS problem
    FROM (
        SELECT d.id AS document_id, d.collection_id, k.chunk_index, k.blank
        FROM live_documents d JOIN chunks k ON k.revision_id = d.revision_id
        WHERE d.store = $store
    ) k
    FULL JOIN {{vectors}} v ON v.document_id = k.document_id AND v.chunk_index = k.chunk_index
    WHERE k.chunk_index IS NULL OR (v.chunk_index IS NULL) <> k.blank OR v.collection_id <> k.collection_id
    UNION ALL
    SELECT 'a chunk with two vectors' FROM {{vectors}} GROUP BY document_id, chunk_index HAVING count(*) > 1
    UNION ALL
    SELECT 'a text of a version without a vector'
    FROM (SELECT DISTINCT revision_id FROM version_documents WHERE store = $store) d
    JOIN chunks k ON k.revision_id = d.revision_id
    WHERE NOT k.blank AND d.revision_id NOT IN (SELECT revision_id FROM live_documents WHERE store = $store)
      AND k.text_key NOT IN (
          SELECT text_key FROM {{kept}}
          UNION ALL
          SELECT k.text_key
          FROM chunks k
          JOIN live_documents d ON d.revision_id = k.revision_id
          JOIN {{vectors}} v ON v.document_id = d.id AND v.chunk_index = k.chunk_index
      )
    UNION ALL
    SELECT 'a kept vector twice' FROM {{kept}} GROUP BY text_key HAVING count(*) > 1
    UNION ALL
    SELECT 'a vector that is not of unit length'
    FROM {{vectors}}
    WHERE abs(sqrt(list_sum(list_transform(code::DOUBLE[], lambda x: x * x))) * scale - 1) > 1e-6
)
GROUP BY problem
ORDER BY problem;
