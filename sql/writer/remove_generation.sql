-- writer/remove_generation.sql: forgets a generation whose tables are dropped.
-- In:    $store VARCHAR; $id INTEGER
-- Out:   nothing
DELETE FROM vector_generations WHERE store = $store AND id = $id;
