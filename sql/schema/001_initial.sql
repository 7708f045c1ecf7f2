-- schema/001_initial.sql: the tables of schema 3.
-- In:    nothing; an empty database attached with ROW_GROUP_SIZE 8192
-- Out:   nothing
-- Why:   Tables are private and may change with the schema version; the views of views.sql are the
--        contract, so tables have names that no view needs.
--        No primary keys: their indexes would be the largest part of a small file, would be loaded
--        on every open, and every lookup here is answered by row groups that hold few ids each.
CREATE TABLE meta (
    key   VARCHAR NOT NULL, -- octavo_schema, revision, descends_from, snapshot, words_version, loose_postings
    value VARCHAR NOT NULL
);

CREATE TABLE collections (
    id   INTEGER NOT NULL,
    path VARCHAR NOT NULL
);

CREATE TABLE roots (
    collection_id INTEGER NOT NULL,
    position      INTEGER NOT NULL,
    path          VARCHAR NOT NULL,
    include       VARCHAR[] NOT NULL,
    exclude       VARCHAR[] NOT NULL
);

-- One state of a text. Documents and versions share it.
CREATE TABLE revisions (
    id                 INTEGER NOT NULL,
    store              VARCHAR NOT NULL,
    digest             VARCHAR NOT NULL, -- equal digests: equal revisions
    content_hash       VARCHAR NOT NULL, -- SHA-256 of the file, hex
    extractor          VARCHAR NOT NULL,
    chunker            VARCHAR NOT NULL,
    mime               VARCHAR NOT NULL,
    summary            VARCHAR NOT NULL,
    metadata           VARCHAR NOT NULL, -- JSON, or empty
    pages              INTEGER NOT NULL,
    characters         INTEGER NOT NULL, -- code points
    chunks             INTEGER NOT NULL,
    language           VARCHAR NOT NULL, -- ISO 639-1, in which the words were analysed; or empty
    length             INTEGER NOT NULL, -- words
    page_starts        INTEGER[] NOT NULL,
    pages_without_text INTEGER[] NOT NULL
);

-- The text, once: a chunk is the last "overlap" code points of the part before it, then its part.
CREATE TABLE chunks (
    revision_id INTEGER NOT NULL,
    chunk_index INTEGER NOT NULL,
    start       INTEGER NOT NULL, -- code points, overlap included
    overlap     INTEGER NOT NULL,
    part        VARCHAR USING COMPRESSION zstd,
    text_key    UUID NOT NULL,
    blank       BOOLEAN NOT NULL,
    page        INTEGER,          -- 1-based
    x           DOUBLE,           -- the box, in fractions of the page, origin top-left
    y           DOUBLE,
    w           DOUBLE,
    h           DOUBLE
);

CREATE TABLE terms (
    id   INTEGER NOT NULL,
    term VARCHAR NOT NULL
);

-- A term in a chunk, by revision: documents and versions share it. Counted outside the overlap, so
-- that the sums over a revision are its own counts. Laid out by term; what was added since then
-- follows in the order in which it came.
CREATE TABLE postings (
    term_id     INTEGER NOT NULL,
    revision_id INTEGER NOT NULL,
    chunk_index INTEGER NOT NULL,
    tf          INTEGER NOT NULL,
    length      INTEGER NOT NULL  -- words of the chunk; here, since a join for it costs as much as the search
);

-- The same, by revision and without its chunks: what a whole document says.
CREATE TABLE revision_terms (
    revision_id INTEGER NOT NULL,
    term_ids    INTEGER[] NOT NULL, -- ascending
    tfs         INTEGER[] NOT NULL
);

-- How many live documents hold a term, as of the last publish; terms without any are left out.
CREATE TABLE term_documents (
    store     VARCHAR NOT NULL,
    term_id   INTEGER NOT NULL,
    documents INTEGER NOT NULL
);

CREATE TABLE live_documents (
    id            INTEGER NOT NULL,
    store         VARCHAR NOT NULL,
    collection_id INTEGER NOT NULL,
    file_path     VARCHAR NOT NULL,
    slug          VARCHAR NOT NULL,
    title         VARCHAR NOT NULL,
    revision_id   INTEGER NOT NULL,
    bytes         BIGINT NOT NULL,
    last_modified TIMESTAMP NOT NULL
);

-- A cut of the content. Ids rise with time; one that left no trace may come again.
CREATE TABLE content_versions (
    id          INTEGER NOT NULL,
    label       VARCHAR NOT NULL,
    state       VARCHAR NOT NULL, -- cut, active, retired
    note        VARCHAR NOT NULL,
    snapshot    VARCHAR NOT NULL,
    collections VARCHAR[] NOT NULL,
    documents   INTEGER NOT NULL, -- of the store documents, as are the chunks
    chunks      INTEGER NOT NULL,
    created     TIMESTAMP NOT NULL,
    activated   TIMESTAMP         -- the last time
);

-- When a version became the active one. The rows of dropped versions stay.
CREATE TABLE activations (
    version_id INTEGER NOT NULL,
    label      VARCHAR NOT NULL,
    activated  TIMESTAMP NOT NULL
);

-- A state of a document that versions hold: those from the first to the last, and where that is
-- NULL also the next one, unless the document is another by then.
CREATE TABLE version_documents (
    first           INTEGER NOT NULL,
    last            INTEGER,
    store           VARCHAR NOT NULL,
    collection_path VARCHAR NOT NULL,
    file_path       VARCHAR NOT NULL,
    slug            VARCHAR NOT NULL,
    title           VARCHAR NOT NULL,
    revision_id     INTEGER NOT NULL,
    bytes           BIGINT NOT NULL,
    last_modified   TIMESTAMP NOT NULL
);

CREATE TABLE vector_generations (
    store       VARCHAR NOT NULL,
    id          INTEGER NOT NULL,
    state       VARCHAR NOT NULL, -- building, active, retired
    spec        VARCHAR NOT NULL, -- JSON, the text that the fingerprint hashes
    fingerprint VARCHAR NOT NULL,
    model       VARCHAR NOT NULL,
    dimension   INTEGER NOT NULL,
    embedded    INTEGER NOT NULL, -- counts as of the last publish
    missing     INTEGER NOT NULL,
    skipped     INTEGER NOT NULL,
    created     TIMESTAMP NOT NULL,
    activated   TIMESTAMP,
    index_kind  VARCHAR NOT NULL, -- what was asked for: auto, exact, hnsw
    index_built VARCHAR NOT NULL, -- what answers: exact, hnsw
    recall      DOUBLE NOT NULL,  -- recall@10 of the HNSW index that was built; 0: none was
    index_note  VARCHAR NOT NULL  -- why what was asked for does not answer
);

CREATE TABLE ingest_outcomes (
    collection_id      INTEGER NOT NULL,
    file_path          VARCHAR NOT NULL,
    outcome            VARCHAR NOT NULL,
    reason             VARCHAR NOT NULL,
    detail             VARCHAR NOT NULL,
    extractor          VARCHAR NOT NULL,
    characters         INTEGER NOT NULL,
    chunks             INTEGER NOT NULL,
    pages_without_text INTEGER NOT NULL,
    seconds            DOUBLE NOT NULL
);
