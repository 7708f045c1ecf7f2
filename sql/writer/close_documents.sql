-- writer/close_documents.sql: ends, before a new version, the states of documents that are not live any more.
-- In:    {{documents}}, those that are live; $id INTEGER of the new version
-- Out:   nothing
UPDATE version_documents
SET last = $id - 1
WHERE last IS NULL AND NOT EXISTS (
    SELECT 1 FROM {{documents}} d
    WHERE d.store = version_documents.store AND d.path = version_documents.collection_path
      AND d.file_path = version_documents.file_path AND d.revision_id = version_documents.revision_id
      AND d.title = version_documents.title AND d.bytes = version_documents.bytes
      AND d.last_modified = version_documents.last_modified
);
