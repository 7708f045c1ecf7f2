-- writer/forget_documents.sql: drops the states of documents that no version has any more.
-- In:    nothing
-- Out:   nothing
DELETE FROM version_documents
WHERE NOT EXISTS (
    SELECT 1 FROM content_versions v
    WHERE v.id >= version_documents.first AND v.id <= coalesce(version_documents.last, v.id)
);
