-- reader/counts_live.sql: what {{counts}} is to a reader of live content.
-- In:    $store VARCHAR
-- Out:   term_id, documents; no term without any
SELECT term_id, documents FROM term_documents WHERE store = $store;
