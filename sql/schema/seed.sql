-- schema/seed.sql: the facts that a new file begins with.
-- In:    $schema VARCHAR: the schema version
-- Out:   nothing
INSERT INTO meta VALUES ('octavo_schema', $schema), ('revision', ''), ('descends_from', ''), ('snapshot', '');
