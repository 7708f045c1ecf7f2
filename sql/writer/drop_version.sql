-- writer/drop_version.sql: drops a version.
-- In:    $id INTEGER
-- Out:   nothing
DELETE FROM content_versions WHERE id = $id;
