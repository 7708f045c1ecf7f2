-- reader/holders.sql: the documents that some passages belong to.
-- In:    {{documents}}; $store VARCHAR; $collections VARCHAR[] and $files VARCHAR[], of one length: names, pairwise
-- Out:   collection path, file_path, slug, title, revision_id, chunks
-- Order: none
SELECT DISTINCT d.path, d.file_path, d.slug, d.title, d.revision_id, r.chunks
FROM (SELECT unnest($collections) AS path, unnest($files) AS file_path) asked
JOIN {{documents}} d ON d.path = asked.path AND d.file_path = asked.file_path
JOIN revisions r ON r.id = d.revision_id
WHERE d.store = $store;
