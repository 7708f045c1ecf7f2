-- reader/words.sql: the live texts with the highest BM25 scores, with what an exact score is made of.
-- In:    $ids, $words INTEGER[], of one length: a term and the word of the question that it stands for
--        $times INTEGER[]: how often the question says each word, in order
--        $whole BOOLEAN: texts are documents, and chunk_index is 0; else they are chunks
--        $texts, $mean, $k1, $b: number and mean length of all live texts, the parameters of BM25
--        $must, $places INTEGER[], of one length: terms of which one at each place has to be there;
--        $required INTEGER: how many places there are
--        $anywhere BOOLEAN, else among $collections VARCHAR[]; $any BOOLEAN, else among $documents INTEGER[]
--        $store VARCHAR; $limit INTEGER (texts)
-- Out:   document id, revision_id, collection path, file_path, chunk_index, language, length; word, tf, df
-- Order: by text, best first; then word
-- Why:   The score here only picks the candidates: the logarithm of another library, and the order in
--        which threads add up, may change its last digits. The counts are exact, and the caller makes
--        the score that is shown of them.
-- Plan:  the ids reach the scan of postings, which skips row groups; held by TestOnlyThePostingsOfTheTermsAreRead
WITH asked AS (
    SELECT unnest($ids::INTEGER[]) AS term_id, unnest($words::INTEGER[]) AS word
),
copies AS (
    SELECT revision_id, count(*) AS copies FROM live_documents WHERE store = $store GROUP BY revision_id
),
held AS MATERIALIZED (
    SELECT revision_id, chunk_index, word, max(tf)::INTEGER AS tf, max(length) AS length
    FROM (
        SELECT p.revision_id, CASE WHEN $whole THEN 0 ELSE p.chunk_index END AS chunk_index, a.word, p.term_id,
               sum(p.tf) AS tf, max(p.length) AS length
        FROM postings p
        JOIN asked a ON a.term_id = p.term_id
        GROUP BY ALL
    )
    WHERE revision_id IN (SELECT revision_id FROM copies)
    GROUP BY revision_id, chunk_index, word
),
weights AS MATERIALIZED (
    SELECT h.word, sum(c.copies)::INTEGER AS df,
           list_extract($times::INTEGER[], h.word + 1) * ln(1 + ($texts - sum(c.copies) + 0.5) / (sum(c.copies) + 0.5)) AS weight
    FROM held h
    JOIN copies c ON c.revision_id = h.revision_id
    GROUP BY h.word
),
required AS (
    SELECT p.revision_id
    FROM postings p
    JOIN (SELECT unnest($must::INTEGER[]) AS term_id, unnest($places::INTEGER[]) AS place) m ON m.term_id = p.term_id
    GROUP BY p.revision_id
    HAVING count(DISTINCT m.place) = $required
),
scores AS (
    SELECT h.revision_id, h.chunk_index, r.language, CASE WHEN $whole THEN r.length ELSE max(h.length) END AS length,
           sum(w.weight * h.tf / (h.tf + $k1 * (1 - $b + $b * CASE WHEN $whole THEN r.length ELSE h.length END / $mean))) AS score
    FROM held h
    JOIN weights w ON w.word = h.word
    JOIN revisions r ON r.id = h.revision_id
    WHERE $required = 0 OR h.revision_id IN (SELECT revision_id FROM required)
    GROUP BY h.revision_id, h.chunk_index, r.language, r.length
),
best AS MATERIALIZED (
    SELECT d.id, d.file_path, d.collection_id, s.*
    FROM scores s
    JOIN live_documents d ON d.revision_id = s.revision_id
    WHERE d.store = $store
      AND ($anywhere OR d.collection_id IN (SELECT id FROM collections WHERE path IN (SELECT unnest($collections::VARCHAR[]))))
      AND ($any OR d.id IN (SELECT unnest($documents::INTEGER[])))
    ORDER BY s.score DESC
    LIMIT $limit
)
SELECT b.id, b.revision_id, c.path, b.file_path, b.chunk_index, b.language, b.length, h.word, h.tf, w.df
FROM best b
JOIN collections c ON c.id = b.collection_id
JOIN held h ON h.revision_id = b.revision_id AND h.chunk_index = b.chunk_index
JOIN weights w ON w.word = h.word
ORDER BY b.score DESC, b.id, b.chunk_index, h.word;
