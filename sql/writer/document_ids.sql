-- writer/document_ids.sql: the ids of some documents.
-- In:    $store VARCHAR; $collections VARCHAR[] and $files VARCHAR[], of one length: names, pairwise
-- Out:   id
-- Order: none
SELECT DISTINCT d.id
FROM (SELECT unnest($collections) AS path, unnest($files) AS file_path) asked
JOIN collections c ON c.path = asked.path
JOIN live_documents d ON d.collection_id = c.id AND d.file_path = asked.file_path
WHERE d.store = $store;
