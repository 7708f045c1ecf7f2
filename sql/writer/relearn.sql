-- writer/relearn.sql: records what a new analysis made of some revisions.
-- In:    $ids INTEGER[], $languages VARCHAR[], $lengths INTEGER[], of one length
-- Out:   nothing
-- Why:   A digest speaks for the language that the text was given in. Where that is another now, it
--        must not be met by a document that is still given in the old one.
UPDATE revisions
SET language = a.language, length = a.length,
    digest = CASE WHEN revisions.language = a.language THEN digest ELSE 'analysed anew ' || revisions.id END
FROM (SELECT unnest($ids::INTEGER[]) AS id, unnest($languages::VARCHAR[]) AS language, unnest($lengths::INTEGER[]) AS length) a
WHERE revisions.id = a.id;
