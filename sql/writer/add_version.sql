-- writer/add_version.sql: records a version of what is live.
-- In:    $id INTEGER; $label, $note, $snapshot VARCHAR; $store VARCHAR, whose documents and chunks are
--        counted; $created BIGINT (microseconds)
-- Out:   nothing
INSERT INTO content_versions
SELECT $id, $label, 'cut', $note, $snapshot, (SELECT coalesce(list(path ORDER BY path), []) FROM collections),
       count(*), coalesce(sum(r.chunks), 0), make_timestamp($created), NULL
FROM live_documents d
JOIN revisions r ON r.id = d.revision_id
WHERE d.store = $store;
