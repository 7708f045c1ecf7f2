-- reader/revision_texts.sql: the texts of a stretch of revisions, in their parts.
-- In:    $after INTEGER (revision id), $count INTEGER (revisions)
-- Out:   revision id, language, part; one row with NULL for a revision without a chunk
-- Order: revision, chunk_index
SELECT r.id, r.language, k.part
FROM (SELECT id, language FROM revisions WHERE id > $after ORDER BY id LIMIT $count) r
LEFT JOIN chunks k ON k.revision_id = r.id
ORDER BY r.id, k.chunk_index;
