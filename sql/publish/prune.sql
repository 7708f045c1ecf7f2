-- publish/prune.sql: drops text that no document and no version refers to.
-- In:    nothing
-- Out:   nothing
DELETE FROM revisions WHERE id NOT IN (SELECT revision_id FROM live_documents UNION SELECT revision_id FROM version_documents);
DELETE FROM chunks WHERE revision_id NOT IN (SELECT id FROM revisions);
