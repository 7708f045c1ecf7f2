-- reader/collections_cut.sql: what {{collections}} is to a reader of a version.
-- In:    {{version}} its id
-- Out:   path
SELECT unnest(collections) AS path FROM content_versions WHERE id = {{version}};
