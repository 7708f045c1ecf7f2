-- publish/drop_table.sql: drops a table and its indexes; needs no extension.
-- In:    {{table}}
-- Out:   nothing
DROP TABLE {{table}};
