-- reader/nearest.sql: the chunks whose codes have the greatest product with the query's.
-- In:    {{vectors}}, {{dim}}; $query FLOAT[{{dim}}] (integers: the query's codes); $limit INTEGER
-- Out:   document_id, chunk_index, dot (an integer, exact: see ExactDimensions), scale
-- Order: dot * scale, greatest first; ties in any order. The product is exact in a DOUBLE
--        (24 and 24 bits), and the cosine is a rounded multiple of it, so no cosine is out of order.
-- Why:   Names are looked up for the few rows that win, not joined to all.
SELECT document_id, chunk_index, dot, scale
FROM (
    SELECT document_id, chunk_index, scale, array_inner_product(code::FLOAT[{{dim}}], $query::FLOAT[{{dim}}])::DOUBLE AS dot
    FROM {{vectors}}
)
ORDER BY dot * scale DESC
LIMIT $limit;
