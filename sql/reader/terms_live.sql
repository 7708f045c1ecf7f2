-- reader/terms_live.sql: which of some terms live documents hold.
-- In:    $store VARCHAR; $terms VARCHAR[]
-- Out:   term
-- Order: none
SELECT t.term
FROM terms t
JOIN term_documents n ON n.term_id = t.id
WHERE n.store = $store AND t.term IN (SELECT unnest($terms::VARCHAR[]));
