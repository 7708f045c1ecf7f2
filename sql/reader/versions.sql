-- reader/versions.sql: the versions of a file.
-- In:    nothing
-- Out:   id, label, state, note, snapshot, documents, chunks, created, activated, activations (TIMESTAMP[], ascending)
-- Order: as they were cut
SELECT v.id, v.label, v.state, v.note, v.snapshot, v.documents, v.chunks, v.created, v.activated,
       coalesce((SELECT list(a.activated ORDER BY a.activated) FROM activations a WHERE a.version_id = v.id), [])
FROM content_versions v
ORDER BY v.id;
