-- check/words.sql: what must never be found in the words of a file.
-- In:    nothing
-- Out:   problem, number of rows that have it; only those found
-- Order: problem
SELECT problem, count(*)
FROM (
    SELECT 'a term twice' AS problem
    FROM (SELECT id::VARCHAR AS name, 'id' AS kind FROM terms UNION ALL SELECT term, 'term' FROM terms)
    GROUP BY kind, name HAVING count(*) > 1
    UNION ALL
    SELECT 'a term that no text holds' FROM terms WHERE id NOT IN (SELECT unnest(term_ids) FROM revision_terms)
    UNION ALL
    SELECT 'a term without its name' FROM revision_terms WHERE NOT list_has_all((SELECT list(id) FROM terms), term_ids)
    UNION ALL
    SELECT 'a posting twice' FROM postings GROUP BY term_id, revision_id, chunk_index HAVING count(*) > 1
    UNION ALL
    SELECT 'a revision without one row of terms'
    FROM (SELECT id FROM revisions UNION ALL SELECT revision_id FROM revision_terms)
    GROUP BY id HAVING count(*) <> 2
    UNION ALL
    SELECT 'a row of terms that differs from its postings'
    FROM (SELECT revision_id, unnest(term_ids) AS term_id, unnest(tfs) AS tf FROM revision_terms) t
    FULL JOIN (SELECT revision_id, term_id, sum(tf) AS tf FROM postings GROUP BY ALL) p
      ON p.revision_id = t.revision_id AND p.term_id = t.term_id
    WHERE t.tf IS DISTINCT FROM p.tf
    UNION ALL
    SELECT 'a term whose live documents are miscounted'
    FROM (
        SELECT d.store, p.term_id, count(DISTINCT d.id) AS documents
        FROM live_documents d JOIN postings p ON p.revision_id = d.revision_id
        GROUP BY ALL
    ) p
    FULL JOIN term_documents n ON n.store = p.store AND n.term_id = p.term_id
    WHERE n.documents IS DISTINCT FROM p.documents
)
GROUP BY problem
ORDER BY problem;
