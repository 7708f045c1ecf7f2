-- reader/text.sql: the parts of a text.
-- In:    $revision INTEGER
-- Out:   part
-- Order: chunk_index; joined they are the text
SELECT part FROM chunks WHERE revision_id = $revision ORDER BY chunk_index;
