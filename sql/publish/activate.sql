-- publish/activate.sql: brings the row of the filled generation up to date; one that was building becomes active.
-- In:    $store, $id; $embedded, $missing, $skipped INTEGER; $now BIGINT (microseconds)
-- Out:   nothing
UPDATE vector_generations
SET state = 'active', embedded = $embedded, missing = $missing, skipped = $skipped,
    activated = coalesce(activated, make_timestamp($now))
WHERE store = $store AND id = $id;
