-- reader/described.sql: documents with what filters can know of them.
-- In:    {{documents}}; $store VARCHAR; $anywhere BOOLEAN, else among $collections VARCHAR[];
--        $any BOOLEAN, else those named by $paths and $files VARCHAR[], of one length, pairwise;
--        $metadata BOOLEAN: whether the metadata are to be read
-- Out:   id, revision_id, digest of the text, chunks, collection path, file_path, title, last_modified, metadata or empty
-- Order: collection path, file_path
SELECT d.id, d.revision_id, r.digest, r.chunks, d.path, d.file_path, d.title, d.last_modified,
       CASE WHEN $metadata THEN r.metadata ELSE '' END
FROM {{documents}} d
JOIN revisions r ON r.id = d.revision_id
WHERE d.store = $store
  AND ($anywhere OR d.path IN (SELECT unnest($collections::VARCHAR[])))
  AND ($any OR (d.path, d.file_path) IN (
      SELECT (path, file_path) FROM (SELECT unnest($paths::VARCHAR[]) AS path, unnest($files::VARCHAR[]) AS file_path)
  ))
ORDER BY d.path, d.file_path;
