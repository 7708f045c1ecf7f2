-- publish/hnsw_table.sql: the stored vectors as floats, for an HNSW index.
-- In:    {{hnsw}}, {{vectors}}, {{dim}}
-- Out:   nothing
CREATE TABLE {{hnsw}} (
    document_id   INTEGER NOT NULL,
    chunk_index   INTEGER NOT NULL,
    collection_id INTEGER NOT NULL,
    vector        FLOAT[{{dim}}] NOT NULL
);
INSERT INTO {{hnsw}}
SELECT document_id, chunk_index, collection_id, list_transform(code::FLOAT[], lambda x: x * scale)::FLOAT[{{dim}}]
FROM {{vectors}};
