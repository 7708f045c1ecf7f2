-- schema/seed.sql: the facts that a new file begins with.
-- In:    $schema, $words VARCHAR: the versions of the schema and of the analysis of words
-- Out:   nothing
INSERT INTO meta VALUES
    ('octavo_schema', $schema), ('revision', ''), ('descends_from', ''), ('snapshot', ''),
    ('words_version', $words), ('loose_postings', '0');
