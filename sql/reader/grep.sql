-- reader/grep.sql: the chunks of some revisions whose text holds a pattern.
-- In:    $revisions INTEGER[]; $from, $to INTEGER (chunk_index, half-open);
--        $expression BOOLEAN: whether $regex VARCHAR is looked for, or $words VARCHAR as they are written
-- Out:   revision_id, chunk_index
-- Order: revision_id, chunk_index
-- Why:   contains and not LIKE, to which % and _ are not letters. Two parameters, since DuckDB compiles
--        the regular expression also where it is not looked for.
SELECT k.revision_id, k.chunk_index
FROM (
    SELECT k.revision_id, k.chunk_index, right(coalesce(before.part, ''), k.overlap) || k.part AS text
    FROM chunks k
    LEFT JOIN (
        SELECT revision_id, chunk_index, part
        FROM chunks
        WHERE revision_id IN (SELECT unnest($revisions::INTEGER[])) AND chunk_index >= $from - 1 AND chunk_index < $to
    ) before ON before.revision_id = k.revision_id AND before.chunk_index = k.chunk_index - 1
    WHERE k.revision_id IN (SELECT unnest($revisions::INTEGER[])) AND k.chunk_index >= $from AND k.chunk_index < $to
) k
WHERE CASE WHEN $expression THEN regexp_matches(k.text, $regex) ELSE contains(k.text, $words) END
ORDER BY k.revision_id, k.chunk_index;
