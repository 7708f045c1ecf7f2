-- writer/release_kept.sql: drops kept vectors whose text has live rows now, so that nothing lies twice.
-- In:    {{kept}}; $documents INTEGER[]
-- Out:   nothing
DELETE FROM {{kept}}
WHERE text_key IN (
    SELECT k.text_key
    FROM chunks k
    JOIN live_documents d ON d.revision_id = k.revision_id
    WHERE d.id IN (SELECT unnest($documents)) AND NOT k.blank
);
