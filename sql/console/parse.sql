-- console/parse.sql: a query of a person, as DuckDB's parser understands it.
-- In:    $query VARCHAR
-- Out:   one row: JSON with error, error_type, error_message, or else the statements as trees.
--        Anything but SELECT and what DuckDB makes of one is an error
SELECT json_serialize_sql($query::VARCHAR);
