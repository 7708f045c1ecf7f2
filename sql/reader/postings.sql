-- reader/postings.sql: where some terms stand.
-- In:    $ids INTEGER[]
-- Out:   term_id, revision_id, chunk_index, tf, length (words of the chunk)
-- Order: none; those laid out by term come in order of revision and chunk
-- Why:   Scores are not made here: the logarithm of another library, and the order in which threads
--        add up, would change their last digits. Measured, handing the rows over costs less than
--        planning the joins and groups that would rank them.
-- Plan:  the ids reach the scan, which skips row groups; held by TestOnlyThePostingsOfTheTermsAreRead
SELECT term_id, revision_id, chunk_index, tf, length
FROM postings
WHERE term_id IN (SELECT unnest($ids::INTEGER[]));
