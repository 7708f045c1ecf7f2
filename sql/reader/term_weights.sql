-- reader/term_weights.sql: how many live documents hold some terms.
-- In:    $store VARCHAR; $terms VARCHAR[]
-- Out:   term, documents; one that no live document holds is left out
-- Order: none
SELECT t.term, n.documents
FROM terms t
JOIN term_documents n ON n.term_id = t.id
WHERE n.store = $store AND t.term IN (SELECT unnest($terms::VARCHAR[]));
