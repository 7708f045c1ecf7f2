-- reader/generations.sql: the generations of a store.
-- In:    $store VARCHAR
-- Out:   all columns but store, in the order of the schema, model and dimension left out (the spec has them)
-- Order: id
SELECT id, state, spec, fingerprint, embedded, missing, skipped, created, activated, index_kind, index_built, recall, index_note
FROM vector_generations
WHERE store = $store
ORDER BY id;
