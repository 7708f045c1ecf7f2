-- writer/remove_collection.sql: drops a collection whose documents, roots and outcomes are gone.
-- In:    $id INTEGER
-- Out:   nothing
DELETE FROM collections WHERE id = $id;
