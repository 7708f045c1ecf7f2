-- reader/meta.sql: what the file says of itself.
-- In:    nothing
-- Out:   key, value
-- Why:   The layout of this table never changes: it is read before the schema version is known.
SELECT key, value FROM meta;
