-- reader/documents_cut.sql: what {{documents}} is to a reader of a version.
-- In:    {{version}} its id
-- Out:   as reader/documents_live.sql; an id has no meaning beyond this version of this file
SELECT rowid::INTEGER AS id, store, collection_path AS path, file_path, slug, title, revision_id, bytes, last_modified
FROM version_documents
WHERE first <= {{version}} AND (last IS NULL OR last >= {{version}});
