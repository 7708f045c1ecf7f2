-- archive/header.sql: what a Parquet file says of itself.
-- In:    {{file}} string literal
-- Out:   the value of the key octavo, BLOB; no row where another program wrote the file
SELECT value FROM parquet_kv_metadata({{file}}) WHERE decode(key) = 'octavo';
