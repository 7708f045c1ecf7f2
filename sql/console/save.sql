-- console/save.sql: the rows of a query as a Parquet file.
-- In:    {{query}}, {{file}} string literals; the query passed the gate, the file is the one allowed path
-- Out:   the number of rows written
-- Why:   query() takes the text as a value, so that nothing in it can end the parenthesis. The file
--        is written in place: what DuckDB would rename over it is no allowed path.
COPY (SELECT * FROM query({{query}})) TO {{file}} (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false);
