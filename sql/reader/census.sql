-- reader/census.sql: how much text there is, by the language in which its words were analysed.
-- In:    {{documents}}; $store VARCHAR
-- Out:   language, documents, chunks, words
-- Order: language
SELECT r.language, count(*), sum(r.chunks)::BIGINT, sum(r.length)::BIGINT
FROM {{documents}} d
JOIN revisions r ON r.id = d.revision_id
WHERE d.store = $store
GROUP BY r.language
ORDER BY r.language;
