-- reader/collections.sql: collections with their sizes.
-- In:    {{collections}}, {{documents}}; $store VARCHAR
-- Out:   path, documents, chunks, characters
-- Order: path, by bytes
SELECT c.path, count(d.id), coalesce(sum(r.chunks), 0)::BIGINT, coalesce(sum(r.characters), 0)::BIGINT
FROM {{collections}} c
LEFT JOIN {{documents}} d ON d.path = c.path AND d.store = $store
LEFT JOIN revisions r ON r.id = d.revision_id
GROUP BY c.path
ORDER BY c.path;
