-- reader/outcome.sql: what became of one file when it was last seen.
-- In:    $collection, $file VARCHAR
-- Out:   outcome, reason, detail, extractor, characters, chunks, pages_without_text, seconds; at most one row
SELECT o.outcome, o.reason, o.detail, o.extractor, o.characters, o.chunks, o.pages_without_text, o.seconds
FROM ingest_outcomes o
JOIN collections c ON c.id = o.collection_id
WHERE c.path = $collection AND o.file_path = $file;
