-- reader/term_weights.sql: how many documents hold some terms.
-- In:    {{counts}}; $store VARCHAR; $terms VARCHAR[]
-- Out:   term, documents; one that none holds is left out
-- Order: none
SELECT t.term, n.documents
FROM terms t
JOIN {{counts}} n ON n.term_id = t.id
WHERE t.term IN (SELECT unnest($terms::VARCHAR[]));
