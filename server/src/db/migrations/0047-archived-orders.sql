-- A paid order that staff deleted: off their lists, with its customer and in the books all the same.
ALTER TABLE orders ADD COLUMN archived_at timestamptz;
CREATE INDEX orders_archived ON orders (created_at) WHERE archived_at IS NOT NULL;
