-- publish/prune_words.sql: drops the words of text that is gone.
-- In:    nothing
-- Out:   nothing
DELETE FROM postings WHERE revision_id NOT IN (SELECT id FROM revisions);
DELETE FROM revision_terms WHERE revision_id NOT IN (SELECT id FROM revisions);
DELETE FROM terms WHERE id NOT IN (SELECT unnest(term_ids) FROM revision_terms);
