-- check/postings.sql: the postings of a stretch of revisions, for comparison with their text.
-- In:    $after, $last INTEGER: revision ids, the first not among them
-- Out:   revision_id, chunk_index, words: "LENGTH TERM:TF TERM:TF ...", in order of term
-- Order: none
SELECT p.revision_id, p.chunk_index, max(p.length) || ' ' || string_agg(t.term || ':' || p.tf, ' ' ORDER BY t.term)
FROM postings p
JOIN terms t ON t.id = p.term_id
WHERE p.revision_id > $after AND p.revision_id <= $last
GROUP BY ALL;
