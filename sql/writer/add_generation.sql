-- writer/add_generation.sql: records a new building generation.
-- In:    $store, $id, $spec (JSON), $fingerprint, $model, $dimension, $kind (of index); $created BIGINT (microseconds)
-- Out:   nothing
-- Why:   Times are bound as numbers: a bound time has a zone, and dropping it asks for the session's
INSERT INTO vector_generations
VALUES ($store, $id, 'building', $spec, $fingerprint, $model, $dimension, 0, 0, 0, make_timestamp($created), NULL, $kind, 'exact', 0, '');
