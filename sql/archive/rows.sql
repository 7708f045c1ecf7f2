-- archive/rows.sql: documents as an archive has them, a row a chunk.
-- In:    the temporary table archived; {{from}}, {{to}} positions, both included
-- Out:   the columns of a document, repeated; chunk_index, overlap, chunk_text, page, the box,
--        embedding FLOAT[N] (NULL for blank chunks). A document without chunks is one row whose
--        chunk_index is NULL
-- Order: position, chunk_index
-- Why:   whole texts and floats, so that other programs can use the rows as they are; coding a
--        decoded vector gives its code again
SELECT
    c.path AS collection_path, d.file_path, d.title, r.content_hash, r.mime, r.extractor, r.language,
    d.bytes, d.last_modified, r.pages, r.page_starts, r.pages_without_text, r.summary, r.metadata, r.chunks,
    k.chunk_index, k.overlap, right(coalesce(before.part, ''), k.overlap) || k.part AS chunk_text,
    k.page, k.x AS box_x, k.y AS box_y, k.w AS box_w, k.h AS box_h,
    v.embedding
FROM archived a
JOIN live_documents d ON d.id = a.id
JOIN collections c ON c.id = d.collection_id
JOIN revisions r ON r.id = d.revision_id
LEFT JOIN chunks k ON k.revision_id = r.id
LEFT JOIN chunks before ON before.revision_id = k.revision_id AND before.chunk_index = k.chunk_index - 1
LEFT JOIN active_vectors v ON v.document_id = d.id AND v.chunk_index = k.chunk_index
WHERE a.position BETWEEN {{from}} AND {{to}}
ORDER BY a.position, k.chunk_index
