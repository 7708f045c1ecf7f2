-- reader/terms_ending.sql: the terms of documents that end in a suffix.
-- In:    {{counts}}; $store VARCHAR; $suffix VARCHAR
-- Out:   term
-- Order: none
SELECT t.term
FROM terms t
JOIN {{counts}} n ON n.term_id = t.id
WHERE ends_with(t.term, $suffix);
