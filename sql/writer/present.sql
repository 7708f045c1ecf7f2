-- writer/present.sql: which of some texts have a vector, kept or live.
-- In:    {{vectors}}, {{kept}}; $keys VARCHAR[] (UUIDs as text: the driver binds a list of UUIDs wrongly)
-- Out:   text_key
-- Order: none
-- Why:   A scan of the key column; measured against an index on it, which every commit would pay for
WITH asked AS (SELECT unnest($keys::VARCHAR[]::UUID[]) AS text_key)
SELECT text_key FROM {{kept}} WHERE text_key IN (SELECT text_key FROM asked)
UNION
SELECT k.text_key
FROM chunks k
JOIN live_documents d ON d.revision_id = k.revision_id
JOIN {{vectors}} v ON v.document_id = d.id AND v.chunk_index = k.chunk_index
WHERE k.text_key IN (SELECT text_key FROM asked);
