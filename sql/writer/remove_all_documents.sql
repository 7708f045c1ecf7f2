-- writer/remove_all_documents.sql: empties a store whose vectors are gone too.
-- In:    $store VARCHAR
-- Out:   nothing
DELETE FROM live_documents WHERE store = $store;
