-- reader/profile_terms.sql: how some terms stand to each other, and how many live documents hold them.
-- In:    $store VARCHAR; $ids INTEGER[], each once
-- Out:   one row of two lists in the order of id: places (from 0, by the bytes of the term), documents
SELECT list(place::INTEGER ORDER BY id), list(documents ORDER BY id)
FROM (
    SELECT t.id, row_number() OVER (ORDER BY t.term) - 1 AS place, n.documents
    FROM terms t
    JOIN term_documents n ON n.term_id = t.id
    WHERE n.store = $store AND t.id IN (SELECT unnest($ids::INTEGER[]))
);
