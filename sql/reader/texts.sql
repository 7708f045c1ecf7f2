-- reader/texts.sql: the whole texts of some revisions, in their parts.
-- In:    $revisions INTEGER[]
-- Out:   revision_id, language, part
-- Order: revision, chunk_index
SELECT k.revision_id, r.language, k.part
FROM chunks k
JOIN revisions r ON r.id = k.revision_id
WHERE k.revision_id IN (SELECT unnest($revisions::INTEGER[]))
ORDER BY k.revision_id, k.chunk_index;
