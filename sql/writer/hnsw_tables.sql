-- writer/hnsw_tables.sql: the tables that carry an HNSW index.
-- In:    nothing
-- Out:   table_name
-- Order: none
SELECT table_name FROM duckdb_tables() WHERE database_name = current_database() AND starts_with(table_name, 'hnsw_');
