-- writer/next_version.sql: the id of the next version.
-- In:    nothing
-- Out:   its id, above those of all versions that there are or that history tells of
SELECT 1 + coalesce(max(id), 0)
FROM (SELECT id FROM content_versions UNION ALL SELECT version_id FROM activations);
