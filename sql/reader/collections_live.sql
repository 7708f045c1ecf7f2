-- reader/collections_live.sql: what {{collections}} is to a reader of live content.
-- In:    nothing
-- Out:   path
SELECT path FROM collections;
