-- reader/texts.sql: the whole texts of some revisions, in their parts.
-- In:    $revisions INTEGER[]
-- Out:   revision_id, part
-- Order: revision, chunk_index
SELECT revision_id, part
FROM chunks
WHERE revision_id IN (SELECT unnest($revisions::INTEGER[]))
ORDER BY revision_id, chunk_index;
