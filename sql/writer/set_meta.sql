-- writer/set_meta.sql: sets one fact about the file; schema/seed.sql has put its row there.
-- In:    $key VARCHAR; $value VARCHAR
-- Out:   nothing
UPDATE meta SET value = $value WHERE key = $key;
