-- writer/add_root.sql: records a root of a collection.
-- In:    $id INTEGER; $position INTEGER; $path VARCHAR; $include VARCHAR[]; $exclude VARCHAR[]
-- Out:   nothing
INSERT INTO roots
VALUES ($id, $position, $path, coalesce($include::VARCHAR[], []), coalesce($exclude::VARCHAR[], []));
