-- Keys are found by any of their blocks: blind indexes under STORE_SECRET, an array a key. Null is what the clock task still has to
-- compute, since a key must be opened for it; so a rotation of STORE_SECRET sets the column to null and the task does the rest.
ALTER TABLE stock_keys ADD COLUMN key_block_indexes bytea[];
ALTER TABLE licences ADD COLUMN key_block_indexes bytea[];
CREATE INDEX stock_keys_blocks ON stock_keys USING gin (key_block_indexes) WHERE key_block_indexes IS NOT NULL;
CREATE INDEX licences_blocks ON licences USING gin (key_block_indexes) WHERE key_block_indexes IS NOT NULL;
CREATE INDEX stock_keys_without_blocks ON stock_keys (id) WHERE key_block_indexes IS NULL;
CREATE INDEX licences_without_blocks ON licences (id) WHERE key_block_indexes IS NULL;
