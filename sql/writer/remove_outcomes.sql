-- writer/remove_outcomes.sql: drops the ledger rows of some files.
-- In:    $collections VARCHAR[] and $files VARCHAR[], of one length: names, pairwise
-- Out:   nothing
DELETE FROM ingest_outcomes
WHERE (collection_id, file_path) IN (
    SELECT (c.id, asked.file_path)
    FROM (SELECT unnest($collections) AS path, unnest($files) AS file_path) asked
    JOIN collections c ON c.path = asked.path
);
