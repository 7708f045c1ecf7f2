-- publish/set_index.sql: records how the vectors of a generation are searched.
-- In:    $store, $id; $kind, $built, $note VARCHAR; $recall DOUBLE
-- Out:   nothing
UPDATE vector_generations
SET index_kind = $kind, index_built = $built, recall = $recall, index_note = $note
WHERE store = $store AND id = $id;
