-- reader/chunk_vector_cut.sql: reader/chunk_vector.sql for a text of a version.
-- In:    {{coded}}; $store VARCHAR; $revision INTEGER; $index INTEGER (chunk_index)
-- Out:   scale, code; no row for a blank chunk
WITH wanted AS (SELECT $revision::INTEGER AS revision_id)
SELECT scale, code FROM {{coded}} WHERE chunk_index = $index;
