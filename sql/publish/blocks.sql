-- publish/blocks.sql: how much of the file is in use, as of the last checkpoint.
-- In:    nothing
-- Out:   block size in bytes, free blocks, all blocks
SELECT block_size, free_blocks, total_blocks FROM pragma_database_size() WHERE database_name = current_database();
