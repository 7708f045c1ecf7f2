-- writer/add_activation.sql: writes into history that a version became the active one.
-- In:    $id INTEGER
-- Out:   nothing
INSERT INTO activations SELECT id, label, activated FROM content_versions WHERE id = $id;
