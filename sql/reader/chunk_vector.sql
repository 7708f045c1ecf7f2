-- reader/chunk_vector.sql: the vector of one chunk.
-- In:    {{vectors}}; $document INTEGER; $index INTEGER (chunk_index)
-- Out:   scale, code; no row for a blank chunk
SELECT scale, code FROM {{vectors}} WHERE document_id = $document AND chunk_index = $index;
