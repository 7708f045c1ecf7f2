-- writer/keep_removed.sql: saves the vectors of documents that are about to go.
-- In:    {{vectors}}, {{kept}}; $documents INTEGER[]
-- Out:   nothing
-- Why:   What was paid for is kept until the text itself is gone: a renamed file comes back later
--        in the same build. Equal text has an equal vector; the first row stands for all.
INSERT INTO {{kept}}
SELECT k.text_key, arg_min(v.scale, v.rowid), arg_min(v.code, v.rowid)
FROM {{vectors}} v
JOIN live_documents d ON d.id = v.document_id
JOIN chunks k ON k.revision_id = d.revision_id AND k.chunk_index = v.chunk_index
WHERE v.document_id IN (SELECT unnest($documents)) AND k.text_key NOT IN (SELECT text_key FROM {{kept}})
GROUP BY k.text_key;
