-- writer/activate_version.sql: makes a version the active one; the one before is retired.
-- In:    $id INTEGER; $now BIGINT (microseconds)
-- Out:   nothing
UPDATE content_versions
SET state = CASE WHEN id = $id THEN 'active' ELSE 'retired' END,
    activated = CASE WHEN id = $id THEN make_timestamp($now) ELSE activated END
WHERE id = $id OR state = 'active';
