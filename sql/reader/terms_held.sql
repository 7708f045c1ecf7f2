-- reader/terms_held.sql: which of some terms documents hold.
-- In:    {{counts}}; $store VARCHAR; $terms VARCHAR[]
-- Out:   term
-- Order: none
SELECT t.term
FROM terms t
JOIN {{counts}} n ON n.term_id = t.id
WHERE t.term IN (SELECT unnest($terms::VARCHAR[]));
