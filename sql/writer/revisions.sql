-- writer/revisions.sql: the revisions that are stored already.
-- In:    $store VARCHAR; $digests VARCHAR[]
-- Out:   digest, id
-- Order: none
SELECT digest, id FROM revisions WHERE store = $store AND digest IN (SELECT unnest($digests));
