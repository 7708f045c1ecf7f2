-- reader/counts_cut.sql: what {{counts}} is to a reader of a version.
-- In:    {{documents}}; $store VARCHAR
-- Out:   term_id, documents; no term without any
-- Why:   The counts of live content, set right by the texts that only one of the two has, or has
--        more often: what a version has in common with live content is not counted again.
SELECT term_id, sum(documents)::INTEGER AS documents
FROM (
    SELECT term_id, documents FROM term_documents WHERE store = $store
    UNION ALL
    SELECT unnest(t.term_ids), apart.copies
    FROM (
        SELECT revision_id, sum(copies) AS copies
        FROM (
            SELECT revision_id, 1 AS copies FROM {{documents}} WHERE store = $store
            UNION ALL
            SELECT revision_id, -1 FROM live_documents WHERE store = $store
        )
        GROUP BY revision_id
        HAVING sum(copies) <> 0
    ) apart
    JOIN revision_terms t ON t.revision_id = apart.revision_id
)
GROUP BY term_id
HAVING sum(documents) > 0;
