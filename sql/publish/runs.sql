-- publish/runs.sql: how far the live rows of collections are scattered.
-- In:    {{vectors}}
-- Out:   runs (stretches of rows of one collection), collections
SELECT count(*) FILTER (collection_id IS DISTINCT FROM before), count(DISTINCT collection_id)
FROM (SELECT collection_id, lag(collection_id) OVER (ORDER BY rowid) AS before FROM {{vectors}});
