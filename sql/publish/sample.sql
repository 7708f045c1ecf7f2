-- publish/sample.sql: stored vectors spread evenly over a table.
-- In:    {{hnsw}}; $step BIGINT
-- Out:   document_id, chunk_index, vector
-- Order: as they lie, the same in every run
SELECT document_id, chunk_index, vector FROM {{hnsw}} WHERE rowid % $step = 0 ORDER BY rowid;
