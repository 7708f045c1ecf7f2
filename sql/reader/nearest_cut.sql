-- reader/nearest_cut.sql: reader/nearest.sql among the texts of a version.
-- In:    {{documents}}, {{coded}}, {{dim}}; $query, $limit as there; $store VARCHAR;
--        $anywhere, $collections, $any, $documents: as in reader/document_revisions.sql
-- Out:   revision_id, chunk_index, dot, scale
-- Order: as there
-- Why:   Texts are ranked, since documents of equal text have one vector, and named last.
WITH wanted AS (
    SELECT DISTINCT d.revision_id
    FROM {{documents}} d
    WHERE d.store = $store
      AND ($anywhere OR d.path IN (SELECT unnest($collections::VARCHAR[])))
      AND ($any OR d.id IN (SELECT unnest($documents::INTEGER[])))
)
SELECT revision_id, chunk_index, dot, scale
FROM (
    SELECT revision_id, chunk_index, scale, array_inner_product(code::FLOAT[{{dim}}], $query::FLOAT[{{dim}}])::DOUBLE AS dot
    FROM {{coded}}
)
ORDER BY dot * scale DESC
LIMIT $limit;
