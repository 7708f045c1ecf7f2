-- reader/document.sql: one document, or all of them.
-- In:    {{documents}}; $store VARCHAR; $all BOOLEAN, else $collection VARCHAR and $file VARCHAR, or that empty
--        to go by $slug VARCHAR
-- Out:   the document and its revision
-- Order: collection path, file_path
SELECT
    d.path, d.file_path, d.slug, d.title, d.revision_id, d.bytes, d.last_modified,
    r.content_hash, r.extractor, r.mime, r.summary, r.metadata, r.pages, r.characters, r.chunks,
    r.page_starts, r.pages_without_text
FROM {{documents}} d
JOIN revisions r ON r.id = d.revision_id
WHERE d.store = $store
  AND ($all OR d.path = $collection AND CASE WHEN $file = '' THEN d.slug = $slug ELSE d.file_path = $file END)
ORDER BY d.path, d.file_path;
