-- reader/nearest_indexed.sql: candidates for the nearest chunks, from the HNSW index.
-- In:    {{hnsw}}, {{dim}}; $query FLOAT[{{dim}}]; $limit INTEGER
-- Out:   document_id, chunk_index, vector
-- Order: cosine distance, approximately; the caller scores the vectors again, exactly
-- Why:   vss matches this shape only: one ascending key, the metric on the bare column, no WHERE
--        (which it would apply after the top rows were taken).
-- Plan:  an index scan; held by TestAnIndexedSearchUsesTheIndex
SELECT document_id, chunk_index, vector
FROM {{hnsw}}
ORDER BY array_cosine_distance(vector, $query::FLOAT[{{dim}}])
LIMIT $limit;
