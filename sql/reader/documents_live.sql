-- reader/documents_live.sql: what {{documents}} is to a reader of live content.
-- In:    nothing
-- Out:   id, store, path (of the collection), file_path, slug, title, revision_id, bytes, last_modified
SELECT d.id, d.store, c.path, d.file_path, d.slug, d.title, d.revision_id, d.bytes, d.last_modified
FROM live_documents d
JOIN collections c ON c.id = d.collection_id;
