-- publish/count_terms.sql: counts for every term the live documents that hold it.
-- In:    nothing
-- Out:   nothing
-- Order: store, term_id, as they shall lie on disk
-- Why:   A profile weighs thousands of terms at once: counting them when asked would read most postings.
DELETE FROM term_documents;
INSERT INTO term_documents
SELECT h.store, h.term_id, sum(h.copies)::INTEGER
FROM (
    SELECT d.store, d.copies, unnest(t.term_ids) AS term_id
    FROM (SELECT store, revision_id, count(*) AS copies FROM live_documents GROUP BY ALL) d
    JOIN revision_terms t ON t.revision_id = d.revision_id
) h
GROUP BY ALL
ORDER BY h.store, h.term_id;
