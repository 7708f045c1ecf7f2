-- writer/collection_id.sql: the ids of some collections.
-- In:    $paths VARCHAR[]
-- Out:   path, id
-- Order: none
SELECT path, id FROM collections WHERE path IN (SELECT unnest($paths));
