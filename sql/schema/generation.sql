-- schema/generation.sql: the two tables of a new generation.
-- In:    {{vectors}}, {{kept}} table names; {{dim}} the dimension
-- Out:   nothing
-- Why:   A live chunk has its row in {{vectors}}, collections together, so that a filter skips row
--        groups. {{kept}} holds what is paid for without a live row: text whose document is not
--        stored yet, or only a version still has. The codes barely compress and are not.
CREATE TABLE {{vectors}} (
    collection_id INTEGER NOT NULL,
    document_id   INTEGER NOT NULL,
    chunk_index   INTEGER NOT NULL,
    scale         FLOAT NOT NULL,
    code          TINYINT[{{dim}}] NOT NULL
);

CREATE TABLE {{kept}} (
    text_key UUID NOT NULL,
    scale    FLOAT NOT NULL,
    code     TINYINT[{{dim}}] NOT NULL
);
