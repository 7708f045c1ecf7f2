-- publish/copy_terms.sql: copies terms into the fresh file, laid out in order.
-- In:    {{from}}, {{to}} qualified table names
-- Out:   nothing
-- Order: term
INSERT INTO {{to}} SELECT * FROM {{from}} ORDER BY term;
