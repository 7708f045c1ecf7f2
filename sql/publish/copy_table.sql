-- publish/copy_table.sql: copies a table into the fresh file, in the order in which it lies.
-- In:    {{from}}, {{to}} qualified table names
-- Out:   nothing
INSERT INTO {{to}} SELECT * FROM {{from}};
