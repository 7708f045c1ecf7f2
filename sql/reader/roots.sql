-- reader/roots.sql: the recorded roots of all collections.
-- In:    nothing
-- Out:   collection path, root path, include, exclude
-- Order: collection path, then the order in which the roots were given
SELECT c.path, r.path, r.include, r.exclude
FROM roots r
JOIN collections c ON c.id = r.collection_id
ORDER BY c.path, r.position;
