-- archive/choose.sql: the documents that an archive holds, numbered.
-- In:    $store VARCHAR; $collections VARCHAR[]
-- Out:   nothing; the temporary table archived: id, position (from 1)
-- Order: collection path, file_path
CREATE OR REPLACE TEMP TABLE archived AS
SELECT d.id, row_number() OVER (ORDER BY c.path, d.file_path) AS position
FROM live_documents d
JOIN collections c ON c.id = d.collection_id
WHERE d.store = $store AND c.path IN (SELECT unnest($collections::VARCHAR[]));
