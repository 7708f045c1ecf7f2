-- reader/nearest_among.sql: reader/nearest.sql among some documents.
-- In:    {{vectors}}, {{dim}}; $query, $limit as there; $documents INTEGER[]
-- Out:   document_id, chunk_index, dot, scale
-- Order: as there
-- Why:   The filter comes before the ranking, so that it never makes the answer short.
SELECT document_id, chunk_index, dot, scale
FROM (
    SELECT document_id, chunk_index, scale, array_inner_product(code::FLOAT[{{dim}}], $query::FLOAT[{{dim}}])::DOUBLE AS dot
    FROM {{vectors}}
    WHERE document_id IN (SELECT unnest($documents::INTEGER[]))
)
ORDER BY dot * scale DESC
LIMIT $limit;
