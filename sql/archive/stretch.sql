-- archive/stretch.sql: rows of a Parquet file, as archive/rows.sql gives them.
-- In:    {{file}} string literal; $from, $to rows from 0, both included
-- Out:   the columns of archive/rows.sql
-- Order: as in the file
SELECT
    collection_path::VARCHAR, file_path::VARCHAR, title::VARCHAR, content_hash::VARCHAR, mime::VARCHAR, extractor::VARCHAR, language::VARCHAR,
    bytes::BIGINT, last_modified::TIMESTAMP, pages::INTEGER, page_starts::INTEGER[], pages_without_text::INTEGER[], summary::VARCHAR, metadata::VARCHAR, chunks::INTEGER,
    chunk_index::INTEGER, overlap::INTEGER, chunk_text::VARCHAR,
    page::INTEGER, box_x::DOUBLE, box_y::DOUBLE, box_w::DOUBLE, box_h::DOUBLE,
    embedding::FLOAT[]
FROM read_parquet({{file}}, file_row_number = true)
WHERE file_row_number BETWEEN $from AND $to
ORDER BY file_row_number;
