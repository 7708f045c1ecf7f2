-- views/no_vectors.sql: what active_vectors is while no generation is active.
-- In:    nothing
-- Out:   no rows
CREATE OR REPLACE VIEW active_vectors AS
SELECT NULL::INTEGER AS document_id, NULL::INTEGER AS chunk_index, NULL::FLOAT[1] AS embedding
WHERE false;
