-- writer/place_kept.sql: gives the chunks of new documents their live rows from the kept vectors.
-- In:    {{vectors}}, {{kept}}; $documents INTEGER[]
-- Out:   nothing; the count of rows says how many found theirs
-- Order: document, chunk_index, as they shall lie on disk
INSERT INTO {{vectors}}
SELECT d.collection_id, d.id, k.chunk_index, v.scale, v.code
FROM live_documents d
JOIN chunks k ON k.revision_id = d.revision_id
JOIN {{kept}} v ON v.text_key = k.text_key
WHERE d.id IN (SELECT unnest($documents)) AND NOT k.blank
ORDER BY d.id, k.chunk_index;
