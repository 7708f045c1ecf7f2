-- reader/terms_ending.sql: the terms of live documents that end in a suffix.
-- In:    $store VARCHAR; $suffix VARCHAR
-- Out:   term
-- Order: none
SELECT t.term
FROM terms t
JOIN term_documents n ON n.term_id = t.id
WHERE n.store = $store AND ends_with(t.term, $suffix);
