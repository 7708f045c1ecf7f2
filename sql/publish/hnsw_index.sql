-- publish/hnsw_index.sql: builds the index. Not interruptible; its memory is outside DuckDB's limit.
-- In:    {{hnsw}}, {{index}}
-- Out:   nothing
-- Why:   Last of all: the index is never updated in place, since vss loses deleted rows' neighbours.
CREATE INDEX {{index}} ON {{hnsw}} USING HNSW (vector) WITH (metric = 'cosine');
