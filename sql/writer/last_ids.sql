-- writer/last_ids.sql: the highest ids in use.
-- In:    nothing
-- Out:   of live_documents, of revisions, of terms; 0 where there is none
SELECT (SELECT coalesce(max(id), 0) FROM live_documents), (SELECT coalesce(max(id), 0) FROM revisions), (SELECT coalesce(max(id), 0) FROM terms);
