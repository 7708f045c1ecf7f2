-- writer/collection_documents.sql: the ids of all documents of a collection, of every store.
-- In:    $id INTEGER
-- Out:   id
-- Order: none
SELECT id FROM live_documents WHERE collection_id = $id;
