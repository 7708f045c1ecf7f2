-- reader/version_vectors.sql: what {{coded}} is: the vectors of some texts of a version, chunk by chunk.
-- In:    {{vectors}}, {{kept}}; $store VARCHAR; a table wanted(revision_id), each once
-- Out:   revision_id, chunk_index, scale, code
-- Why:   A text that is live too has its vectors in the rows of one of its documents. The chunks of
--        another one are found by what they say, among the kept rows and the live ones.
WITH carried AS (
    SELECT revision_id, min(id) AS document_id
    FROM live_documents
    WHERE store = $store AND revision_id IN (SELECT revision_id FROM wanted)
    GROUP BY revision_id
),
adrift AS (
    SELECT revision_id, chunk_index, text_key
    FROM chunks
    WHERE NOT blank AND revision_id IN (SELECT revision_id FROM wanted WHERE revision_id NOT IN (SELECT revision_id FROM carried))
)
SELECT carried.revision_id, v.chunk_index, v.scale, v.code
FROM {{vectors}} v
JOIN carried ON carried.document_id = v.document_id
UNION ALL
SELECT adrift.revision_id, adrift.chunk_index, held.scale, held.code
FROM adrift
JOIN (
    SELECT text_key, scale, code FROM {{kept}} WHERE text_key IN (SELECT text_key FROM adrift)
    UNION ALL
    SELECT k.text_key, arg_min(v.scale, v.rowid), arg_min(v.code, v.rowid)
    FROM chunks k
    JOIN live_documents d ON d.revision_id = k.revision_id
    JOIN {{vectors}} v ON v.document_id = d.id AND v.chunk_index = k.chunk_index
    WHERE k.text_key IN (SELECT text_key FROM adrift)
    GROUP BY k.text_key
) held ON held.text_key = adrift.text_key;
