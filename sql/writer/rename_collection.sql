-- writer/rename_collection.sql: gives a collection another path; its documents follow by id.
-- In:    $id INTEGER; $path VARCHAR
-- Out:   nothing
UPDATE collections SET path = $path WHERE id = $id;
