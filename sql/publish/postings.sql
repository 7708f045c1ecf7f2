-- publish/postings.sql: how many postings there are.
-- In:    nothing
-- Out:   their number
SELECT count(*) FROM postings;
