-- writer/remove_vectors.sql: drops the live rows of documents.
-- In:    {{vectors}}; $documents INTEGER[]
-- Out:   nothing
DELETE FROM {{vectors}} WHERE document_id IN (SELECT unnest($documents));
