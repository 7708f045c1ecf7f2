-- views.sql: the public contract. These views are stable; tables are not.
-- In:    nothing; active_vectors exists
-- Out:   nothing
-- Why:   Names are bare, so that the file may be attached under any name, and no extension is
--        needed to read it. Recreated at each publish, since the type of an embedding follows the
--        active generation.
CREATE OR REPLACE VIEW content_chunks AS
SELECT
    c.path                                              AS collection_path,
    d.file_path,
    k.chunk_index,                                      -- 0-based
    r.content_hash,
    right(coalesce(before.part, ''), k.overlap) || k.part AS chunk_text,
    nullif(r.metadata, '')                              AS metadata, -- JSON
    v.embedding,                                        -- FLOAT[N] of unit length; NULL for blank chunks
    k.page,                                             -- 1-based; NULL where the format has no pages
    CASE WHEN k.x IS NOT NULL THEN {'x': k.x, 'y': k.y, 'w': k.w, 'h': k.h} END AS bbox,
    d.last_modified                                     -- UTC
FROM live_documents d
JOIN collections c ON c.id = d.collection_id
JOIN revisions r ON r.id = d.revision_id
JOIN chunks k ON k.revision_id = r.id
LEFT JOIN chunks before ON before.revision_id = k.revision_id AND before.chunk_index = k.chunk_index - 1
LEFT JOIN active_vectors v ON v.document_id = d.id AND v.chunk_index = k.chunk_index
WHERE d.store = 'documents';

CREATE OR REPLACE VIEW documents AS
SELECT
    c.path                                     AS collection_path,
    d.file_path,
    c.path || '/_Documents/' || d.slug         AS document_path,
    d.title,
    r.content_hash,
    r.mime,
    d.bytes,
    r.pages,
    r.characters,
    r.chunks,
    nullif(r.metadata, '')                     AS metadata,
    nullif(r.summary, '')                      AS summary,
    d.last_modified
FROM live_documents d
JOIN collections c ON c.id = d.collection_id
JOIN revisions r ON r.id = d.revision_id
WHERE d.store = 'documents';

CREATE OR REPLACE VIEW generations AS
SELECT store, id, state, model, dimension, embedded, missing, skipped, fingerprint, created, activated
FROM vector_generations;

CREATE OR REPLACE VIEW versions AS
SELECT
    label,
    state,
    note,
    documents,
    created,
    activated
FROM content_versions;

CREATE OR REPLACE VIEW version_activations AS
SELECT label, activated -- also of versions that were dropped since
FROM activations;

CREATE OR REPLACE VIEW ingest_ledger AS
SELECT
    c.path AS collection_path,
    o.file_path,
    o.outcome,
    o.reason,
    o.detail,
    o.extractor,
    o.characters,
    o.chunks,
    o.pages_without_text,
    o.seconds
FROM ingest_outcomes o
JOIN collections c ON c.id = o.collection_id;
