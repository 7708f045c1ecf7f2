-- reader/profile_vectors_cut.sql: the vectors of some texts of a version.
-- In:    {{coded}}; $store VARCHAR; $revisions INTEGER[]
-- Out:   revision_id, scale, code
-- Order: revision, chunk_index: the order in which they are added up
WITH wanted AS (SELECT DISTINCT unnest($revisions::INTEGER[]) AS revision_id)
SELECT revision_id, scale, code
FROM {{coded}}
ORDER BY revision_id, chunk_index;
