-- check/problems.sql: what must never be found in the tables that all stores share.
-- In:    nothing
-- Out:   problem, number of rows that have it; only those found
-- Order: problem
SELECT problem, count(*)
FROM (
    SELECT 'a chunk without a revision' AS problem
    FROM chunks WHERE revision_id NOT IN (SELECT id FROM revisions)
    UNION ALL
    SELECT 'a document without its revision'
    FROM live_documents WHERE revision_id NOT IN (SELECT id FROM revisions)
    UNION ALL
    SELECT 'a document without its collection'
    FROM live_documents WHERE collection_id NOT IN (SELECT id FROM collections)
    UNION ALL
    SELECT 'a revision that nothing refers to'
    FROM revisions WHERE id NOT IN (SELECT revision_id FROM live_documents UNION SELECT revision_id FROM version_documents)
    UNION ALL
    SELECT 'a document of a version without its revision'
    FROM version_documents WHERE revision_id NOT IN (SELECT id FROM revisions)
    UNION ALL
    SELECT 'a state of a document that no version has'
    FROM version_documents d
    WHERE NOT EXISTS (SELECT 1 FROM content_versions v WHERE v.id >= d.first AND v.id <= coalesce(d.last, v.id))
    UNION ALL
    SELECT 'a version with a document twice or missing'
    FROM content_versions v
    LEFT JOIN version_documents d ON v.id >= d.first AND v.id <= coalesce(d.last, v.id) AND d.store = 'documents'
    GROUP BY v.id, v.documents
    HAVING count(d.first) <> v.documents OR count(DISTINCT (d.collection_path, d.file_path)) <> v.documents
    UNION ALL
    SELECT 'several active versions'
    FROM content_versions WHERE state = 'active' HAVING count(*) > 1
    UNION ALL
    SELECT 'an id, a digest or a name twice'
    FROM (
        SELECT id::VARCHAR AS name, 'revision' AS kind FROM revisions
        UNION ALL SELECT store || digest, 'digest' FROM revisions
        UNION ALL SELECT id::VARCHAR, 'document' FROM live_documents
        UNION ALL SELECT store || '/' || collection_id || '/' || file_path, 'file' FROM live_documents
        UNION ALL SELECT id::VARCHAR, 'collection' FROM collections
        UNION ALL SELECT path, 'path' FROM collections
        UNION ALL SELECT revision_id || '/' || chunk_index, 'chunk' FROM chunks
        UNION ALL SELECT id::VARCHAR, 'version' FROM content_versions
        UNION ALL SELECT label, 'label' FROM content_versions
    )
    GROUP BY kind, name HAVING count(*) > 1
    UNION ALL
    SELECT 'a revision whose chunks do not join to its characters'
    FROM revisions r
    LEFT JOIN (
        SELECT revision_id, count(*) AS chunks, max(chunk_index) + 1 AS last, sum(length(part)) AS characters
        FROM chunks GROUP BY revision_id
    ) k ON k.revision_id = r.id
    WHERE (r.chunks, r.chunks, r.characters) IS DISTINCT FROM (coalesce(k.chunks, 0), coalesce(k.last, 0), coalesce(k.characters, 0))
    UNION ALL
    SELECT 'a chunk that does not begin where the one before says'
    FROM chunks k
    LEFT JOIN chunks b ON b.revision_id = k.revision_id AND b.chunk_index = k.chunk_index - 1
    WHERE k.part IS NULL OR k.start + k.overlap <> coalesce(b.start + b.overlap + length(b.part), 0)
       OR k.overlap > coalesce(length(b.part), 0)
)
GROUP BY problem
ORDER BY problem;
