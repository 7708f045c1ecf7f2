-- writer/clear_outcomes.sql: forgets the ledger rows of a collection.
-- In:    $id INTEGER
-- Out:   nothing
DELETE FROM ingest_outcomes WHERE collection_id = $id;
