-- schema/drop_generation.sql: removes the tables of a generation.
-- In:    {{vectors}}, {{kept}} table names
-- Out:   nothing
DROP TABLE {{vectors}};
DROP TABLE {{kept}};
