-- writer/add_collection.sql: creates a collection.
-- In:    $path VARCHAR
-- Out:   its id
INSERT INTO collections SELECT coalesce(max(id), 0) + 1, $path FROM collections RETURNING id;
