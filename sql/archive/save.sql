-- archive/save.sql: documents as a Parquet file.
-- In:    {{rows}} the statement archive/rows.sql; {{file}}, {{header}} string literals
-- Out:   nothing; the file, with the header under the key octavo
COPY (
{{rows}}
) TO {{file}} (FORMAT parquet, COMPRESSION zstd, KV_METADATA {octavo: {{header}}}, USE_TMP_FILE false);
