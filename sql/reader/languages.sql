-- reader/languages.sql: the languages in which some revisions were analysed.
-- In:    $revisions INTEGER[]
-- Out:   id, language
-- Order: none
SELECT id, language FROM revisions WHERE id IN (SELECT unnest($revisions::INTEGER[]));
