-- reader/document.sql: one document.
-- In:    {{documents}}; $store VARCHAR; $collection VARCHAR; $file VARCHAR, or empty to go by $slug VARCHAR
-- Out:   the document and its revision; at most one row
SELECT
    d.file_path, d.slug, d.title, d.revision_id, d.bytes, d.last_modified,
    r.content_hash, r.extractor, r.mime, r.summary, r.metadata, r.pages, r.characters, r.chunks,
    r.page_starts, r.pages_without_text
FROM {{documents}} d
JOIN revisions r ON r.id = d.revision_id
WHERE d.store = $store AND d.path = $collection AND CASE WHEN $file = '' THEN d.slug = $slug ELSE d.file_path = $file END;
