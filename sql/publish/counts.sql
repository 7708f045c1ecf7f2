-- publish/counts.sql: how complete a generation is.
-- In:    {{vectors}}; $store VARCHAR
-- Out:   embedded, missing, skipped: live chunks with a vector, without one, and blank
SELECT
    (SELECT count(*) FROM {{vectors}}),
    count(*) FILTER (NOT k.blank) - (SELECT count(*) FROM {{vectors}}),
    count(*) FILTER (k.blank)
FROM live_documents d
JOIN chunks k ON k.revision_id = d.revision_id
WHERE d.store = $store;
