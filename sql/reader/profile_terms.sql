-- reader/profile_terms.sql: how the terms of some documents stand to each other, and how many
--        documents hold them.
-- In:    {{documents}}, {{counts}}; $store VARCHAR; $documents INTEGER[]
-- Out:   one row of three lists in the order of id: ids, places (from 0, by the bytes of the term), documents
SELECT list(id ORDER BY id), list(place::INTEGER ORDER BY id), list(documents ORDER BY id)
FROM (
    SELECT t.id, row_number() OVER (ORDER BY t.term) - 1 AS place, n.documents
    FROM (
        SELECT DISTINCT unnest(h.term_ids) AS id
        FROM {{documents}} d
        JOIN revision_terms h ON h.revision_id = d.revision_id
        WHERE d.id IN (SELECT unnest($documents::INTEGER[]))
    ) asked
    JOIN terms t ON t.id = asked.id
    JOIN {{counts}} n ON n.term_id = t.id
);
