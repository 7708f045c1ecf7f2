-- publish/copy_postings.sql: copies postings into the fresh file, laid out by term.
-- In:    {{from}}, {{to}} qualified table names
-- Out:   nothing
-- Order: term, revision, chunk_index
INSERT INTO {{to}} SELECT * FROM {{from}} ORDER BY term_id, revision_id, chunk_index;
