-- reader/nearest_within.sql: reader/nearest.sql among some collections.
-- In:    {{vectors}}, {{dim}}; $query, $limit as there; $collections VARCHAR[] (whole names)
-- Out:   document_id, chunk_index, dot, scale
-- Order: as there
-- Why:   The filter comes before the ranking, so that it never makes the answer short.
-- Plan:  the join hands the range of collection ids to the scan, which skips row groups; held by
--        TestAFilterIsPushedIntoTheScan
SELECT document_id, chunk_index, dot, scale
FROM (
    SELECT document_id, chunk_index, scale, array_inner_product(code::FLOAT[{{dim}}], $query::FLOAT[{{dim}}])::DOUBLE AS dot
    FROM {{vectors}}
    WHERE collection_id IN (SELECT id FROM collections WHERE path IN (SELECT unnest($collections)))
)
ORDER BY dot * scale DESC
LIMIT $limit;
