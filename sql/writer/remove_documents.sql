-- writer/remove_documents.sql: drops documents whose vectors are dropped. Text stays until publish.
-- In:    $documents INTEGER[]
-- Out:   nothing
DELETE FROM live_documents WHERE id IN (SELECT unnest($documents));
