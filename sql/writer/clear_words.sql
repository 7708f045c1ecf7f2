-- writer/clear_words.sql: forgets all words; they are analysed anew.
-- In:    nothing
-- Out:   nothing
DELETE FROM postings;
DELETE FROM revision_terms;
DELETE FROM terms;
DELETE FROM term_documents;
