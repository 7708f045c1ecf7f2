-- writer/open_documents.sql: begins, with a new version, the states of documents that the one before does not have.
-- In:    {{documents}}, those that are live; $id INTEGER of the new version
-- Out:   nothing
-- Order: store, collection path, file_path, as they shall lie on disk
INSERT INTO version_documents
SELECT $id, NULL, d.store, d.path, d.file_path, d.slug, d.title, d.revision_id, d.bytes, d.last_modified
FROM {{documents}} d
WHERE NOT EXISTS (
    SELECT 1 FROM version_documents v
    WHERE v.last IS NULL AND v.store = d.store AND v.collection_path = d.path AND v.file_path = d.file_path
)
ORDER BY d.store, d.path, d.file_path;
