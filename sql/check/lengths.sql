-- check/lengths.sql: the lengths of a stretch of revisions.
-- In:    $after, $last INTEGER: revision ids, the first not among them
-- Out:   id, length
-- Order: none
SELECT id, length FROM revisions WHERE id > $after AND id <= $last;
