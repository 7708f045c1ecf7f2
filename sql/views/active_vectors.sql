-- views/active_vectors.sql: the vectors of live content in the active generation, as floats.
-- In:    {{vectors}} its table; {{dim}} its dimension
-- Out:   document_id, chunk_index, embedding FLOAT[{{dim}}] of unit length
-- Why:   A view of its own, so that views.sql does not depend on the generation.
CREATE OR REPLACE VIEW active_vectors AS
SELECT document_id, chunk_index, list_transform(code::FLOAT[], lambda x: x * scale)::FLOAT[{{dim}}] AS embedding
FROM {{vectors}};
