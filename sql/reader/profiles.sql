-- reader/profiles.sql: all words of some documents.
-- In:    {{documents}}; $store VARCHAR; $collections VARCHAR[] and $files VARCHAR[], of one length: names, pairwise
-- Out:   document id, revision_id, collection path, file_path, length, term_ids (ascending), tfs
-- Order: none
SELECT DISTINCT ON (d.id) d.id, d.revision_id, d.path, d.file_path, r.length, t.term_ids, t.tfs
FROM (SELECT unnest($collections::VARCHAR[]) AS path, unnest($files::VARCHAR[]) AS file_path) asked
JOIN {{documents}} d ON d.path = asked.path AND d.file_path = asked.file_path
JOIN revisions r ON r.id = d.revision_id
JOIN revision_terms t ON t.revision_id = d.revision_id
WHERE d.store = $store;
