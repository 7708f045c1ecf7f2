-- reader/parts.sql: rows of chunks, by place.
-- In:    $revisions INTEGER[] and $indexes INTEGER[], of one length: places, pairwise
-- Out:   revision_id, chunk_index, overlap, part, page, x, y, w, h
-- Order: none
-- Why:   One statement for all places of an answer, with the part before each among them: text is
--        compressed by the vector of rows, and a second pass would unpack the same ones again.
SELECT k.revision_id, k.chunk_index, k.overlap, k.part, k.page, k.x, k.y, k.w, k.h
FROM chunks k
JOIN (SELECT unnest($revisions) AS revision_id, unnest($indexes) AS chunk_index) asked
  ON asked.revision_id = k.revision_id AND asked.chunk_index = k.chunk_index;
