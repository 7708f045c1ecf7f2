-- publish/prune_kept.sql: drops kept vectors, but for text that only versions hold.
-- In:    {{kept}}
-- Out:   nothing
DELETE FROM {{kept}}
WHERE text_key NOT IN (SELECT text_key FROM chunks)
   OR text_key IN (SELECT text_key FROM chunks WHERE revision_id IN (SELECT revision_id FROM live_documents));
