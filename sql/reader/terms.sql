-- reader/terms.sql: the numbers of some terms.
-- In:    $terms VARCHAR[]
-- Out:   term, id
-- Order: none
SELECT term, id FROM terms WHERE term IN (SELECT unnest($terms::VARCHAR[]));
