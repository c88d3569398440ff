-- outside a transaction
-- What was sold of each product lately stands in the list of products (F50): the units of a variant by time, with
-- their order, so that this index alone tells which of them count.
create index concurrently if not exists order_units_variant on order_units (variant_id, created_at) include (order_id) where status <> 'revoked';
