-- writer/clear_roots.sql: forgets the roots of a collection.
-- In:    $id INTEGER
-- Out:   nothing
DELETE FROM roots WHERE collection_id = $id;
