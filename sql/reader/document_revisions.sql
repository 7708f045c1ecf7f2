-- reader/document_revisions.sql: the revisions of documents.
-- In:    {{documents}}; $store VARCHAR; $anywhere BOOLEAN, else among $collections VARCHAR[];
--        $any BOOLEAN, else among $documents INTEGER[]
-- Out:   revision_id, how many of the documents have it, length (words)
-- Order: none
SELECT d.revision_id, count(*)::INTEGER, any_value(r.length)
FROM {{documents}} d
JOIN revisions r ON r.id = d.revision_id
WHERE d.store = $store
  AND ($anywhere OR d.path IN (SELECT unnest($collections::VARCHAR[])))
  AND ($any OR d.id IN (SELECT unnest($documents::INTEGER[])))
GROUP BY d.revision_id;
