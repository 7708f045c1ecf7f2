-- reader/document_terms.sql: all words of one document.
-- In:    $revision INTEGER
-- Out:   term, tf
-- Order: none
SELECT t.term, h.tf
FROM (SELECT unnest(term_ids) AS id, unnest(tfs) AS tf FROM revision_terms WHERE revision_id = $revision) h
JOIN terms t ON t.id = h.id;
