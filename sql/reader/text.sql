-- reader/text.sql: the parts of a stretch of a text.
-- In:    $revision INTEGER; $from INTEGER (chunk_index), $count INTEGER
-- Out:   part
-- Order: chunk_index; joined they are the stretch
-- Why:   In stretches, because a result is held in memory as a whole and a text may be larger than
--        the memory of a one-shot process.
SELECT part
FROM chunks
WHERE revision_id = $revision AND chunk_index >= $from AND chunk_index < $from + $count
ORDER BY chunk_index;
